#include "chat/context_choices.h"

#include <utility>

namespace hearth {

void ContextChoices::setState(State state) {
    m_state = std::move(state);
    Q_EMIT changed();
}

}  // namespace hearth
