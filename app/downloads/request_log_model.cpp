#include "downloads/request_log_model.h"

#include "downloads/request_text.h"
#include "system/human_format.h"

#include <QDateTime>
#include <QLocale>
#include <QUrl>
#include <algorithm>
#include <chrono>

namespace hearth {

namespace {

using transfers::RequestRecord;

bool same(const RequestRecord& a, const RequestRecord& b) {
    return a.number == b.number && a.outcome == b.outcome && a.bytes_received == b.bytes_received;
}

}  // namespace

RequestLogModel::RequestLogModel(const transfers::RequestLog& log, QObject* parent)
    : QAbstractListModel(parent), m_log(log) {
    m_timer.setInterval(std::chrono::seconds(1));
    connect(&m_timer, &QTimer::timeout, this, &RequestLogModel::refresh);
}

int RequestLogModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_records.size());
}

QVariant RequestLogModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const RequestRecord& record = m_records[static_cast<std::size_t>(index.row())];
    switch (role) {
        case TimeRole: {
            const auto milliseconds =
                std::chrono::duration_cast<std::chrono::milliseconds>(record.time.time_since_epoch()).count();
            return QLocale().toString(QDateTime::fromMSecsSinceEpoch(milliseconds).time(),
                                      QStringLiteral("HH:mm:ss"));
        }
        case HostRole:
            return QUrl(QString::fromStdString(record.url)).host();
        case PurposeRole:
            return requestPurpose(record);
        case OutcomeRole:
            return record.bytes_received == 0 ? requestOutcome(record.outcome)
                                              : requestOutcome(record.outcome) + QStringLiteral(" · ") +
                                                    formatBytes(record.bytes_received);
        case UrlRole:
            return QString::fromStdString(record.url);
        case BytesRole:
            return static_cast<double>(record.bytes_received);
        default:
            return {};
    }
}

QHash<int, QByteArray> RequestLogModel::roleNames() const {
    return {{TimeRole, "time"},       {HostRole, "host"}, {PurposeRole, "purpose"},
            {OutcomeRole, "outcome"}, {UrlRole, "url"},   {BytesRole, "bytes"}};
}

void RequestLogModel::setWatching(bool watching) {
    if (watching == m_timer.isActive()) {
        return;
    }
    if (watching) {
        refresh();
        m_timer.start();
    } else {
        m_timer.stop();
    }
    Q_EMIT watchingChanged();
}

void RequestLogModel::refresh() {
    std::vector<RequestRecord> records = m_log.recent();
    std::ranges::reverse(records);
    if (std::ranges::equal(records, m_records, same)) {
        return;
    }
    // Usually only the newest ones are new or have ended; a reset would throw away where a reader is.
    if (records.size() == m_records.size()) {
        m_records = std::move(records);
        Q_EMIT dataChanged(index(0), index(rowCount() - 1));
        return;
    }
    beginResetModel();
    m_records = std::move(records);
    endResetModel();
}

}  // namespace hearth
