#include "system/processor_time.h"

#include <time.h>

namespace hearth {

std::chrono::microseconds threadProcessorTime() {
#ifdef CLOCK_THREAD_CPUTIME_ID
    timespec time{};
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0) {
        return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::seconds(time.tv_sec) +
                                                                     std::chrono::nanoseconds(time.tv_nsec));
    }
#endif
    return {};
}

}  // namespace hearth
