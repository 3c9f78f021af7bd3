#!/usr/bin/env bash
# Makes this folder ready: Debian packages, then .venv with exactly what requirements.lock names.
#   scripts/setup.sh [tests] [bench] [containers]
# tests: also the servers of MariaDB and Firebird; bench: also sysbench; containers: also Docker, its
# daemon started where none answers, and the images that tests run.
# A second call finds nothing to do. Exit 1, after one clear sentence, when something essential is missing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/os_packages.sh

# PySide6 needs these to open a window; none of them comes with its wheel. Tests are drawn with DejaVu.
mapfile -t qt_packages < <(awk '!/^#/ {print $2}' assets/qt-libraries.txt | sort -u)
qt_packages+=(fonts-dejavu-core)
# The engines that come as wheels leave these to the system.
firebird_packages=(libtommath1)
postgresql_packages=(libssl3 libgssapi-krb5-2 libxml2)
# For the timed loop (scripts/native.py), where no other compiler is.
compiler_packages=()
command -v "${CC:-cc}" >/dev/null || compiler_packages=(gcc libc6-dev)
# mariadb-install-db comes with the server and calls a program that comes with the client.
mariadb_packages=()
bench_packages=()
container_packages=()
for purpose in "$@"; do
    case "$purpose" in
        tests) mariadb_packages=(mariadb-server-core mariadb-client-core) ;;
        bench) mariadb_packages=(mariadb-server-core mariadb-client-core) bench_packages=(sysbench) ;;
        containers) container_packages=(docker.io mmdebstrap docker-registry) ;;
        *) say "setup.sh knows 'tests', 'bench' and 'containers', not '$purpose'"; exit 2 ;;
    esac
done

mkdir -p .venv-tools
[ -e .venv-tools/.gitignore ] || echo '*' >.venv-tools/.gitignore
APT_LOG=.venv-tools/apt.log
if command -v flock >/dev/null; then # two set-ups at once would undo each other
    exec 9>.venv-tools/setup.lock
    flock 9
fi

