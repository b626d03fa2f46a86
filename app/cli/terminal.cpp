#include "cli/terminal.h"

#include "cli/interrupt.h"

#include <cerrno>
#include <cstdio>

#include <fmt/format.h>

#ifdef _WIN32
#include <io.h>
#else
#include <unistd.h>
#endif

namespace hearth::cli {

bool is_terminal(Stream stream) {
    std::FILE* file = stream == Stream::input ? stdin : stream == Stream::output ? stdout : stderr;
#ifdef _WIN32
    return _isatty(_fileno(file)) != 0;
#else
    return isatty(fileno(file)) != 0;
#endif
}

std::optional<Result<std::string>> read_line(std::size_t most_bytes) {
    std::string line;
    std::size_t length = 0;
    const auto finished = [&]() -> Result<std::string> {
        if (length > most_bytes) {
            return Error{ErrorCode::invalid_request,
                         fmt::format("the line has {} bytes, at most {} are taken", length, most_bytes),
                         {.field = "message"}};
        }
        if (!line.empty() && line.back() == '\r') {
            line.pop_back();
        }
        return std::move(line);
    };
    while (true) {
        errno = 0;
        const int byte = std::fgetc(stdin);
        if (byte == EOF) {
            if (errno == EINTR && Interrupt::count() == 0) {
                std::clearerr(stdin);  // another signal, e.g. the window changed its size
                continue;
            }
            const bool ended = std::feof(stdin) != 0;
            std::clearerr(stdin);
            return ended && length > 0 ? std::optional(finished()) : std::nullopt;
        }
        if (byte == '\n') {
            return finished();
        }
        if (++length <= most_bytes) {
            line.push_back(static_cast<char>(byte));
        }
    }
}

}  // namespace hearth::cli
