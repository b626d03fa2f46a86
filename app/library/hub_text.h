#pragma once

#include "hub/hub_model.h"
#include "transfers/failure.h"

#include <QDateTime>
#include <QString>
#include <chrono>
#include <cstdint>

namespace hearth {

/// What the window can offer to do about a refusal.
enum class HubStep : std::uint8_t { none, try_again, go_online, give_token, open_page };

/// Why a hub did not answer, and what to do about it.
struct HubTrouble {
    QString sentence;  ///< plain text
    HubStep step = HubStep::none;
};

/// `hubName`: a proper name; `hasToken`: one is known for this hub. GUI thread.
HubTrouble hubTrouble(const transfers::Failure& failure, const QString& hubName, bool hasToken);

/// "Apache 2.0" for "apache-2.0"; empty for an empty identifier.
QString licenceName(const std::string& identifier);

/// "Chat and writing" for "text-generation".
QString taskName(const std::string& task);

/// What a model is, in one quiet line: "Chat and writing · 8.2B · English, Chinese and 12 more".
QString modelLine(const hub::HubModel& model);

/// Why a group of files cannot be taken: a sentence.
QString groupProblemText(hub::GroupProblem problem, const std::string& detail);

/// How long ago an answer of the cache came: "from 3 hours ago", "from yesterday", "from 2 days ago".
QString ageText(std::chrono::seconds age, const QDateTime& now = QDateTime::currentDateTime());

}  // namespace hearth