# need WORD CONSEQUENCE PACKAGE...: one sentence for what is missing; WORD is "essential" or "optional"
need() {
    local word="$1" consequence="$2" missing
    shift 2
    [ $# -gt 0 ] || return 0
    missing="$(missing_packages "$@")"
    [ -n "$missing" ] || return 0
    say "$consequence: run \`$(install_command "$missing")\`"
    [ "$word" = optional ]
}

set_up_os() {
    if ! command -v dpkg-query >/dev/null; then
        say "this is not Debian, so its packages were not checked; Qt's libraries (EGL, GL, xcb, xkbcommon) must be there"
        return 0
    fi
    local missing
    missing="$(missing_packages "${qt_packages[@]}" "${firebird_packages[@]}" "${postgresql_packages[@]}" \
        "${compiler_packages[@]}" "${mariadb_packages[@]}" "${bench_packages[@]}" \
        "${container_packages[@]}")"
    [ -n "$missing" ] || return 0
    # shellcheck disable=SC2086 # one word per package
    install_packages $missing || true
    need essential "the desktop program cannot start without Qt's libraries" "${qt_packages[@]}" || return 1
    need optional "embedded Firebird is unavailable" "${firebird_packages[@]}"
    need optional "embedded PostgreSQL is unavailable" "${postgresql_packages[@]}"
    need optional "no C compiler is installed, so Python times the statements" "${compiler_packages[@]}"
    need optional "MariaDB's server is not installed, so what needs it will be skipped" "${mariadb_packages[@]}"
    need optional "Docker is not all there, so containers are not tested" "${container_packages[@]}"
    need optional "sysbench is not installed, so its comparison will be skipped" "${bench_packages[@]}"
}

new_enough() { "$1" -c 'import sys; raise SystemExit(sys.version_info < (3, 12))' 2>/dev/null; }

# Prints the path of a Python 3.12 or newer: the one in .python-version first.
find_python() {
    local version candidate
    for version in "$(cat .python-version)" 3.13 3.12 3.14 3; do
        for candidate in "python$version" {/usr/local,/usr,/opt/python}/bin/"python$version" \
            "${PYENV_ROOT:-${HOME:-/root}/.pyenv}/versions/$version"*/bin/"python$version"; do
            if new_enough "$candidate"; then
                "$candidate" -c 'import sys; print(sys.executable)'
                return
            fi
        done
    done
    return 1
}

make_venv() {
    local python
    if ! python="$(find_python)"; then
        say "no Python 3.12 or newer here; asking uv to fetch one"
        python="$(cat .python-version)"
    fi
    if ! scripts/uv venv --quiet --clear --python "$python" .venv </dev/null || ! new_enough .venv/bin/python; then
        say "Cipherbench needs Python 3.12 or newer, and uv could not fetch one: install Python $(cat .python-version), then run 'make setup' again"
        return 1
    fi
}

# What .venv was made from: if this is unchanged, so is .venv.
fingerprint() { { pwd; cat requirements.lock pyproject.toml .python-version scripts/setup.sh; } | sha256sum; }

# Compiled now: where PYTHONDONTWRITEBYTECODE is set, every process would compile them again.
compile_ours() {
    .venv/bin/python -m compileall -q app engines widgets workloads benchmarks ||
        say "some modules could not be compiled (see above); every start compiles them again"
}

set_up_python() {
    local stamp=.venv/.cipherbench-setup quiet=()
    if [ -x .venv/bin/cipherbench ] && [ "$(cat "$stamp" 2>/dev/null)" = "$(fingerprint)" ]; then return 0; fi
    [ -t 2 ] || quiet=(--quiet)
    if ! new_enough .venv/bin/python; then make_venv || return 1; fi
    say "installing what requirements.lock names into .venv"
    rm -f "$stamp"
    scripts/uv pip sync "${quiet[@]}" --compile-bytecode --python .venv/bin/python --require-hashes requirements.lock </dev/null &&
        scripts/uv pip install "${quiet[@]}" --python .venv/bin/python --no-deps --no-build-isolation --editable . </dev/null ||
        { say "the Python packages could not be installed (see above)"; return 1; }
    fingerprint >"$stamp"
    say "ready: .venv/bin/cipherbench"
}

# A tenth of a second, and only where a source is newer.
set_up_native() {
    .venv/bin/python -m scripts.native </dev/null || say "so Python times the statements of every engine"
}

# Three seconds, and only where a page is newer than what was built.
set_up_guide() {
    local built=assets/guide/index.html
    [ ! -e "$built" ] || [ -n "$(find docs -newer "$built" -print -quit)" ] || return 0
    .venv/bin/python -m scripts.guide </dev/null || say "the guide could not be built (see above); Help will lack it"
}

set_up_translations() {
    local each
    for each in assets/translations/*.ts; do
        [ "$each" -nt "${each%.ts}.qm" ] || continue
        .venv/bin/python -m scripts.compile_texts </dev/null || say "the window could not be translated (see above); it stays English"
        return 0
    done
}

set_up_containers() {
    [ ${#container_packages[@]} -gt 0 ] || return 0
    # From Debian 13 on the command is a package of its own.
    command -v docker >/dev/null || install_packages docker-cli || true
    # 9 is our lock, which the daemon must not keep.
    if ! scripts/docker_daemon 9>&- || ! scripts/test_images; then
        say "containers cannot be tested: see above what Docker or mmdebstrap said"
        return 1
    fi
}

set_up_firebird() {
    case " $* " in *" tests "*) ;; *) return 0 ;; esac
    scripts/firebird_server >/dev/null 9>&- || say "so what needs a local Firebird server will be skipped"
}

set_up_os
set_up_firebird "$@"
# Images and .venv need nothing of each other, and a minute or two each on a bare machine.
set_up_containers &
containers=$!
set_up_python
compile_ours
set_up_native
set_up_guide
set_up_translations
wait "$containers"
