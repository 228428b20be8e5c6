#!/bin/sh
# Usage: tools/system.sh THING…  Sees that the system has what pip cannot install: venv, cc, chromium, git, postgresql.
# Root on Debian gets what is missing; others are told what to install.
set -eu
python=${PYTHON:-python3}
missing=
for thing in "$@"; do
    case $thing in
        venv) "$python" -c 'import ensurepip, venv' 2>/dev/null || missing="$missing python3-venv" ;;
        cc) command -v cc >/dev/null || missing="$missing gcc libc6-dev" ;;
        chromium)
            command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || missing="$missing chromium-headless-shell" ;;
        postgresql)
            ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || missing="$missing postgresql" ;;
        *) command -v "$thing" >/dev/null || missing="$missing $thing" ;;
    esac
done
if [ -n "$missing" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing$missing" >&2
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq
    apt-get install -y -qq $missing
elif [ -n "$missing" ]; then
    echo "Something is missing on this machine; install it with 'sudo apt-get install$missing' and try again." >&2
    exit 1
fi
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
    echo "Serai needs Python 3.11 or newer; say where it is: make PYTHON=/path/to/python3." >&2
    exit 1
}
