#pragma once

#include "hub/endpoint.h"
#include "library/fit_text.h"
#include "library/hub_source.h"

#include <QObject>
#include <QString>
#include <QStringList>
#include <memory>
#include <vector>

namespace hearth {

/// Which hub the Discover view asks, and what is known of this computer for its answers: one for all windows.
/// GUI thread; a source that is in use by a worker thread lives until that is done.
class HubAccess : public QObject {
    Q_OBJECT
    Q_PROPERTY(QStringList names READ names NOTIFY endpointsChanged)
    Q_PROPERTY(int current READ current WRITE setCurrent NOTIFY endpointChanged)
    Q_PROPERTY(QString name READ name NOTIFY endpointChanged)
    Q_PROPERTY(bool addressRefused READ isAddressRefused NOTIFY endpointsChanged)

 public:
    explicit HubAccess(HubSourceMaker make, QObject* parent = nullptr);

    /// A person's own hub joins the known ones; empty: none. What is no address of a hub is refused.
    void setOwnAddress(const QString& address);
    bool isAddressRefused() const { return m_addressRefused; }
    const std::vector<hub::Endpoint>& endpoints() const { return m_endpoints; }
    QStringList names() const;
    int current() const { return m_current; }
    void setCurrent(int index);
    /// By its id; the first one where none is called so.
    void setCurrentId(const QString& id);
    QString name() const;
    const hub::Endpoint& endpoint() const { return m_endpoints[static_cast<std::size_t>(m_current)]; }
    /// The other hubs of the same kind: they may have the files that this one does not give. None for a hub
    /// of the person's own: what it has is nobody else's business.
    std::vector<hub::Endpoint> mirrors() const;
    std::shared_ptr<HubSource> source() const { return m_source; }

    /// Memory that a model could take now, what a loaded one would give back included.
    std::uint64_t freeBytes() const { return m_freeBytes; }
    std::uint64_t replacedBytes() const { return m_replacedBytes; }
    void setMemory(std::uint64_t freeBytes, std::uint64_t replacedBytes);
    const std::optional<fit::DeviceSpeed>& device() const { return m_device; }
    void setDevice(std::optional<fit::DeviceSpeed> device);
    bool hasToken() const { return m_hasToken; }
    void setHasToken(bool has) { m_hasToken = has; }

 Q_SIGNALS:
    void endpointsChanged();
    /// Another hub is asked from now on.
    void endpointChanged();
    /// The person has chosen another one: to be remembered.
    void chosen(const QString& id);
    /// Memory or speed: what fits may be different now.
    void computerChanged();

 private:
    void setEndpoints(std::vector<hub::Endpoint> endpoints);

    HubSourceMaker m_make;
    std::vector<hub::Endpoint> m_endpoints;
    int m_current = 0;
    std::shared_ptr<HubSource> m_source;
    std::uint64_t m_freeBytes = 0;
    std::uint64_t m_replacedBytes = 0;
    std::optional<fit::DeviceSpeed> m_device;
    bool m_hasToken = false;
    bool m_addressRefused = false;
};

}  // namespace hearth
