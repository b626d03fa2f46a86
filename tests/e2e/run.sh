#!/usr/bin/env bash
# The whole program as a person uses it: a display, a window manager, an input method and the starter model.
#   HEARTH_BIN=build/dev/app/hearth tests/e2e/run.sh OUT_DIR
# HEARTH_E2E_PARTS says what is run, some of (default: all)
#   chats      from an empty home to many chats (chats.py)
#   models     from an empty home to a model of a hub that answers (models.py); the hub is on this computer (hub.py)
#   pictures   every page and state on the scripted engine
# HEARTH_CLI_BIN (default: cli/hearth-cli beside HEARTH_BIN) is what the window's figures of models are compared with,
# HEARTH_DEMO_BIN (default: hearth-demo beside it) draws the pictures. The starter model is looked for in
# HEARTH_TEST_MODELS, else in Hearth's own folder. Pictures, logs and index.json go to OUT_DIR; nothing outside it is
# written.
# Needs (Debian): xvfb openbox xdotool imagemagick dbus dbus-x11 at-spi2-core python3-pyatspi fcitx5 fcitx5-chinese-addons
# fcitx5-frontend-qt6. Exits with 1, and says what, on any fault; with 77 where the
# starter model is missing.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
out=$(realpath -m "${1:?give the folder for pictures and logs}")
export HEARTH_BIN=$(realpath "${HEARTH_BIN:?set it to the program hearth}")
export HEARTH_CLI_BIN=$(realpath -m "${HEARTH_CLI_BIN:-$(dirname "$HEARTH_BIN")/cli/hearth-cli}")
demo=$(realpath -m "${HEARTH_DEMO_BIN:-$(dirname "$HEARTH_BIN")/hearth-demo}")
parts=${HEARTH_E2E_PARTS:-chats models pictures}
mkdir -p "$out"

homes=$(mktemp -d)
# A desktop's document portal may still be mounted in a home: it goes by itself, and is not looked into.
trap 'rm -rf --one-file-system "$homes" 2>/dev/null || true' EXIT
fault=0

# A person does PART (PART.py) at a display, in a session and a home of their own, within SECONDS.
person() { # PART SECONDS
    local home=$homes/$1
    source "$root/cmake/data_folder.sh"
    export HEARTH_STARTER=${HEARTH_TEST_MODELS:-$models}/SmolLM2-135M-Instruct.Q4_1.gguf
    [ -f "$HEARTH_STARTER" ] || { echo "the starter model is not in ${HEARTH_TEST_MODELS:-$models}" >&2; return 77; }
    export HOME=$home XDG_RUNTIME_DIR=$home/runtime XDG_CONFIG_HOME=$home/config XDG_DATA_HOME=$home/share
    export XDG_CACHE_HOME=$home/cache LC_ALL=C.UTF-8
    unset WAYLAND_DISPLAY HEARTH_DATA_DIR QT_QPA_PLATFORM QT_QUICK_BACKEND
    mkdir -p "$home"
    mkdir -p -m 700 "$XDG_RUNTIME_DIR"
    mkdir -p "$XDG_CONFIG_HOME/fcitx5"
    cat > "$XDG_CONFIG_HOME/fcitx5/profile" <<'PROFILE'
[Groups/0]
Name=Default
Default Layout=us
DefaultIM=pinyin

[Groups/0/Items/0]
Name=keyboard-us
Layout=

[Groups/0/Items/1]
Name=pinyin
Layout=

[GroupOrder]
0=Default
PROFILE
    Xvfb -displayfd 3 -screen 0 1400x900x24 -nolisten tcp 3> "$home/display" 2> "$out/$1_xvfb.log" &
    trap "kill $! 2>/dev/null || true" EXIT
    for _ in $(seq 50); do [ -s "$home/display" ] && break; sleep 0.1; done
    export DISPLAY=:$(cat "$home/display")
    export XMODIFIERS=@im=fcitx QT_IM_MODULE=fcitx QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1 HEARTH_RENDERER=software
    # A session of its own: fcitx, the accessibility bus and whatever else starts there end with it.
    timeout "$2" dbus-run-session -- bash "$here/session.sh" "$1" "$out" > "$out/$1_person.log" 2> "$out/$1_session.log" ||
        { cat "$out/$1_person.log"; return 1; }
    cat "$out/$1_person.log"
}

chats() { person chats 400; }
models() { person models 400; }

pictures() {
    (cd "$out" && XDG_RUNTIME_DIR=$homes/pictures HOME=$homes && export XDG_RUNTIME_DIR HOME &&
        mkdir -p -m 700 "$XDG_RUNTIME_DIR" && timeout 1300 "$demo" --screenshots "$out")
}

for part in $parts; do
    echo "== $part"
    status=0
    ("$part") || status=$?
    # What QML says of our own files (an unknown name, a binding loop) is a fault, whatever the person saw.
    if [ $status -eq 0 ] && [ -f "$out/${part}_hearth.log" ]; then
        ! grep 'qrc:/qt/qml/Hearth[^ ]*:[0-9]*: ' "$out/${part}_hearth.log" >&2 || status=1
    fi
    [ $status -eq 0 ] || { echo "FAILED: $part" >&2; fault=$status; }
done
exit $fault
