#include "library/language_names.h"

#include <QCoreApplication>
#include <QStringList>
#include <array>

namespace hearth {

namespace {

struct NamedLanguage {
    const char* subtag;  ///< ISO 639
    const char* name;
};

// What the makers of models list most often.
constexpr std::array kNamedLanguages{
    NamedLanguage{"ar", QT_TRANSLATE_NOOP("LanguageNames", "Arabic")},
    NamedLanguage{"bn", QT_TRANSLATE_NOOP("LanguageNames", "Bengali")},
    NamedLanguage{"cs", QT_TRANSLATE_NOOP("LanguageNames", "Czech")},
    NamedLanguage{"da", QT_TRANSLATE_NOOP("LanguageNames", "Danish")},
    NamedLanguage{"de", QT_TRANSLATE_NOOP("LanguageNames", "German")},
    NamedLanguage{"el", QT_TRANSLATE_NOOP("LanguageNames", "Greek")},
    NamedLanguage{"en", QT_TRANSLATE_NOOP("LanguageNames", "English")},
    NamedLanguage{"es", QT_TRANSLATE_NOOP("LanguageNames", "Spanish")},
    NamedLanguage{"fa", QT_TRANSLATE_NOOP("LanguageNames", "Persian")},
    NamedLanguage{"fi", QT_TRANSLATE_NOOP("LanguageNames", "Finnish")},
    NamedLanguage{"fr", QT_TRANSLATE_NOOP("LanguageNames", "French")},
    NamedLanguage{"he", QT_TRANSLATE_NOOP("LanguageNames", "Hebrew")},
    NamedLanguage{"hi", QT_TRANSLATE_NOOP("LanguageNames", "Hindi")},
    NamedLanguage{"hu", QT_TRANSLATE_NOOP("LanguageNames", "Hungarian")},
    NamedLanguage{"id", QT_TRANSLATE_NOOP("LanguageNames", "Indonesian")},
    NamedLanguage{"it", QT_TRANSLATE_NOOP("LanguageNames", "Italian")},
    NamedLanguage{"ja", QT_TRANSLATE_NOOP("LanguageNames", "Japanese")},
    NamedLanguage{"ko", QT_TRANSLATE_NOOP("LanguageNames", "Korean")},
    NamedLanguage{"ms", QT_TRANSLATE_NOOP("LanguageNames", "Malay")},
    NamedLanguage{"nl", QT_TRANSLATE_NOOP("LanguageNames", "Dutch")},
    NamedLanguage{"no", QT_TRANSLATE_NOOP("LanguageNames", "Norwegian")},
    NamedLanguage{"pl", QT_TRANSLATE_NOOP("LanguageNames", "Polish")},
    NamedLanguage{"pt", QT_TRANSLATE_NOOP("LanguageNames", "Portuguese")},
    NamedLanguage{"ro", QT_TRANSLATE_NOOP("LanguageNames", "Romanian")},
    NamedLanguage{"ru", QT_TRANSLATE_NOOP("LanguageNames", "Russian")},
    NamedLanguage{"sv", QT_TRANSLATE_NOOP("LanguageNames", "Swedish")},
    NamedLanguage{"th", QT_TRANSLATE_NOOP("LanguageNames", "Thai")},
    NamedLanguage{"tr", QT_TRANSLATE_NOOP("LanguageNames", "Turkish")},
    NamedLanguage{"uk", QT_TRANSLATE_NOOP("LanguageNames", "Ukrainian")},
    NamedLanguage{"ur", QT_TRANSLATE_NOOP("LanguageNames", "Urdu")},
    NamedLanguage{"vi", QT_TRANSLATE_NOOP("LanguageNames", "Vietnamese")},
    NamedLanguage{"zh", QT_TRANSLATE_NOOP("LanguageNames", "Chinese")},
};

}  // namespace

QString languageName(const std::string& tag) {
    const std::string subtag = tag.substr(0, tag.find_first_of("-_"));
    for (const NamedLanguage& language : kNamedLanguages) {
        if (subtag == language.subtag) {
            return QCoreApplication::translate("LanguageNames", language.name);
        }
    }
    return QString::fromStdString(tag);
}

QString languageNames(const std::vector<std::string>& tags) {
    QStringList names;
    for (const std::string& tag : tags) {
        names << languageName(tag);
    }
    return names.join(QCoreApplication::translate("LanguageNames", ", ", "between the names of languages"));
}

}  // namespace hearth
