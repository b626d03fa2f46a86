# Sourced by run.sh and test.sh: install_packages NAME... installs the Debian/Ubuntu packages that are missing.
# sudo is asked for only when something is missing and the user is not root.
install_packages() {
    local missing=() name
    if ! command -v dpkg-query >/dev/null; then
        echo "This is not Debian or Ubuntu: please see that these packages' equivalents are installed: $*" >&2
        return 0
    fi
    for name in "$@"; do
        dpkg-query -W -f='${db:Status-Status}\n' "$name" 2>/dev/null | grep -qx installed || missing+=("$name")
    done
    [ ${#missing[@]} -eq 0 ] && return 0
    echo "Installing missing packages: ${missing[*]}" >&2
    local as_root=()
    [ "$(id -u)" -eq 0 ] || as_root=(sudo)
    "${as_root[@]}" apt-get update -qq >&2
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2
}

# What it takes to build hearth-cli and to fetch models.
HEARTH_BUILD_PACKAGES=(g++ cmake ninja-build ccache pkg-config ca-certificates curl python3 python3-pip
    libfmt-dev nlohmann-json3-dev libpcre2-dev libutf8proc-dev libxxhash-dev libcli11-dev
    libsqlite3-dev libsqlitecpp-dev libcurl4-openssl-dev libssl-dev)

# What the window adds. QML modules do not depend on each other, so each is named.
HEARTH_WINDOW_PACKAGES=(libmd4c-dev
    qt6-base-dev qt6-base-dev-tools qt6-declarative-dev qt6-declarative-dev-tools qt6-svg-dev
    qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools qt6-translations-l10n qt6-wayland qtkeychain-qt6-dev libgl-dev libxcb-cursor0
    qml6-module-qtqml qml6-module-qtqml-models qml6-module-qtqml-workerscript qml6-module-qtquick
    qml6-module-qtquick-window qml6-module-qtquick-controls qml6-module-qtquick-templates
    qml6-module-qtquick-layouts qml6-module-qtquick-dialogs qml6-module-qtquick-shapes qml6-module-qtcore
    qml6-module-qt-labs-folderlistmodel qml6-module-qt-labs-platform qml6-module-qt-labs-qmlmodels
    fonts-inter fonts-noto-mono fonts-noto-cjk fonts-noto-color-emoji)

# What the tests add: a display of their own, a window manager, an input method, a local server.
HEARTH_TEST_PACKAGES=(libgtest-dev libgmock-dev libbenchmark-dev libcpp-httplib-dev qml6-module-qttest
    xvfb xauth openbox xdotool x11-utils imagemagick libgl1-mesa-dri dbus dbus-x11
    fcitx5 fcitx5-chinese-addons fcitx5-frontend-qt6 at-spi2-core python3-pyatspi libqt6svg6)
