#!/usr/bin/env bash
# Inside the session that run.sh makes: window manager, input method, then the person.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
part=$1
out=$2
openbox > "$out/${part}_openbox.log" 2>&1 &
window_manager=$!
fcitx5 --disable=wayland,waylandim > "$out/${part}_fcitx5.log" 2>&1 &
input_method=$!
end() { # what was started here, so that nothing writes into the home while it is removed
    kill $window_manager $input_method 2>/dev/null || true
    for _ in $(seq 20); do
        kill -0 $input_method 2>/dev/null || return 0
        sleep 0.1
    done
    kill -9 $input_method 2>/dev/null || true
}
trap end EXIT
# Debian's own Python: the binding of the accessibility bus is installed for no other.
/usr/bin/python3 -B "$here/$part.py" "$out"
