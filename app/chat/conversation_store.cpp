#include "chat/conversation_store.h"

#include "chat/context_cut.h"
#include "storage/chat_store.h"
#include "storage/storage_problem.h"

#include <algorithm>
#include <utility>

namespace hearth {

namespace {

using storage::ChatStore;

std::optional<storage::MessageId> parentId(std::optional<MessageKey> key) {
    return key ? std::optional(storeId(*key)) : std::nullopt;
}

MessageKey keyOf(storage::MessageId id) {
    return MessageKey{id.value};
}

Result<ConversationPath> readPath(ChatStore& store, storage::ConversationId id) {
    HEARTH_TRY_ASSIGN(const storage::ConversationPath stored, store.path(id));
    return pathFromStore(stored);
}

/// The path after a change that is on disk: a second look where the first fails, then none.
std::optional<ConversationPath> readBack(ChatStore& store, storage::ConversationId id) {
    for (int look = 0; look < 2; ++look) {
        if (Result<ConversationPath> path = readPath(store, id)) {
            return std::move(*path);
        }
    }
    return std::nullopt;
}

Status giveTitle(ChatStore& store, storage::ConversationId id, const QString& title) {
    if (title.isEmpty()) {
        return {};
    }
    HEARTH_TRY_ASSIGN(const storage::Conversation conversation, store.conversation(id));
    if (!conversation.title.empty() || conversation.title_source == storage::TitleSource::user) {
        return {};
    }
    return store.rename(id, title.toStdString(), storage::TitleSource::automatic);
}

/// The messages of a branch are copies: what its conversation leaves out ends at the copy of the message
/// where it ended, and is nothing where that lies behind the branch.
Status moveCut(ChatStore& store, const ConversationPath& origin, const storage::Conversation& branch) {
    QJsonObject parameters = jsonFromStore(branch.parameters);
    ContextCut cut = ContextCut::takeFrom(parameters);
    if (!cut.lastLeftOut) {
        return {};
    }
    HEARTH_TRY_ASSIGN(const ConversationPath path, readPath(store, branch.id));
    const std::optional<std::size_t> index = origin.indexOf(*cut.lastLeftOut);
    if (index && *index < path.size()) {
        cut.lastLeftOut = path.messages()[*index].key;
    } else {
        cut = {};
    }
    cut.putInto(parameters);
    return store.set_parameters(branch.id, jsonForStore(parameters));
}

}  // namespace

ConversationStore::ConversationStore(ChatStorage& storage, qint64 id, QObject* parent)
    : QObject(parent), m_storage(storage), m_id(id), m_identity(std::make_shared<Identity>()) {
    m_identity->id = storage::ConversationId{id};
}

Result<storage::ConversationId> ConversationStore::ensure(ChatStore& store, Identity& identity) {
    if (identity.id.value == 0) {
        storage::NewConversation request;
        request.parameters = identity.newParameters;
        HEARTH_TRY_ASSIGN(const storage::Conversation created, store.create_conversation(request));
        identity.id = created.id;
    }
    return identity.id;
}

template <class T>
void ConversationStore::run(std::function<Result<T>(ChatStore&, Identity&)> job, Done<T> done, bool changes) {
    struct Outcome {
        Result<T> result;
        storage::ConversationId id;
    };
    m_storage.run<Outcome>(
        this,
        [job = std::move(job), identity = m_identity,
         parameters = m_id == 0 ? jsonForStore(m_newParameters)
                                : storage::JsonObject()](ChatStore& store) -> Result<Outcome> {
            identity->newParameters = parameters;
            Result<T> result = job(store, *identity);
            return Outcome{std::move(result), identity->id};
        },
        [this, done = std::move(done), changes](Result<Outcome> outcome) {
            if (!outcome) {
                done(std::move(outcome).error());
                return;
            }
            takeId(outcome->id);
            const bool succeeded = outcome->result.has_value();
            done(std::move(outcome->result));
            if (succeeded && changes) {
                Q_EMIT changed();
            }
        });
}

void ConversationStore::takeId(storage::ConversationId id) {
    if (m_id == 0 && id.value != 0) {
        m_id = id.value;
        Q_EMIT created(m_id);
        Q_EMIT changed();
    }
}

void ConversationStore::load(Done<Loaded> done) {
    run<Loaded>(
        [](ChatStore& store, Identity& identity) -> Result<Loaded> {
            if (store.report().outcome == storage::OpenOutcome::in_memory &&
                identity.id.value < storage::kFirstIdInMemory) {
                return storage::storage_error(storage::StorageProblem::not_open, ":memory:", "read the chat");
            }
            HEARTH_TRY_ASSIGN(const storage::ConversationPath stored, store.path(identity.id));
            HEARTH_TRY_ASSIGN(const std::string draft, store.draft(identity.id));
            return Loaded{.path = pathFromStore(stored),
                          .title = QString::fromStdString(stored.conversation.title),
                          .titleByPerson = stored.conversation.title_source == storage::TitleSource::user,
                          .parameters = jsonFromStore(stored.conversation.parameters),
                          .draft = QString::fromStdString(draft)};
        },
        std::move(done), false);
}

void ConversationStore::beginTurn(Turn turn, Done<BegunTurn> done) {
    run<BegunTurn>(
        [turn = std::move(turn)](ChatStore& store, Identity& identity) -> Result<BegunTurn> {
            HEARTH_TRY_ASSIGN(const storage::ConversationId id, ensure(store, identity));
            storage::NewTurn request;
            request.conversation = id;
            request.parent = parentId(turn.parent);
            request.text = turn.text.toStdString();
            request.model = turn.model.toStdString();
            request.parameters = jsonForStore(turn.answerParameters);
            HEARTH_TRY_ASSIGN(const storage::BegunTurn begun, store.begin_turn(request));
            // The message is stored: a title that cannot be is no reason not to answer.
            (void)giveTitle(store, id, turn.titleIfNone);
            return BegunTurn{
                .user = keyOf(begun.user), .answer = keyOf(begun.answer), .path = readBack(store, id)};
        },
        std::move(done));
}

void ConversationStore::beginAnswer(Answer answer, Done<BegunAnswer> done) {
    run<BegunAnswer>(
        [answer = std::move(answer)](ChatStore& store, Identity& identity) -> Result<BegunAnswer> {
            storage::NewAnswer request;
            request.parent = storeId(answer.parent);
            request.text = answer.text.toStdString();
            request.model = answer.model.toStdString();
            request.parameters = jsonForStore(answer.parameters);
            HEARTH_TRY_ASSIGN(const storage::MessageId begun, store.begin_answer(request));
            return BegunAnswer{.answer = keyOf(begun), .path = readBack(store, identity.id)};
        },
        std::move(done));
}

void ConversationStore::resumeAnswer(MessageKey answer, const QString& model, const QJsonObject& parameters,
                                     Done<BegunAnswer> done) {
    run<BegunAnswer>(
        [answer, model = model.toStdString(), parameters = jsonForStore(parameters)](
            ChatStore& store, Identity& identity) -> Result<BegunAnswer> {
            HEARTH_TRY_ASSIGN([[maybe_unused]] const std::string text,
                              store.resume_answer(storeId(answer), model, parameters));
            return BegunAnswer{.answer = answer, .path = readBack(store, identity.id)};
        },
        std::move(done));
}

void ConversationStore::addMessages(std::optional<MessageKey> parent, std::vector<PathMessage> messages,
                                    const QString& titleIfNone, Done<AddedMessages> done) {
    run<AddedMessages>(
        [parent, messages = std::move(messages), titleIfNone](ChatStore& store,
                                                              Identity& identity) -> Result<AddedMessages> {
            HEARTH_TRY_ASSIGN(const storage::ConversationId id, ensure(store, identity));
            (void)giveTitle(store, id, titleIfNone);
            std::vector<storage::NewMessage> chain;
            for (const PathMessage& message : messages) {
                if (message.text.isEmpty()) {
                    continue;  // an answer that failed before its first word
                }
                storage::NewMessage request;
                request.conversation = id;
                request.parent = parentId(parent);
                request.role =
                    message.role == MessageRole::User ? storage::Role::user : storage::Role::assistant;
                request.text = message.text.toStdString();
                request.model = message.modelName.toStdString();
                AnswerEnd end;
                end.state = message.state;
                end.footer = message.footer;
                end.errorText = message.errorText;
                end.contextFull = message.contextFull;
                storage::FinishedAnswer ended = finishedForStore(message.key, {}, end);
                request.statistics = std::move(ended.statistics);
                request.status = ended.status;
                request.error = std::move(ended.error);
                chain.push_back(std::move(request));
            }
            HEARTH_TRY_ASSIGN(const std::vector<storage::MessageId> stored, store.add_messages(chain));
            AddedMessages added;
            auto next = stored.begin();
            for (const PathMessage& message : messages) {
                added.keys.push_back(message.text.isEmpty() ? std::nullopt : std::optional(keyOf(*next++)));
            }
            added.path = readBack(store, id);
            return added;
        },
        std::move(done));
}

void ConversationStore::showVersion(MessageKey message, int step, Done<ConversationPath> done) {
    run<ConversationPath>(
        [message, step](ChatStore& store, Identity& identity) -> Result<ConversationPath> {
            HEARTH_TRY_ASSIGN(const std::vector<storage::MessageId> versions,
                              store.versions(storeId(message)));
            const auto here = std::find(versions.begin(), versions.end(), storeId(message));
            const std::ptrdiff_t wanted = (here - versions.begin()) + step;
            if (here != versions.end() && wanted >= 0 && wanted < std::ssize(versions)) {
                HEARTH_TRY_ASSIGN([[maybe_unused]] const storage::MessageId leaf,
                                  store.show_version(versions[static_cast<std::size_t>(wanted)]));
            }
            return readPath(store, identity.id);
        },
        std::move(done));
}

void ConversationStore::remove(MessageKey message, Done<Removed> done) {
    run<Removed>(
        [message](ChatStore& store, Identity& identity) -> Result<Removed> {
            HEARTH_TRY_ASSIGN(storage::DeletedMessages deleted, store.delete_messages(storeId(message)));
            return Removed{.deleted = std::move(deleted), .path = readBack(store, identity.id)};
        },
        std::move(done));
}

void ConversationStore::restore(const storage::DeletedMessages& deleted, Done<ConversationPath> done) {
    run<ConversationPath>(
        [deleted](ChatStore& store, Identity& identity) -> Result<ConversationPath> {
            HEARTH_TRY(store.restore_messages(deleted));
            return readPath(store, identity.id);
        },
        std::move(done));
}

void ConversationStore::branch(MessageKey message, Done<qint64> done) {
    run<qint64>(
        [message](ChatStore& store, Identity& identity) -> Result<qint64> {
            HEARTH_TRY_ASSIGN(const storage::Conversation made, store.branch(storeId(message)));
            // The branch is there: without its cut the person is asked once more what to leave out.
            if (const std::optional<ConversationPath> origin = readBack(store, identity.id)) {
                (void)moveCut(store, *origin, made);
            }
            return qint64{made.id.value};
        },
        std::move(done));
}

void ConversationStore::rename(const QString& title, bool byPerson, Done<QString> done) {
    run<QString>(
        [title, byPerson](ChatStore& store, Identity& identity) -> Result<QString> {
            HEARTH_TRY_ASSIGN(const storage::ConversationId id, ensure(store, identity));
            if (!byPerson) {
                HEARTH_TRY_ASSIGN(const storage::Conversation conversation, store.conversation(id));
                if (conversation.title_source == storage::TitleSource::user) {
                    return QString::fromStdString(conversation.title);
                }
            }
            HEARTH_TRY(store.rename(id, title.toStdString(),
                                    byPerson ? storage::TitleSource::user : storage::TitleSource::automatic));
            return title;
        },
        std::move(done));
}

void ConversationStore::saveParameters(const QJsonObject& parameters, Done<void> done) {
    run<void>(
        [json = jsonForStore(parameters)](ChatStore& store, Identity& identity) -> Status {
            return store.set_parameters(identity.id, json);
        },
        std::move(done), false);
}

void ConversationStore::saveDraft(const QString& draft, Done<void> done) {
    run<void>(
        [draft](ChatStore& store, Identity& identity) -> Status {
            if (identity.id.value == 0 && draft.isEmpty()) {
                return {};
            }
            HEARTH_TRY_ASSIGN(const storage::ConversationId id, ensure(store, identity));
            return store.save_draft(id, draft.toStdString());
        },
        std::move(done), false);
}

void ConversationStore::dropIfEmpty() {
    // Detached from this object: a session drops its conversation when it goes.
    m_storage.run<void>(
        &m_storage,
        [identity = m_identity](ChatStore& store) -> Status {
            if (identity->id.value == 0) {
                return {};
            }
            return store.drop_if_empty(identity->id);
        },
        [](const Status&) {});
}

void ConversationStore::flush(std::function<void()> done) {
    if (m_storage.state() == ChatStorage::State::Failed) {
        done();  // there is no file that anything could be stored in
        return;
    }
    m_storage.run<void>(
        &m_storage, [](ChatStore&) -> Status { return {}; },
        [done = std::move(done)](const Status&) { done(); });
}

}  // namespace hearth
