#!/usr/bin/env bash
# Fetches the models that tests run on (the starter model, and Gemma 3 270M for tests alone) into the folder where
# the tests look for them. What is there already is verified and not fetched again.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
source "$root/cmake/data_folder.sh"
models=${HEARTH_TEST_MODELS:-$models}
python3 "$root/resources/fetch_model.py" "$root/resources/catalog.json" smollm2-135m-instruct "$models"
python3 "$root/resources/fetch_model.py" "$root/tests/models.json" gemma-3-270m "$models"
