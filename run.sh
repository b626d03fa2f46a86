#!/usr/bin/env bash
# Builds Hearth and starts it: the terminal chat with the starter model.
#   ./run.sh                    chat
#   ./run.sh --prompt "…"       one answer, then exit
# Other arguments go to `hearth-cli chat` (or `generate` with --prompt) as they are; with --model FILE that model is
# used and none is fetched.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
source "$here/cmake/packages.sh"
source "$here/cmake/data_folder.sh"
install_packages "${HEARTH_BUILD_PACKAGES[@]}"

quietly() { # runs a command; its output is shown only if it fails
    local output
    output=$("$@" 2>&1) || { printf '%s\n' "$output" >&2; return 1; }
}
cli=$here/build/release/app/cli/hearth-cli
[ -x "$cli" ] || echo "Building Hearth (some minutes the first time) …" >&2
(cd "$here" && quietly cmake --preset release && quietly cmake --build --preset release)

command=chat
own_model=no
for argument in "$@"; do
    case $argument in
        --prompt | --prompt=*) command=generate ;;
        --model | --model=*) own_model=yes ;;
    esac
done
if [ "$own_model" = no ]; then
    set -- --model "$(python3 "$here/resources/fetch_model.py" "$here/resources/catalog.json" smollm2-135m-instruct "$models")" "$@"
fi
[ "$command" = generate ] || echo "Hearth has no window yet: opening the chat in this terminal." >&2
exec "$cli" "$command" "$@"
