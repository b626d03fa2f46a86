#!/usr/bin/env bash
# Fetches the models that tests run on (the starter model, and Gemma 3 270M for tests alone) into the folder where
# the tests look for them. What is there already is verified and not fetched again.
set -euo pipefail
cd "$(dirname "$0")/.."
data=${HEARTH_DATA_DIR:-${XDG_DATA_HOME:-$HOME/.local/share}/hearth}
models=${HEARTH_TEST_MODELS:-$data/models}
python3 resources/fetch_model.py resources/catalog.json smollm2-135m-instruct "$models"
python3 resources/fetch_model.py tests/models.json gemma-3-270m "$models"
