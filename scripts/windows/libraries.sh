# Libraries of Windows that forward names to others, and what a library gives and wants.
# Needs binutils-mingw-w64-x86-64.

# Makes FILE from lines of a .def file on stdin, as `name = library.name`.
library() { # FILE
    local work
    work="$(mktemp -d)"
    { echo "LIBRARY $(basename "$1")"; echo EXPORTS; cat; } >"$work/it.def"
    printf '.text\n.globl none\nnone:\n xor %%eax,%%eax\n ret\n' | x86_64-w64-mingw32-as -o "$work/it.o" -
    x86_64-w64-mingw32-ld -shared --entry=0 -o "$1" "$work/it.o" "$work/it.def"
    rm -r "$work"
}

# The names of a library that match a pattern.
exports() { # FILE PATTERN
    x86_64-w64-mingw32-objdump -p "$1" | sed -n '/\[Ordinal\/Name Pointer\] Table/,/^$/p' | grep -oE "$2"
}

# The names that FILE wants of libraries whose names match a pattern, in lower case.
imports() { # FILE PATTERN
    x86_64-w64-mingw32-objdump -p "$1" |
        awk -v of="$2" '/DLL Name:/{d=tolower($3)} d ~ of && NF==3 && $1 ~ /^[0-9a-f]+$/ && $3 !~ /^</ {print $3}' | sort -u
}

# The files below FOLDER that say in their resources that they are Microsoft's.
of_microsoft() { # FOLDER
    find "$1" -type f \( -iname '*.dll' -o -iname '*.exe' -o -iname '*.pyd' \) -print0 |
        { xargs -0 grep -lzaP 'C\0o\0m\0p\0a\0n\0y\0N\0a\0m\0e\0+M\0i\0c\0r\0o\0s\0o\0f\0t\0 \0C\0o\0r\0p' || true; }
}

need() { # PROGRAM:PACKAGE...
    local each
    for each in "$@"; do
        command -v "${each%%:*}" >/dev/null || { echo "Install ${each#*:}: apt-get install ${each#*:}" >&2; exit 1; }
    done
}
