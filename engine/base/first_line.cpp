#include "base/first_line.h"

#include <fstream>

namespace hearth {

std::string first_line(const std::filesystem::path& path) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

}  // namespace hearth
