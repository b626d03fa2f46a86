#include "library/hub_text.h"

#include "downloads/failure_sentence.h"
#include "library/language_names.h"
#include "library/model_text.h"
#include "system/human_format.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <array>

namespace hearth {

namespace {

using hub::GroupProblem;
using transfers::FailureKind;

constexpr std::size_t kLanguagesShown = 2;
/// Less is no "yesterday", whatever the calendar says.
constexpr std::chrono::hours kSameDay{6};

struct LicenceName {
    const char* identifier;
    const char* name;
};
// Proper names, the same in every language.
constexpr std::array<LicenceName, 14> kNamedLicences{{{"apache-2.0", "Apache 2.0"},
                                                      {"mit", "MIT"},
                                                      {"llama2", "Llama 2"},
                                                      {"llama3", "Llama 3"},
                                                      {"llama3.1", "Llama 3.1"},
                                                      {"llama3.2", "Llama 3.2"},
                                                      {"llama3.3", "Llama 3.3"},
                                                      {"gemma", "Gemma"},
                                                      {"cc-by-4.0", "CC BY 4.0"},
                                                      {"cc-by-nc-4.0", "CC BY-NC 4.0"},
                                                      {"cc-by-sa-4.0", "CC BY-SA 4.0"},
                                                      {"openrail", "OpenRAIL"},
                                                      {"bsd-3-clause", "BSD 3-Clause"},
                                                      {"gpl-3.0", "GPL 3.0"}}};

class HubText {
    Q_DECLARE_TR_FUNCTIONS(HubText)

 public:
    /// What concerns hubs alone; an empty sentence for everything else.
    static HubTrouble trouble(const transfers::Failure& failure, const QString& hub, bool hasToken) {
        switch (failure.kind) {
            case FailureKind::offline:
                return {tr("Hearth is offline and opens no connection. Go online to ask %1.").arg(hub),
                        HubStep::go_online};
            case FailureKind::no_such_repository:
            case FailureKind::no_such_file:
                return {
                    hasToken
                        ? tr("%1 has no such model, or your token is not one of those that may see it.")
                              .arg(hub)
                        : tr("%1 has no such model any more, or shows it only to people who have signed in.")
                              .arg(hub),
                    HubStep::none};
            case FailureKind::licence_not_accepted:
                return hasToken
                           ? HubTrouble{tr("The makers ask everybody to accept their terms first. Accept "
                                           "them on "
                                           "the model's page on %1, then try again.")
                                            .arg(hub),
                                        HubStep::open_page}
                           : HubTrouble{
                                 tr("The makers ask everybody to accept their terms first. Accept them on "
                                    "the model's page on %1, then give Hearth your access token.")
                                     .arg(hub),
                                 HubStep::give_token};
            case FailureKind::token_needed:
                return {tr("%1 shows this model only to people who have signed in. With your access token "
                           "Hearth can "
                           "ask for it.")
                            .arg(hub),
                        HubStep::give_token};
            case FailureKind::token_refused:
                return {tr("%1 did not accept your access token. It may have run out; make a new one there.")
                            .arg(hub),
                        HubStep::give_token};
            case FailureKind::web_page:
            case FailureKind::error_text:
                return {
                    tr("What came is no answer of %1. A sign-in page of the network may stand in between.")
                        .arg(hub),
                    HubStep::try_again};
            case FailureKind::bad_request:
                return {
                    tr("%1 cannot be asked for this: it is too long, or not what a hub calls a model. Use "
                       "fewer words, or check the name.")
                        .arg(hub),
                    HubStep::none};
            case FailureKind::http_status:
                return status(failure, hub);
            default:
                return {};
        }
    }

    static HubTrouble status(const transfers::Failure& failure, const QString& hub) {
        const std::uint32_t status = failure.http_status.value_or(0);
        if (status == 429) {
            return {failure.retry_after_seconds
                        ? tr("%1 was asked too often. Try again in %2.")
                              .arg(hub, formatSeconds(std::chrono::seconds(*failure.retry_after_seconds)))
                        : tr("%1 was asked too often. Wait a few minutes, then try again.").arg(hub),
                    HubStep::try_again};
        }
        if (status >= 500) {
            return {tr("%1 has trouble of its own at the moment. Try again later, or choose another source.")
                        .arg(hub),
                    HubStep::try_again};
        }
        return {tr("%1 answered with error %2. Try again later, or choose another source.")
                    .arg(hub, QString::number(status)),
                HubStep::try_again};
    }

