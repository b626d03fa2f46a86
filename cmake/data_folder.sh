# Sourced by run.sh, test.sh and tests/fetch_models.sh: sets `models` to the absolute folder of downloaded models.
if [ -n "${HEARTH_DATA_DIR:-}" ]; then
    data=$HEARTH_DATA_DIR
elif [ -n "${XDG_DATA_HOME:-}" ]; then
    data=$XDG_DATA_HOME/hearth
else
    data=${HOME:?set HOME or HEARTH_DATA_DIR}/.local/share/hearth
fi
models=$(realpath -m "$data/models")
