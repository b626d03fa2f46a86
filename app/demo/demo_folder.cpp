#include "demo/demo_folder.h"

#include <QDir>

namespace hearth {

DemoFolder::DemoFolder(const QString& path)
    : m_temporary(path.isEmpty() ? std::make_unique<QTemporaryDir>() : nullptr),
      m_folder(m_temporary ? m_temporary->path() : QDir(path).absolutePath()),
      m_isThere(!m_temporary || m_temporary->isValid()) {
    QString reason;
    if (m_isThere && !m_folder.create(&reason)) {
        qWarning("cannot make %s: %s", qPrintable(m_folder.root()), qPrintable(reason));
        m_isThere = false;
    }
    m_isThere = m_isThere && QDir().mkpath(m_folder.models());
}

}  // namespace hearth
