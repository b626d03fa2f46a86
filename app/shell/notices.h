#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <map>

namespace hearth {

/// Sentences for the person that any part of the program may raise; the current window shows them as toasts.
/// A notice may carry one action, such as undo. GUI thread.
class Notices : public QObject {
    Q_OBJECT

 public:
    using QObject::QObject;

    /// `text` is plain and translated. `action` runs at most once, when the person presses `actionText`. A
    /// notice of a topic takes the place of the one before it that is still on show, and keeps that one's
    /// action, which therefore takes back both.
    void tell(const QString& text, const QString& actionText = {}, std::function<void()> action = {},
              const QString& topic = {});
    /// The same for something that went wrong.
    void tellProblem(const QString& text, const QString& actionText = {}, std::function<void()> action = {});

    /// QML: the action of a notice was pressed.
    Q_INVOKABLE void act(int key);

 Q_SIGNALS:
    void raised(const QString& text, const QString& actionText, bool problem, int key, const QString& topic);

 private:
    void raise(const QString& text, const QString& actionText, bool problem, std::function<void()> action,
               const QString& topic);

    std::map<int, std::function<void()>> m_actions;
    int m_nextKey = 1;
};

}  // namespace hearth
