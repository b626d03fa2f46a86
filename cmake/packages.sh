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
    libfmt-dev nlohmann-json3-dev libpcre2-dev libutf8proc-dev libxxhash-dev libcli11-dev)
