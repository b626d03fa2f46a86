#!/usr/bin/env bash
# Builds Hearth and starts it: the terminal chat with the starter model.
#   ./run.sh                    chat
#   ./run.sh --prompt "…"       one answer, then exit
# Other arguments go to `hearth-cli chat` (or `generate` with --prompt) as they are.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
source "$here/cmake/packages.sh"
install_packages "${HEARTH_BUILD_PACKAGES[@]}"

log=$(mktemp)
trap 'rm -f "$log"' EXIT
quietly() { # runs a command; its output is shown only if it fails
    "$@" >"$log" 2>&1 || { cat "$log" >&2; return 1; }
}
[ -x "$here/build/release/app/cli/hearth-cli" ] || echo "Building Hearth (a few minutes the first time) …" >&2
cd "$here"
quietly cmake --preset release
quietly cmake --build --preset release

data=${HEARTH_DATA_DIR:-${XDG_DATA_HOME:-$HOME/.local/share}/hearth}
model=$(python3 resources/fetch_model.py resources/catalog.json smollm2-135m-instruct "$data/models")

cd "$OLDPWD"
cli=$here/build/release/app/cli/hearth-cli
for argument in "$@"; do
    case $argument in
        --prompt | --prompt=*) exec "$cli" generate --model "$model" "$@" ;;
    esac
done
echo "Hearth has no window yet: opening the chat in this terminal." >&2
exec "$cli" chat --model "$model" "$@"
