#include "cli/measured_runs.h"

#ifdef HEARTH_COMMAND_FIT
#include "cli/data_folder.h"
#include "fit/run_record.h"
#endif

namespace hearth::cli {

#ifdef HEARTH_COMMAND_FIT

void MeasuredRuns::keep(Console& console) {
    fit::DeviceSpeeds speeds(fit::DeviceSpeeds::default_file(data_folder()));
    if (const Status kept = fit::record_runs(speeds, model_, options_, runs_); !kept) {
        console.note("hearth-cli: how fast the model ran is not kept: " + kept.error().message);
    }
}

#else

void MeasuredRuns::keep(Console& /*console*/) {}

#endif

}  // namespace hearth::cli