    static QString task(const std::string& task) {
        if (task == "text-generation") {
            return tr("Chat and writing");
        }
        if (task == "image-text-to-text") {
            return tr("Reads images");
        }
        if (task == "feature-extraction" || task == "sentence-similarity") {
            return tr("Compares texts");
        }
        if (task == "translation") {
            return tr("Translation");
        }
        return QString::fromStdString(task);
    }

    static QString languages(const std::vector<std::string>& tags) {
        QStringList names;
        for (const std::string& tag : tags) {
            const QString name = languageName(tag);
            if (!names.contains(name)) {
                names << name;
            }
        }
        if (names.size() <= static_cast<qsizetype>(kLanguagesShown)) {
            return names.join(tr(", ", "between languages"));
        }
        const auto more = static_cast<int>(names.size() - static_cast<qsizetype>(kLanguagesShown));
        return tr("%1 and %n more", "languages", more)
            .arg(names.mid(0, kLanguagesShown).join(tr(", ", "between languages")));
    }

    static QString group(GroupProblem problem, const QString& detail) {
        switch (problem) {
            case GroupProblem::unsupported_type:
                return detail.isEmpty() ? tr("Hearth cannot run this quantization yet.")
                                        : tr("Hearth cannot run the quantization %1 yet.").arg(detail);
            case GroupProblem::parts_missing:
                return detail.isEmpty() ? tr("Parts of it are missing on the hub.")
                                        : tr("Parts of it are missing on the hub, first %1.").arg(detail);
            case GroupProblem::unsafe_name:
                return tr("The names of its files could reach outside of the models folder.");
            case GroupProblem::no_hash:
                return tr("The hub does not say how to check its files, so Hearth does not fetch them.");
            case GroupProblem::settings_missing:
                return tr("Files that say how to run it are missing on the hub.");
        }
        return {};
    }

    static QString age(std::chrono::seconds age, const QDateTime& now) {
        using namespace std::chrono_literals;
        if (age < 2min) {
            return tr("from a moment ago");
        }
        if (age < 1h) {
            return tr("from %n minute(s) ago", "", static_cast<int>(age / 1min));
        }
        const auto days = static_cast<int>(now.addSecs(-age.count()).daysTo(now));
        if (days == 0 || age < kSameDay) {
            return tr("from %n hour(s) ago", "", static_cast<int>(age / 1h));
        }
        return days == 1 ? tr("from yesterday") : tr("from %n day(s) ago", "", days);
    }

    static QString other(const QString& identifier) { return tr("Licence: %1").arg(identifier); }
    static QString ownLicence() { return tr("Licence of its own"); }
};

}  // namespace

HubTrouble hubTrouble(const transfers::Failure& failure, const QString& hubName, bool hasToken) {
    const HubTrouble trouble = HubText::trouble(failure, hubName, hasToken);
    return trouble.sentence.isEmpty() ? HubTrouble{failureSentence(failure), HubStep::try_again} : trouble;
}

QString licenceName(const std::string& identifier) {
    if (identifier.empty()) {
        return {};
    }
    const auto* found = std::ranges::find_if(
        kNamedLicences, [&](const LicenceName& licence) { return identifier == licence.identifier; });
    if (found != kNamedLicences.end()) {
        return QString::fromLatin1(found->name);
    }
    return identifier == "other" ? HubText::ownLicence() : HubText::other(QString::fromStdString(identifier));
}

QString taskName(const std::string& task) {
    return HubText::task(task);
}

QString modelLine(const hub::HubModel& model) {
    QStringList parts;
    if (!model.task.empty()) {
        parts << taskName(model.task);
    }
    if (model.parameters) {
        parts << parametersText(*model.parameters);
    }
    const QString languages = HubText::languages(model.languages);
    if (!languages.isEmpty()) {
        parts << languages;
    }
    return parts.join(QStringLiteral(" · "));
}

QString groupProblemText(GroupProblem problem, const std::string& detail) {
    return HubText::group(problem, QString::fromStdString(detail));
}

QString ageText(std::chrono::seconds age, const QDateTime& now) {
    return HubText::age(age, now);
}

}  // namespace hearth
