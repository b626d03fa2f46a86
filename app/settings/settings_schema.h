#pragma once

#include <QJsonObject>
#include <QJsonValue>
#include <QList>
#include <QString>
#include <functional>

namespace hearth {

/// One setting: its name in settings.json, its default, and what makes a value right.
struct SettingField {
    QString name;
    QJsonValue defaultValue;
    /// Empty for a right value, else what would be right ("a number from 0.8 to 2"), translated.
    std::function<QString(const QJsonValue&)> expectation;
    /// Whether a change by the person can be undone (what the program remembers by itself cannot).
    bool undoable = true;
};

/// All settings. The one place that says what a settings file may contain.
const QList<SettingField>& settingFields();

/// The field of that name; null where there is none.
const SettingField* settingField(const QString& name);

/// What a settings file said.
struct ParsedSettings {
    QJsonObject values;    ///< every known field, right values or defaults
    QJsonObject unknown;   ///< fields of other versions, kept and written back as they were
    QStringList problems;  ///< one translated sentence for each field that could not be used, and for a file
                           ///< that is no JSON
};

/// Reads the content of a settings file. Never fails: a wrong field gets its default and a sentence that
/// names it. Empty content is no problem: a first start.
ParsedSettings parseSettings(const QByteArray& content);

/// The content of the file: known and unknown fields in order of their names, indented, in UTF-8.
QByteArray writeSettings(const QJsonObject& values, const QJsonObject& unknown);

}  // namespace hearth
