#include "library/hub_access.h"

#include <algorithm>

namespace hearth {

namespace {
/// The loaded model's memory wavers by a little while chats are written; verdicts do not.
constexpr std::uint64_t kNoticeableBytes = 200'000'000;
}  // namespace

HubAccess::HubAccess(HubSourceMaker make, QObject* parent)
    : QObject(parent), m_make(std::move(make)), m_endpoints(hub::known_endpoints()) {
    m_source = m_make(endpoint());
}

void HubAccess::setOwnAddress(const QString& address) {
    std::vector<hub::Endpoint> endpoints = hub::known_endpoints();
    bool refused = false;
    if (!address.isEmpty()) {
        auto own = hub::custom_endpoint(hub::EndpointKind::hugging_face, address.toStdString());
        refused = !own;
        if (own) {
            endpoints.push_back(*std::move(own));
        }
    }
    if (refused != m_addressRefused) {
        m_addressRefused = refused;
        Q_EMIT endpointsChanged();
    }
    setEndpoints(std::move(endpoints));
}

void HubAccess::setEndpoints(std::vector<hub::Endpoint> endpoints) {
    if (endpoints.empty() || endpoints == m_endpoints) {
        return;
    }
    const hub::Endpoint before = endpoint();
    m_endpoints = std::move(endpoints);
    const auto found = std::ranges::find(m_endpoints, before.id, &hub::Endpoint::id);
    m_current = found == m_endpoints.end() ? 0 : static_cast<int>(found - m_endpoints.begin());
    Q_EMIT endpointsChanged();
    if (endpoint() != before) {
        m_source = m_make(endpoint());
        Q_EMIT endpointChanged();
    }
}

QStringList HubAccess::names() const {
    QStringList names;
    for (const hub::Endpoint& endpoint : m_endpoints) {
        names << QString::fromStdString(endpoint.name);
    }
    return names;
}

std::vector<hub::Endpoint> HubAccess::mirrors() const {
    std::vector<hub::Endpoint> mirrors;
    if (endpoint().id == "custom") {
        return mirrors;  // what a hub of one's own has concerns no other
    }
    for (const hub::Endpoint& other : m_endpoints) {
        if (other != endpoint() && other.kind == endpoint().kind && other.id != "custom") {
            mirrors.push_back(other);
        }
    }
    return mirrors;
}

void HubAccess::setCurrent(int index) {
    if (index < 0 || index >= static_cast<int>(m_endpoints.size()) || index == m_current) {
        return;
    }
    m_current = index;
    m_source = m_make(endpoint());
    Q_EMIT endpointChanged();
    Q_EMIT chosen(QString::fromStdString(endpoint().id));
}

void HubAccess::setCurrentId(const QString& id) {
    const auto found = std::ranges::find(m_endpoints, id.toStdString(), &hub::Endpoint::id);
    setCurrent(found == m_endpoints.end() ? 0 : static_cast<int>(found - m_endpoints.begin()));
}

QString HubAccess::name() const {
    return QString::fromStdString(endpoint().name);
}

void HubAccess::setMemory(std::uint64_t freeBytes, std::uint64_t replacedBytes) {
    const std::uint64_t before = std::min(m_freeBytes, freeBytes);
    const bool noticeable = std::max(m_freeBytes, freeBytes) - before >= kNoticeableBytes;
    m_replacedBytes = replacedBytes;
    if (noticeable) {
        m_freeBytes = freeBytes;
        Q_EMIT computerChanged();
    }
}

void HubAccess::setDevice(std::optional<fit::DeviceSpeed> device) {
    m_device = std::move(device);
    Q_EMIT computerChanged();
}

}  // namespace hearth
