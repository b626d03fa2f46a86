#pragma once

#include "transfers/request_log.h"

#include <QAbstractListModel>
#include <QTimer>
#include <vector>

namespace hearth {

/// The requests that left this computer in this run, newest first, for the page on privacy. Looks for new
/// ones while `watching`. GUI thread; the log outlives it.
class RequestLogModel : public QAbstractListModel {
    Q_OBJECT
    Q_PROPERTY(bool watching READ watching WRITE setWatching NOTIFY watchingChanged)

 public:
    enum Role { TimeRole = Qt::UserRole, HostRole, PurposeRole, OutcomeRole, UrlRole, BytesRole };

    explicit RequestLogModel(const transfers::RequestLog& log, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    bool watching() const { return m_timer.isActive(); }
    void setWatching(bool watching);
    Q_INVOKABLE void refresh();

 Q_SIGNALS:
    void watchingChanged();

 private:
    const transfers::RequestLog& m_log;
    std::vector<transfers::RequestRecord> m_records;  ///< newest first
    QTimer m_timer;
};

}  // namespace hearth
