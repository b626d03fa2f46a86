#!/usr/bin/env bash
# Installs what is missing, builds everything and runs every test.
#   ./test.sh [PRESET]     dev (default; ci in continuous integration), asan or tsan
set -euo pipefail
cd "$(dirname "$0")"
source cmake/packages.sh
install_packages "${HEARTH_BUILD_PACKAGES[@]}" libgtest-dev libgmock-dev libbenchmark-dev

ci=${CI:-}
preset=${1:-$([ "$ci" = true ] && echo ci || echo dev)}
cmake --preset "$preset"
cmake --build --preset "$preset"
if ! tests/fetch_models.sh; then
    echo "The test models could not be fetched." >&2
    [ "$ci" = true ] && exit 1
    echo "Tests that need them will be skipped." >&2
fi
ctest --preset "$preset"
