#include "chat/outgoing.h"

#include <utility>

namespace hearth {

ConversationPath pathWith(ConversationPath path, const Outgoing& outgoing, const OutgoingPlace& place) {
    int versions = 0;
    if (const PathMessage* target = outgoing.target ? path.find(*outgoing.target) : nullptr) {
        if (target->key == place.answer) {
            path.find(place.answer)->modelName = place.model;  // it is written on where it is
            return path;
        }
        versions = target->versionCount;
        path.cutFrom(*path.indexOf(*outgoing.target));
    }
    PathMessage question;
    PathMessage answer;
    answer.key = place.answer;
    answer.role = MessageRole::Assistant;
    answer.text = outgoing.kind == Outgoing::Kind::Continuation ? outgoing.text : QString();
    answer.modelName = place.model;
    PathMessage& version = place.question ? question : answer;
    version.versionIndex = versions;
    version.versionCount = versions + 1;
    if (place.question) {
        question.key = *place.question;
        question.text = outgoing.text;
        path.append(std::move(question));
    }
    path.append(std::move(answer));
    return path;
}

}  // namespace hearth
