#pragma once

#include "system/data_folder.h"

#include <QString>
#include <QTemporaryDir>
#include <memory>

namespace hearth {

/// The data folder of a demo: one that was named, else a temporary one that goes with this object.
class DemoFolder {
 public:
    /// `path` empty: temporary. Where no folder can be made, isThere() is false.
    explicit DemoFolder(const QString& path = {});

    bool isThere() const { return m_isThere; }
    const DataFolder& folder() const { return m_folder; }

 private:
    std::unique_ptr<QTemporaryDir> m_temporary;
    DataFolder m_folder;
    bool m_isThere;
};

}  // namespace hearth
