#include "library/starter_probe.h"

#include <system_error>
#include <utility>

namespace hearth {

StarterProbe probeStarter(const std::filesystem::path& catalogFile,
                          const std::filesystem::path& modelsFolder) {
    StarterProbe probe;
    auto catalog = catalog::read_catalog(catalogFile);
    if (!catalog) {
        probe.problem = catalog.error();
        return probe;
    }
    probe.suggestions = std::move(catalog->suggestions);
    const catalog::CatalogModel* starter = catalog->starter();
    if (starter == nullptr) {
        return probe;  // a list may do without one
    }
    probe.model = *starter;
    probe.target = modelsFolder / starter->file;
    std::error_code missing;
    const std::uintmax_t size = std::filesystem::file_size(probe.target, missing);
    probe.here = !missing && size == starter->bytes;
    return probe;
}

}  // namespace hearth
