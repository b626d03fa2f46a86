#include "base/file.h"

#include <cerrno>

#include <fmt/format.h>

namespace hearth {

std::string system_error_text(int error_number) {
    switch (error_number) {
        case EACCES:
        case EPERM:
            return "permission denied";
        case EBUSY:
            return "it is in use";
        case EDQUOT:
            return "the disk quota is used up";
        case EFBIG:
            return "the file is too large for this file system";
        case EIO:
            return "the drive reported an input/output error";
        case EISDIR:
            return "it is a folder";
        case ELOOP:
            return "too many symbolic links";
        case EMFILE:
        case ENFILE:
            return "too many files are open";
        case ENAMETOOLONG:
            return "the name is too long";
        case ENODEV:
        case ENXIO:
            return "the drive is not there any more";
        case ENOENT:
            return "there is no such file or folder";
        case ENOMEM:
            return "there is not enough memory";
        case ENOSPC:
            return "the disk is full";
        case ENOTDIR:
            return "a part of the path is not a folder";
        case EROFS:
            return "the file system is read-only";
        case ESTALE:
            return "the network drive lost the file";
        case ETXTBSY:
            return "it is in use as a program";
        default:
            return fmt::format("system error {}", error_number);
    }
}

}  // namespace hearth
