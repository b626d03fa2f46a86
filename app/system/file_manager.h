#pragma once

#include <QObject>
#include <QString>
#include <QUrl>
#include <functional>

namespace hearth {

/// The desktop's file manager: shows a file in its folder, chosen among the others where the desktop can do
/// that. Nothing is waited for. GUI thread.
class FileManager : public QObject {
    Q_OBJECT

 public:
    /// `open` hands a folder to the desktop, where nobody answers for single files; a test watches it.
    explicit FileManager(std::function<void(const QUrl&)> open, QObject* parent = nullptr);

    Q_INVOKABLE void show(const QString& path);

 private:
    std::function<void(const QUrl&)> m_open;
};

}  // namespace hearth
