#include "storage/private_file.h"

#ifndef _WIN32
#include <fcntl.h>
#include <unistd.h>
#endif

namespace hearth::storage {

void create_private([[maybe_unused]] const std::filesystem::path& file) {
#ifndef _WIN32  // there, files in the person's own folder inherit its rights
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (descriptor >= 0) {
        ::close(descriptor);
    }
#endif
}

}  // namespace hearth::storage
