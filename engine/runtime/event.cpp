#include <hearth/event.h>

namespace hearth {

bool is_final(const Event& event) {
    return std::holds_alternative<Finished>(event.what) || std::holds_alternative<Scored>(event.what) ||
           std::holds_alternative<Failed>(event.what);
}

}  // namespace hearth
