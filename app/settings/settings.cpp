#include "settings/settings.h"

#include "settings/settings_schema.h"
#include "system/file_writer.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QThread>
#include <QUrl>
#include <algorithm>

namespace hearth {

namespace {

constexpr int kMostUndos = 50;
constexpr qint64 kOneDragMs = 1000;
constexpr int kUsualContext = 4096;
constexpr int kUsualChatMemoryMebibytes = 1024;
constexpr double kMebibyte = 1024.0 * 1024.0;
constexpr double kMegabyte = 1e6;
constexpr int kUsualBandwidthMegabytes = 10;

qint64 nowMs() {
    return QDateTime::currentMSecsSinceEpoch();
}

/// Copies a faulty file to a free name beside it; the name, or nothing where that failed.
QString keepAside(const QString& path) {
    const QFileInfo file(path);
    const QString stamp = QDateTime::currentDateTime().toString(QStringLiteral("yyyyMMdd-HHmmss"));
    const QString base = file.dir().filePath(file.completeBaseName() + QStringLiteral(".faulty-") + stamp);
    for (int attempt = 0; attempt < 100; ++attempt) {
        const QString copy = base + (attempt == 0 ? QString() : QLatin1Char('-') + QString::number(attempt)) +
                             QStringLiteral(".json");
        if (QFile::copy(path, copy)) {
            return copy;
        }
        if (!QFile::exists(copy)) {
            return {};
        }
    }
    return {};
}

}  // namespace

Settings::Settings(const QString& path, QObject* parent) : QObject(parent), m_path(path) {
    QByteArray content;
    QFile file(path);
    if (file.exists()) {
        if (file.open(QIODevice::ReadOnly)) {
            content = file.readAll();
        } else {
            m_readFault = file.errorString();
        }
    }
    ParsedSettings parsed = parseSettings(content);
    m_values = std::move(parsed.values);
    m_unknown = std::move(parsed.unknown);
    if (!parsed.problems.isEmpty()) {
        m_faultyContent = content;
        m_keptAside = keepAside(path);
    }
    m_writer = std::make_unique<FileWriter>(path, [this] { return writeSettings(m_values, m_unknown); });
    connect(m_writer.get(), &FileWriter::failed, this, &Settings::saveFailed);
}

Settings::~Settings() {
    flush();
}

QStringList Settings::problems() const {
    QStringList sentences = parseSettings(m_faultyContent).problems;
    if (!m_readFault.isEmpty()) {
        sentences.append(tr("The settings in “%1” could not be read (%2). Defaults are used.")
                             .arg(QDir::toNativeSeparators(m_path), m_readFault));
    }
    return sentences;
}

void Settings::flush() {
    m_writer->flush();
}

QJsonValue Settings::value(const char* name) const {
    return m_values.value(QLatin1String(name));
}

void Settings::set(const QString& name, const QJsonValue& value) {
    const SettingField* field = settingField(name);
    if (field == nullptr || m_values.value(name) == value || !field->expectation(value).isEmpty()) {
        return;
    }
    const int change = field->undoable ? remember(name, {{name, m_values.value(name)}}) : 0;
    m_values.insert(name, value);
    m_writer->schedule();
    Q_EMIT fieldChanged(name);
    Q_EMIT changed();
    if (field->undoable) {
        Q_EMIT undoableChange(titleOf(name), change, name);
    }
}

int Settings::remember(const QString& name, const QJsonObject& before) {
    const qint64 now = nowMs();
    if (!m_changes.isEmpty() && !name.isEmpty() && m_changes.last().name == name &&
        now - m_changes.last().at < kOneDragMs) {
        m_changes.last().at = now;
        return m_changes.last().id;
    }
    m_changes.append(Change{++m_lastChange, name, before, now});
    if (m_changes.size() > kMostUndos) {
        m_changes.removeFirst();
    }
    Q_EMIT undoChanged();
    return m_lastChange;
}

void Settings::apply(const QJsonObject& values) {
    QStringList differing;
    for (const SettingField& field : settingFields()) {
        // What the program remembers by itself is no part of an undo.
        if (field.undoable && values.contains(field.name) &&
            m_values.value(field.name) != values.value(field.name)) {
            m_values.insert(field.name, values.value(field.name));
            differing.append(field.name);
        }
    }
    m_writer->schedule();
    for (const QString& name : differing) {
        Q_EMIT fieldChanged(name);
    }
    if (!differing.isEmpty()) {
        Q_EMIT changed();
    }
}

bool Settings::canUndo() const {
    return !m_changes.isEmpty();
}

QString Settings::undoText() const {
    return m_changes.isEmpty() ? QString() : titleOf(m_changes.last().name);
}

void Settings::undo() {
    if (m_changes.isEmpty()) {
        return;
    }
    undo(m_changes.last().id);
}

void Settings::undo(int change) {
    const auto found = std::find_if(m_changes.begin(), m_changes.end(),
                                    [change](const Change& candidate) { return candidate.id == change; });
    if (found == m_changes.end()) {
        return;
    }
    const QJsonObject before = found->before;
    // What was set over it goes with it: to undo that later would bring this change back.
    for (auto later = m_changes.erase(found); later != m_changes.end();) {
        for (const QString& name : before.keys()) {
            later->before.remove(name);
        }
        later = later->before.isEmpty() ? m_changes.erase(later) : std::next(later);
    }
    apply(before);
    Q_EMIT undoChanged();
}

void Settings::resetAll() {
    const int change = remember(QString(), m_values);
    apply(parseSettings({}).values);
    Q_EMIT undoableChange(titleOf(QString()), change, QString());
}

QString Settings::titleOf(const QString& name) {
    if (name.isEmpty())
        return tr("All settings");
    if (name == QLatin1String("bandwidthLimit"))
        return tr("Speed of downloads");
    if (name == QLatin1String("hubAddress"))
        return tr("Address of your hub");
    if (name == QLatin1String("hubSource"))
        return tr("Source of models");
    if (name == QLatin1String("proxy"))
        return tr("Proxy");
    if (name == QLatin1String("chatMemoryBytes"))
        return tr("Memory for chats");
    if (name == QLatin1String("contextTokens"))
        return tr("Length of a conversation");
    if (name == QLatin1String("fontScale"))
        return tr("Text size");
    if (name == QLatin1String("language"))
        return tr("Language");
    if (name == QLatin1String("loadLastModel"))
        return tr("Load the last model at start");
    if (name == QLatin1String("modelFolders"))
        return tr("Folders with models");
    if (name == QLatin1String("offline"))
        return tr("Offline");
    if (name == QLatin1String("reducedMotion"))
        return tr("Less motion");
    if (name == QLatin1String("scanOtherPrograms"))
        return tr("Offer models of other programs");
    if (name == QLatin1String("sendKey"))
        return tr("Sending a message");
    if (name == QLatin1String("shortcuts"))
        return tr("Shortcuts");
    if (name == QLatin1String("theme"))
        return tr("Theme");
    if (name == QLatin1String("threads"))
        return tr("Processor threads");
    return name;
}

QString Settings::language() const {
    return value("language").toString();
}
void Settings::setLanguage(const QString& language) {
    set(QStringLiteral("language"), language);
}
QString Settings::theme() const {
    return value("theme").toString();
}
void Settings::setTheme(const QString& theme) {
    set(QStringLiteral("theme"), theme);
}
double Settings::fontScale() const {
    return value("fontScale").toDouble();
}
void Settings::setFontScale(double scale) {
    set(QStringLiteral("fontScale"), scale);
}
bool Settings::reducedMotion() const {
    return value("reducedMotion").toBool();
}
void Settings::setReducedMotion(bool reduced) {
    set(QStringLiteral("reducedMotion"), reduced);
}
bool Settings::offline() const {
    return value("offline").toBool();
}
void Settings::setOffline(bool offline) {
    set(QStringLiteral("offline"), offline);
}
QString Settings::sendKey() const {
    return value("sendKey").toString();
}
void Settings::setSendKey(const QString& key) {
    set(QStringLiteral("sendKey"), key);
}
bool Settings::scanOtherPrograms() const {
    return value("scanOtherPrograms").toBool();
}
void Settings::setScanOtherPrograms(bool scan) {
    set(QStringLiteral("scanOtherPrograms"), scan);
}
bool Settings::loadLastModel() const {
    return value("loadLastModel").toBool();
}
void Settings::setLoadLastModel(bool load) {
    set(QStringLiteral("loadLastModel"), load);
}
QString Settings::lastModel() const {
    return value("lastModel").toString();
}
void Settings::setLastModel(const QString& path) {
    set(QStringLiteral("lastModel"), path);
}

QStringList Settings::modelFolders() const {
    QStringList folders;
    for (const QJsonValue& folder : value("modelFolders").toArray()) {
        folders.append(folder.toString());
    }
    return folders;
}

void Settings::setModelFolders(const QStringList& folders) {
    set(QStringLiteral("modelFolders"), QJsonArray::fromStringList(folders));
}

void Settings::addModelFolder(const QString& folderOrUrl) {
    const QUrl url(folderOrUrl);
    const QString folder = QDir::cleanPath(url.isLocalFile() ? url.toLocalFile() : folderOrUrl);
    QStringList folders = modelFolders();
    if (!folderOrUrl.isEmpty() && !folders.contains(folder)) {
        folders.append(folder);
        setModelFolders(folders);
    }
}

void Settings::removeModelFolder(const QString& folder) {
    QStringList folders = modelFolders();
    if (folders.removeOne(folder)) {
        setModelFolders(folders);
    }
}

QString Settings::hubSource() const {
    return value("hubSource").toString();
}
void Settings::setHubSource(const QString& id) {
    set(QStringLiteral("hubSource"), id);
}
QString Settings::hubAddress() const {
    return value("hubAddress").toString();
}
void Settings::setHubAddress(const QString& address) {
    set(QStringLiteral("hubAddress"), address.trimmed());
}
QString Settings::proxy() const {
    return value("proxy").toString();
}
void Settings::setProxy(const QString& proxy) {
    set(QStringLiteral("proxy"), proxy.trimmed());
}
bool Settings::isProxy(const QString& proxy) const {
    return settingField(QStringLiteral("proxy"))->expectation(proxy.trimmed()).isEmpty();
}

std::optional<quint64> Settings::bandwidthLimit() const {
    const QJsonValue limit = value("bandwidthLimit");
    return limit.isNull() ? std::nullopt : std::optional<quint64>(static_cast<quint64>(limit.toDouble()));
}
bool Settings::bandwidthUnlimited() const {
    return value("bandwidthLimit").isNull();
}
void Settings::setBandwidthUnlimited(bool unlimited) {
    if (unlimited != bandwidthUnlimited()) {
        set(QStringLiteral("bandwidthLimit"),
            unlimited ? QJsonValue(QJsonValue::Null) : QJsonValue(kUsualBandwidthMegabytes * kMegabyte));
    }
}
int Settings::bandwidthMegabytes() const {
    return std::max(
        1,
        static_cast<int>(value("bandwidthLimit").toDouble(kUsualBandwidthMegabytes * kMegabyte) / kMegabyte));
}
void Settings::setBandwidthMegabytes(int megabytes) {
    set(QStringLiteral("bandwidthLimit"), megabytes * kMegabyte);
}

std::optional<quint32> Settings::contextTokens() const {
    return contextAutomatic() ? std::nullopt : std::optional<quint32>(static_cast<quint32>(contextSize()));
}
bool Settings::contextAutomatic() const {
    return value("contextTokens").isNull();
}
void Settings::setContextAutomatic(bool automatic) {
    if (automatic != contextAutomatic()) {
        set(QStringLiteral("contextTokens"),
            automatic ? QJsonValue(QJsonValue::Null) : QJsonValue(kUsualContext));
    }
}
int Settings::contextSize() const {
    return value("contextTokens").toInt(kUsualContext);
}
void Settings::setContextSize(int tokens) {
    set(QStringLiteral("contextTokens"), tokens);
}

std::optional<quint64> Settings::chatMemoryBytes() const {
    const QJsonValue bytes = value("chatMemoryBytes");
    return bytes.isNull() ? std::nullopt : std::optional<quint64>(static_cast<quint64>(bytes.toDouble()));
}
bool Settings::chatMemoryAutomatic() const {
    return value("chatMemoryBytes").isNull();
}
void Settings::setChatMemoryAutomatic(bool automatic) {
    if (automatic != chatMemoryAutomatic()) {
        set(QStringLiteral("chatMemoryBytes"),
            automatic ? QJsonValue(QJsonValue::Null) : QJsonValue(kUsualChatMemoryMebibytes * kMebibyte));
    }
}
int Settings::chatMemoryMebibytes() const {
    return static_cast<int>(value("chatMemoryBytes").toDouble(kUsualChatMemoryMebibytes * kMebibyte) /
                            kMebibyte);
}
void Settings::setChatMemoryMebibytes(int mebibytes) {
    set(QStringLiteral("chatMemoryBytes"), mebibytes * kMebibyte);
}

std::optional<quint32> Settings::threads() const {
    return threadsAutomatic() ? std::nullopt : std::optional<quint32>(static_cast<quint32>(threadCount()));
}
bool Settings::threadsAutomatic() const {
    return value("threads").isNull();
}
void Settings::setThreadsAutomatic(bool automatic) {
    if (automatic != threadsAutomatic()) {
        set(QStringLiteral("threads"),
            automatic ? QJsonValue(QJsonValue::Null) : QJsonValue(QThread::idealThreadCount()));
    }
}
int Settings::threadCount() const {
    return value("threads").toInt(QThread::idealThreadCount());
}
void Settings::setThreadCount(int threads) {
    set(QStringLiteral("threads"), threads);
}

QMap<QString, QString> Settings::shortcuts() const {
    QMap<QString, QString> map;
    const QJsonObject object = value("shortcuts").toObject();
    for (auto entry = object.begin(); entry != object.end(); ++entry) {
        map.insert(entry.key(), entry.value().toString());
    }
    return map;
}

void Settings::setShortcuts(const QMap<QString, QString>& shortcuts) {
    QJsonObject object;
    for (auto entry = shortcuts.begin(); entry != shortcuts.end(); ++entry) {
        object.insert(entry.key(), entry.value());
    }
    set(QStringLiteral("shortcuts"), object);
}

}  // namespace hearth
