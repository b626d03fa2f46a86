#include "shell/notices.h"

namespace hearth {

namespace {
/// Older notices have left the screen long ago.
constexpr std::size_t kMostActions = 50;
}  // namespace

void Notices::tell(const QString& text, const QString& actionText, std::function<void()> action,
                   const QString& topic) {
    raise(text, actionText, false, std::move(action), topic);
}

void Notices::tellProblem(const QString& text, const QString& actionText, std::function<void()> action) {
    raise(text, actionText, true, std::move(action), {});
}

void Notices::raise(const QString& text, const QString& actionText, bool problem,
                    std::function<void()> action, const QString& topic) {
    const int key = m_nextKey++;
    if (action) {
        m_actions.emplace(key, std::move(action));
        if (m_actions.size() > kMostActions) {
            m_actions.erase(m_actions.begin());
        }
    }
    Q_EMIT raised(text, actionText, problem, key, topic);
}

void Notices::act(int key) {
    const auto found = m_actions.find(key);
    if (found != m_actions.end()) {
        const std::function<void()> action = std::move(found->second);
        m_actions.erase(found);
        action();
    }
}

}  // namespace hearth
