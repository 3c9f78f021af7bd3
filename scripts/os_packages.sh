# Debian packages: which are missing, and installing them. To be sourced.
# Nothing here ever asks for a password or waits for an answer.

say() { printf 'cipherbench: %s\n' "$*" >&2; }

# Prints those of the named packages that are not installed. A name also counts as
# installed when another package provides it (Debian 13 renamed some libraries to …t64).
missing_packages() {
    dpkg-query -W -f='${db:Status-Status}|${Package}|${Provides}\n' | awk -F'|' -v wanted="$*" '
        $1 == "installed" {
            have[$2] = 1
            count = split($3, provided, /, */)
            for (i = 1; i <= count; i++) { sub(/ .*/, "", provided[i]); have[provided[i]] = 1 }
        }
        END {
            count = split(wanted, names, " ")
            for (i = 1; i <= count; i++) if (!(names[i] in have)) print names[i]
        }' | xargs
}

# Installs the named packages by apt when this user may; returns 1 when he may not, or when
# apt could not. What apt said goes into the log file named by $APT_LOG and is shown on failure.
install_packages() {
    local root=() log="${APT_LOG:-/dev/null}"
    if [ "$(id -u)" -ne 0 ]; then
        sudo -n true 2>/dev/null || return 1
        root=(sudo -n)
    fi
    local apt=("${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=120)
    say "installing Debian packages: $*"
    # The second try comes after a fresh package list: a new container has none, an old one a stale one.
    if "${apt[@]}" install -y --no-install-recommends "$@" </dev/null >"$log" 2>&1; then return 0; fi
    if "${apt[@]}" update </dev/null >"$log" 2>&1 &&
        "${apt[@]}" install -y --no-install-recommends "$@" </dev/null >>"$log" 2>&1; then return 0; fi
    tail -n 5 "$log" >&2
    return 1
}

install_command() { printf 'sudo apt-get install -y --no-install-recommends %s' "$*"; }
