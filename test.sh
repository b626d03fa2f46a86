#!/usr/bin/env bash
# Installs what is missing, builds everything and runs every test.
#   ./test.sh [PRESET]     dev (default), asan, tsan, or ci, which refuses to go on without the test models
set -euo pipefail
cd "$(dirname "$0")"
source cmake/packages.sh
source cmake/data_folder.sh
install_packages "${HEARTH_BUILD_PACKAGES[@]}" "${HEARTH_WINDOW_PACKAGES[@]}" "${HEARTH_TEST_PACKAGES[@]}"

preset=${1:-dev}
cmake --preset "$preset"
cmake --build --preset "$preset"
export HEARTH_TEST_MODELS=${HEARTH_TEST_MODELS:-$models}
if ! tests/fetch_models.sh; then
    [ "$preset" = ci ] && { echo "The test models could not be fetched." >&2; exit 1; }
    echo "The test models could not be fetched: tests that need them will be skipped." >&2
fi
ctest --preset "$preset"
