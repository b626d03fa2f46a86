#include "cli/terminal.h"

#include "cli/interrupt.h"

#include <cerrno>
#include <cstdio>

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

std::optional<std::string> read_line() {
    std::string line;
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
            return ended && !line.empty() ? std::optional(line) : std::nullopt;
        }
        if (byte == '\n') {
            if (!line.empty() && line.back() == '\r') {
                line.pop_back();
            }
            return line;
        }
        line.push_back(static_cast<char>(byte));
    }
}

}  // namespace hearth::cli
