#!/usr/bin/env bash
# Inside the session that run.sh makes: window manager, input method, then the person.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=$1
openbox > "$out/openbox.log" 2>&1 &
window_manager=$!
fcitx5 --disable=wayland,waylandim > "$out/fcitx5.log" 2>&1 &
input_method=$!
trap 'kill $window_manager $input_method 2>/dev/null || true' EXIT
# Debian's own Python: the binding of the accessibility bus is installed for no other.
/usr/bin/python3 "$here/person.py" "$out"
