#pragma once

#include <chrono>
#include <cstdint>

namespace hearth::transfers {

/// How patient a transfer is. There is no limit on the whole time: a slow line may take days.
struct TransferPolicy {
    std::chrono::milliseconds connect_timeout{5000};  ///< name, connection and TLS together
    std::chrono::seconds stall_time{60};              ///< a line without a byte for so long is lost
    std::chrono::seconds fetch_stall_time{20};        ///< the same for small answers, where a person waits
    std::uint32_t redirects = 10;

    std::chrono::milliseconds first_pause{
        1000};  ///< before a second round over the sources; doubles each time
    std::chrono::milliseconds longest_pause{30000};
    std::chrono::seconds longest_asked_pause{60};  ///< a server that asks for more is not waited for
    std::uint32_t rounds_before_first_byte = 3;    ///< then it failed: nobody was ever reached
    std::uint32_t rounds_after_progress = 20;      ///< a line that broke may come back

    std::uint64_t spare_bytes = std::uint64_t{8} << 20U;  ///< left free on the drive
    std::chrono::milliseconds snapshot_interval{100};
};

}  // namespace hearth::transfers
