#!/usr/bin/env bash
# Builds Hearth and starts it.
#   ./run.sh                    the window; where there is no display, the chat in this terminal
#   ./run.sh --prompt "…"       one answer in this terminal, then exit
# Other arguments go to `hearth` (the window), `hearth-cli chat` or, with --prompt, `hearth-cli generate` as they are;
# in the terminal, with --model FILE that model is used and none is fetched.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
source "$here/cmake/packages.sh"
source "$here/cmake/data_folder.sh"

command=window
own_model=no
for argument in "$@"; do
    case $argument in
        --prompt | --prompt=*) command=generate ;;
        --model | --model=*) own_model=yes ;;
    esac
done
if [ "$command" = window ] && [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    echo "There is no display: opening the chat in this terminal." >&2
    command=chat
fi

quietly() { # runs a command; its output is shown only if it fails
    local output
    output=$("$@" 2>&1) || { printf '%s\n' "$output" >&2; return 1; }
}
progress() { # of a build, from its output: every tenth part of it, as ninja counts them
    local line part last=0
    while IFS= read -r line; do
        printf '%s\n' "$line" >&3
        [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] || continue
        part=$((BASH_REMATCH[1] * 10 / BASH_REMATCH[2]))
        [ "$part" -gt "$last" ] && [ "${BASH_REMATCH[2]}" -ge 50 ] && echo "  ${part}0 %" >&2
        last=$part
    done
}
build() { # PRESET TARGET
    local log
    log=$(mktemp)
    (cd "$here" && quietly cmake --preset "$1" && cmake --build --preset "$1" --target "$2" 2>&1 | progress 3> "$log") ||
        { cat "$log" >&2; rm -f "$log"; return 1; }
    rm -f "$log"
}
starter_model() { # prints its path; fetched if absent, verified if present
    python3 "$here/resources/fetch_model.py" "$here/resources/catalog.json" smollm2-135m-instruct "$models"
}

if [ "$command" = window ]; then
    install_packages "${HEARTH_BUILD_PACKAGES[@]}" "${HEARTH_WINDOW_PACKAGES[@]}"
    [ -x "$here/build/release/app/hearth" ] || echo "Building Hearth (some minutes the first time) …" >&2
    build release hearth
    starter_model >/dev/null || echo "The starter model could not be fetched: the window offers it again." >&2
    exec "$here/build/release/app/hearth" "$@"
fi
install_packages "${HEARTH_BUILD_PACKAGES[@]}"
[ -x "$here/build/terminal/app/cli/hearth-cli" ] || echo "Building Hearth (some minutes the first time) …" >&2
build terminal hearth-cli
[ "$own_model" = yes ] || set -- --model "$(starter_model)" "$@"
exec "$here/build/terminal/app/cli/hearth-cli" "$command" "$@"
