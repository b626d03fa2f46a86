// The answer that is being written, what is told of it, and its end.

#include "chat/answer_run.h"
#include "chat/chat_session.h"
#include "chat/chat_storage.h"
#include "chat/prompt_turns.h"
#include "engine_bridge/active_model.h"
#include "storage/storage_problem.h"
#include "system/human_format.h"

#include <QLocale>
#include <utility>

namespace hearth {

namespace {

/// "2nd" in English; other languages number the place in their translation.
QString ordinal(quint32 number) {
    const QString digits = QLocale().toString(number);
    const QLocale::Language language = QLocale().language();
    if (language != QLocale::English && language != QLocale::C) {
        return digits;
    }
    const quint32 tens = number % 100;
    const char* suffix = "th";
    if (tens < 11 || tens > 13) {
        switch (number % 10) {
            case 1:
                suffix = "st";
                break;
            case 2:
                suffix = "nd";
                break;
            case 3:
                suffix = "rd";
                break;
            default:
                break;
        }
    }
    return digits + QLatin1String(suffix);
}

}  // namespace

void ChatSession::startAnswer(MessageKey key, const QString& text) {
    const bool stored = static_cast<qint64>(key) > 0;
    m_run = std::make_unique<AnswerRun>(
        m_services.engine, m_services.router,
        AnswerRun::Target{
            .key = key, .text = text, .writer = stored ? &m_services.storage.streams() : nullptr},
        m_services.activeModel.handle().value_or(ModelHandle{}), std::exchange(m_request, {}));
    showContextEnded();
    connect(m_run.get(), &AnswerRun::phaseChanged, this, [this] {
        switch (m_run->phase()) {
            case AnswerRun::Phase::Queued:
                setActivity(Activity::Queued);
                break;
            case AnswerRun::Phase::Reading:
                setActivity(Activity::Reading);
                break;
            case AnswerRun::Phase::Writing:
                setActivity(Activity::Writing);
                break;
        }
    });
    connect(m_run.get(), &AnswerRun::progressed, this, [this] {
        // At once, then at most four times a second.
        m_progressed = true;
        if (!m_activityTimer.isActive()) {
            refreshProgress();
        }
    });
    connect(m_run.get(), &AnswerRun::textAdded, this, &ChatSession::onText);
    connect(m_run.get(), &AnswerRun::noticeRaised, this, &ChatSession::noticeRaised);
    connect(m_run.get(), &AnswerRun::finished, this, &ChatSession::onFinished);
    m_activity = Activity::Queued;
    refreshActivityText();
    Q_EMIT activityChanged();
}

void ChatSession::onText(const QString& delta) {
    // Another version may be shown; the text is in the run and in the store all the same.
    if (PathMessage* message = m_path.find(m_run->key())) {
        message->text += delta;
        m_transcript.appendText(m_run->key(), delta);
    }
}

void ChatSession::onFinished(const AnswerEnd& ended) {
    AnswerEnd end = ended;
    const MessageKey key = m_run->key();
    const QString text = m_run->text();
    const bool stored = static_cast<qint64>(key) > 0;
    if (PathMessage* message = m_path.find(key)) {
        end.footer.thinkingMs = m_transcript.thinkingMs(key);
        message->state = end.state;
        message->errorText = end.errorText;
        message->footer = end.footer;
        message->contextFull = end.contextFull;
        m_transcript.finish(key, end.state, end.errorText);
        m_transcript.setFooter(key, end.footer);
        for (TranscriptMessage& shown : m_shown) {
            if (shown.key == key) {
                shown.state = end.state;
            }
        }
    }
    m_run.release()->deleteLater();  // it is the one that tells us
    if (stored) {
        storeFinished(key, text, end);
    }
    showContextEnded();
    m_activityTimer.stop();
    Activity next = Activity::Idle;
    if (end.state == MessageState::Stopped) {
        next = Activity::Stopped;
    } else if (end.state == MessageState::Failed) {
        next = Activity::Failed;
    }
    m_activity = next;
    m_failure = end.errorText;
    refreshActivityText();
    Q_EMIT activityChanged();
    m_planner.refresh();
    if (end.state == MessageState::Complete && stored) {
        makeTitle();
    }
    Q_EMIT settled();
}

void ChatSession::storeFinished(MessageKey key, const QString& text, const AnswerEnd& end) {
    PathMessage finished;
    finished.key = key;
    finished.text = text;
    finished.state = end.state;
    finished.errorText = end.errorText;
    finished.footer = end.footer;
    finished.contextFull = end.contextFull;
    m_finishing[key] = std::move(finished);
    ChatStorage& storage = m_services.storage;
    storage.streams().finish(finishedForStore(key, text, end),
                             [&storage, key, self = QPointer<ChatSession>(this)](const Status& status) {
                                 if (!status && !storage::is_hopeless(status.error())) {
                                     return;  // held and tried again; ChatStorage tells the person
                                 }
                                 storage.deliver([self, key, status] {
                                     if (self) {
                                         self->onEndStored(key, status);
                                     }
                                 });
                             });
}

void ChatSession::onEndStored(MessageKey key, const Status& status) {
    m_finishing.erase(key);
    // What is gone was deleted for good while its end was on the way.
    if (!status && storage::problem_of(status.error()) != storage::StorageProblem::not_found) {
        report(status.error());
    }
    Q_EMIT stored();
    Q_EMIT settled();
}

void ChatSession::makeTitle() {
    const bool firstExchange = m_path.size() == 2 && !m_titleByPerson;
    // A model that thinks first would think about five words for longer than they are worth.
    if (firstExchange && withoutThinking(m_path.messages().back().text) == m_path.messages().back().text) {
        m_titleMaker.start(promptTurns(m_path, m_path.size(), m_parameters.systemPrompt(), m_cut).turns);
    }
}

void ChatSession::setActivity(Activity activity) {
    if (m_activity == activity) {
        return;
    }
    m_activity = activity;
    refreshActivityText();
    Q_EMIT activityChanged();
}

void ChatSession::refreshActivityText() {
    QString text;
    switch (m_activity) {
        case Activity::Idle:
            break;
        case Activity::Queued:
            text = m_run && m_run->queuePosition() > 0
                       ? tr("%1 in queue", "place: 1st, 2nd…").arg(ordinal(m_run->queuePosition()))
                       : tr("waiting");
            break;
        case Activity::Reading:
            text = tr("reading %1").arg(formatPercent(readingProgress()));
            break;
        case Activity::Writing: {
            const std::optional<double> rate = m_run ? m_run->tokensPerSecond() : std::nullopt;
            text = rate ? tr("%1 tok/s").arg(formatRate(*rate)) : tr("writing");
            break;
        }
        case Activity::Stopped:
            text = tr("stopped");
            break;
        case Activity::Failed:
            text = m_failure.isEmpty() ? tr("failed") : tr("failed: %1").arg(m_failure);
            break;
    }
    if (isChoosing()) {
        text = tr("needs a choice");
    }
    if (text != m_activityText) {
        m_activityText = text;
        Q_EMIT activityTextChanged();
    }
}

void ChatSession::refreshProgress() {
    if (!std::exchange(m_progressed, false)) {
        return;
    }
    m_activityTimer.start();
    refreshActivityText();
    if (m_run && m_run->phase() == AnswerRun::Phase::Writing) {
        contextMeter()->grow(static_cast<int>(m_run->promptTokens() + m_run->generatedTokens()));
    }
}

}  // namespace hearth
