#include "settings/settings_schema.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QKeySequence>
#include <QLocale>
#include <QRegularExpression>
#include <cmath>

namespace hearth {

namespace {

class SettingsSchema {
    Q_DECLARE_TR_FUNCTIONS(SettingsSchema)
};

using Expectation = std::function<QString(const QJsonValue&)>;

Expectation oneOf(const QStringList& choices) {
    return [choices](const QJsonValue& value) {
        return value.isString() && choices.contains(value.toString())
                   ? QString()
                   : SettingsSchema::tr("one of: %1").arg(choices.join(QStringLiteral(", ")));
    };
}

Expectation numberBetween(double least, double most) {
    return [=](const QJsonValue& value) {
        return value.isDouble() && value.toDouble() >= least && value.toDouble() <= most
                   ? QString()
                   : SettingsSchema::tr("a number from %1 to %2")
                         .arg(QLocale().toString(least), QLocale().toString(most));
    };
}

/// A whole number, or null where the program chooses.
Expectation wholeOrAutomatic(double least, double most) {
    return [=](const QJsonValue& value) {
        const bool right =
            value.isNull() || (value.isDouble() && value.toDouble() >= least && value.toDouble() <= most &&
                               value.toDouble() == std::floor(value.toDouble()));
        return right ? QString()
                     : SettingsSchema::tr("null, or a whole number from %1 to %2")
                           .arg(QLocale().toString(static_cast<qint64>(least)),
                                QLocale().toString(static_cast<qint64>(most)));
    };
}

QString yesOrNo(const QJsonValue& value) {
    return value.isBool() ? QString() : SettingsSchema::tr("true or false");
}

QString anyText(const QJsonValue& value) {
    return value.isString() ? QString() : SettingsSchema::tr("a text");
}

QString proxyAddress(const QJsonValue& value) {
    static const QRegularExpression address(
        QStringLiteral("^(https?|socks5h?)://([^\\s@/]*@)?(\\[[0-9a-fA-F:]+\\]|[^\\s@/:]+):[0-9]{1,5}/?$"));
    const bool right =
        value.isString() && (value.toString().isEmpty() || address.match(value.toString()).hasMatch());
    return right ? QString() : SettingsSchema::tr("an address such as “http://proxy.example:3128”");
}

QString folders(const QJsonValue& value) {
    bool right = value.isArray();
    for (const QJsonValue& folder : value.toArray()) {
        right = right && folder.isString() && !folder.toString().isEmpty();
    }
    return right ? QString() : SettingsSchema::tr("a list of folders");
}

QString shortcuts(const QJsonValue& value) {
    bool right = value.isObject();
    for (const QJsonValue& keys : value.toObject()) {
        right = right && keys.isString() &&
                (keys.toString().isEmpty() ||
                 !QKeySequence(keys.toString(), QKeySequence::PortableText).isEmpty());
    }
    return right ? QString() : SettingsSchema::tr("a list of keys, such as “Ctrl+K”, by name of the action");
}

QList<SettingField> makeFields() {
    return {
        {QStringLiteral("bandwidthLimit"), QJsonValue(QJsonValue::Null), wholeOrAutomatic(10'000, 1e12)},
        {QStringLiteral("chatMemoryBytes"), QJsonValue(QJsonValue::Null), wholeOrAutomatic(1 << 20, 1e13)},
        {QStringLiteral("contextTokens"), QJsonValue(QJsonValue::Null), wholeOrAutomatic(256, 16'777'216)},
        {QStringLiteral("fontScale"), 1.0, numberBetween(0.8, 2.0)},
        {QStringLiteral("hubAddress"), QString(), anyText},
        {QStringLiteral("hubSource"), QStringLiteral("huggingface"), anyText},
        {QStringLiteral("language"), QStringLiteral("system"),
         oneOf({QStringLiteral("system"), QStringLiteral("en"), QStringLiteral("zh_CN")})},
        {QStringLiteral("lastModel"), QString(), anyText, false},
        {QStringLiteral("loadLastModel"), true, yesOrNo},
        {QStringLiteral("modelFolders"), QJsonArray(), folders},
        {QStringLiteral("offline"), false, yesOrNo},
        {QStringLiteral("proxy"), QString(), proxyAddress},
        {QStringLiteral("reducedMotion"), false, yesOrNo},
        {QStringLiteral("scanOtherPrograms"), true, yesOrNo},
        {QStringLiteral("sendKey"), QStringLiteral("enter"),
         oneOf({QStringLiteral("enter"), QStringLiteral("ctrl+enter")})},
        {QStringLiteral("shortcuts"), QJsonObject(), shortcuts},
        {QStringLiteral("theme"), QStringLiteral("system"),
         oneOf({QStringLiteral("system"), QStringLiteral("light"), QStringLiteral("dark")})},
        {QStringLiteral("threads"), QJsonValue(QJsonValue::Null), wholeOrAutomatic(1, 1024)},
    };
}

}  // namespace

const QList<SettingField>& settingFields() {
    static const QList<SettingField> fields = makeFields();
    return fields;
}

const SettingField* settingField(const QString& name) {
    for (const SettingField& field : settingFields()) {
        if (field.name == name) {
            return &field;
        }
    }
    return nullptr;
}

ParsedSettings parseSettings(const QByteArray& content) {
    ParsedSettings parsed;
    for (const SettingField& field : settingFields()) {
        parsed.values.insert(field.name, field.defaultValue);
    }
    if (content.trimmed().isEmpty()) {
        return parsed;
    }
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(content, &error);
    if (!document.isObject()) {
        const auto line = content.left(error.offset).count('\n') + 1;
        parsed.problems.append(
            SettingsSchema::tr("The settings could not be read: the file is not valid JSON from line %1 on.")
                .arg(line));
        return parsed;
    }
    const QJsonObject object = document.object();
    for (auto entry = object.begin(); entry != object.end(); ++entry) {
        const SettingField* field = settingField(entry.key());
        if (field == nullptr) {
            parsed.unknown.insert(entry.key(), entry.value());
            continue;
        }
        const QString expected = field->expectation(entry.value());
        if (expected.isEmpty()) {
            parsed.values.insert(field->name, entry.value());
        } else {
            parsed.problems.append(
                SettingsSchema::tr(
                    "The setting “%1” could not be used: it must be %2. Its default is used instead.")
                    .arg(field->name, expected));
        }
    }
    return parsed;
}

QByteArray writeSettings(const QJsonObject& values, const QJsonObject& unknown) {
    QJsonObject all = unknown;
    for (auto entry = values.begin(); entry != values.end(); ++entry) {
        all.insert(entry.key(), entry.value());
    }
    return QJsonDocument(all).toJson(QJsonDocument::Indented);
}

}  // namespace hearth
