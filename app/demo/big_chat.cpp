#include "demo/big_chat.h"

#include "engine_bridge/fake_script.h"
#include "storage/chat_store.h"

#include <QString>
#include <array>
#include <optional>

namespace hearth {

namespace {

constexpr std::array kQuestions = {
    "How did the harbour change after the railway came?",
    "Can you show that as a small table?",
    "And what would the loop look like in code?",
    "为什么冬天的星空看起来更亮？",
    "Please make it shorter.",
};

/// What answers are made of: pieces of all kinds, so that every sort of block is in the chat.
constexpr std::array kPieces = {
    "The line along the quay was finished in a single summer, and the warehouses followed it. ",
    "Two families kept their boats; the others took work in the yard, which paid by the week. ",
    "\n\n- slate came down from the quarries\n- timber went up to the pits\n- mail arrived before noon\n\n",
    "\n\n| Year | Ships | Trains |\n|:--|--:|--:|\n| 1871 | 412 | 0 |\n| 1884 | 388 | 1260 |\n\n",
    "\n\n```python\nfor year in sorted(ships):\n    print(year, ships[year] - trains.get(year, 0))\n```\n\n",
    "港口的老人说，火车来的那一年，潮水的声音第一次被盖过去。",
    "What did *not* change was the **tide**: every timetable had a second column for it. ",
};

std::string answerOf(std::uint32_t number, std::uint64_t tokens) {
    QString text;
    for (std::uint32_t i = number; fakeTokenCount(text) < tokens; ++i) {
        text += QString::fromUtf8(kPieces[i % kPieces.size()]);
    }
    return text.toStdString();
}

}  // namespace

Result<BigChat> writeBigChat(const std::filesystem::path& database, std::uint32_t messages,
                             std::uint64_t tokens) {
    auto store = storage::ChatStore::open(database);
    if (!store) {
        return store.error();
    }
    storage::NewConversation conversation;
    conversation.title = "A long winter of questions";
    conversation.title_source = storage::TitleSource::user;
    const auto made = store->create_conversation(conversation);
    if (!made) {
        return made.error();
    }
    BigChat chat{made->id.value, 0, 0};
    std::optional<storage::MessageId> parent;
    while (chat.messages < messages) {
        const std::uint32_t number = chat.messages;
        const bool isAnswer = number % 2 == 1;
        // Answers take what questions leave of the average, so that the sum comes out.
        const std::uint64_t due = tokens * (number + 1) / messages;
        const std::string text = isAnswer ? answerOf(number, due > chat.tokens ? due - chat.tokens : 1)
                                          : kQuestions[number / 2 % kQuestions.size()];
        storage::NewMessage message;
        message.conversation = made->id;
        message.parent = parent;
        message.role = isAnswer ? storage::Role::assistant : storage::Role::user;
        message.text = text;
        message.model = isAnswer ? "Ember 8B" : "";
        const auto added = store->add_message(message);
        if (!added) {
            return added.error();
        }
        parent = *added;
        ++chat.messages;
        chat.tokens += fakeTokenCount(QString::fromStdString(text));
    }
    return chat;
}

}  // namespace hearth
