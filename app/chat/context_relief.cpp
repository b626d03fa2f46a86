#include "chat/context_relief.h"

#include "chat/sentences.h"
#include "engine_bridge/active_model.h"
#include "system/error_sentences.h"
#include "system/human_format.h"

#include <algorithm>
#include <utility>

namespace hearth {

namespace {

constexpr std::uint32_t kSummaryTokens = 400;
constexpr std::uint32_t kThoughtTokens = 2048;     ///< on top, for models that think first
constexpr std::uint32_t kInstructionTokens = 128;  ///< what asks for the summary, generously
constexpr qint64 kContextStep = 1024;              ///< how exactly the largest context is looked for
constexpr int kSummaryPriority = 20;               ///< a person waits for it

}  // namespace

ContextRelief::ContextRelief(EngineClient& engine, ActiveModel& activeModel, AnswerRouter& router,
                             QObject* parent)
    : QObject(parent), m_engine(engine), m_activeModel(activeModel), m_router(router) {
    connect(&m_choices, &ContextChoices::leaveOutRequested, this, &ContextRelief::leaveOut);
    connect(&m_choices, &ContextChoices::summarizeRequested, this, &ContextRelief::summarize);
    connect(&m_choices, &ContextChoices::cancelSummaryRequested, this, &ContextRelief::cancelSummary);
    connect(&m_choices, &ContextChoices::enlargeRequested, this, &ContextRelief::enlarge);
    connect(&m_choices, &ContextChoices::useEverythingRequested, this, [this] { Q_EMIT cutChosen({}); });
    connect(&m_activeModel, &ActiveModel::priceKnown, this, &ContextRelief::onPrice);
    connect(&m_activeModel, &ActiveModel::priceUnknown, this, [this](qint64 tokens, const QString& sentence) {
        if (tokens == m_largerContext) {
            m_priceText = sentence;
            m_largerFits = false;
            update();
        }
    });
}

ContextRelief::~ContextRelief() {
    cancelSummary();
}

void ContextRelief::prepare(const MeasuredPrompt& prompt, const ContextCut& cut) {
    m_prompt = prompt;
    m_cut = cut;
    m_error.clear();
    askPrice();
    update();
}

void ContextRelief::prepareWithoutModel() {
    m_prompt.reset();
    update();
}

std::size_t ContextRelief::turnsToLeaveOut() const {
    return m_prompt && !m_prompt->fit.fits ? m_prompt->fit.leaveOut.value_or(0) : 0;
}

/// Neither leaving out nor summing up helps: the last message alone is too long.
bool ContextRelief::isDeadEnd() const {
    return m_prompt && !m_prompt->fit.fits && turnsToLeaveOut() == 0;
}

/// The smallest context in which the last message could be answered.
qint64 ContextRelief::leastContext() const {
    return static_cast<qint64>(leastTokens(m_prompt->measure, m_prompt->prompt.turns)) + m_prompt->reserve;
}

bool ContextRelief::isHopeless() const {
    if (!isDeadEnd()) {
        return false;
    }
    const qint64 least = leastContext();
    if (least > std::max(m_activeModel.modelContextTokens(), m_activeModel.contextTokens())) {
        return true;
    }
    return m_smallestThatDoesNot <= least && m_smallestThatDoesNot - m_largestThatFits <= kContextStep;
}

void ContextRelief::update() {
    ContextChoices::State state;
    state.summarizing = m_summaryRequest.has_value();
    state.leavesOut = m_cut.lastLeftOut.has_value();
    state.error = m_error;
    if (!m_prompt) {
        state.explanation = tr("Load a model first: how much fits depends on it.");
        m_choices.setState(std::move(state));
        return;
    }
    const ContextMeasure& measure = m_prompt->measure;
    if (isHopeless()) {
        const qint64 most = m_activeModel.modelContextTokens();
        const qint64 message = leastContext() - m_prompt->reserve;
        const bool madeForLess = leastContext() > most;
        const QString sentence =
            madeForLess
                ? tr("Your message takes %1 tokens, and %2 was made for %3 at most: it cannot be sent unless "
                     "it is made shorter.")
                : tr("Your message takes %1 tokens, and this computer has the memory for about %3 at most "
                     "with %2: "
                     "it cannot be sent unless it is made shorter.");
        state.hopeless = true;
        state.explanation = sentence.arg(formatCount(message), m_activeModel.name(),
                                         formatCount(madeForLess ? most : m_largestThatFits));
        m_choices.setState(std::move(state));
        return;
    }
    const std::uint64_t needed = std::uint64_t{measure.totalTokens} + m_prompt->reserve;
    if (m_prompt->fit.fits) {
        state.explanation =
            tr("The conversation takes %1 of the %2 tokens that %3 can read at once. Everything fits.")
                .arg(formatCount(measure.totalTokens), formatCount(measure.contextTokens),
                     m_activeModel.name());
    } else {
        state.explanation =
            tr("With room for an answer the conversation needs %1 tokens. %2 can read %3 at once. "
               "Nothing is left out unless you say so.")
                .arg(formatCount(static_cast<qint64>(needed)), m_activeModel.name(),
                     formatCount(measure.contextTokens));
    }
    if (const std::size_t count = turnsToLeaveOut(); count > 0) {
        const std::size_t system = m_prompt->prompt.turns.front().role == ChatRole::System ? 1 : 0;
        const std::uint32_t before = system == 1 ? measure.turnTokens.front() : 0;
        const std::uint32_t freed = measure.turnTokens[system + count - 1] - before;
        const int messages = static_cast<int>(count);
        state.canLeaveOut = true;
        state.leaveOutText =
            tr("The model no longer sees the %n oldest message(s); that frees %1 tokens. They stay in "
               "the chat, and you can take it back.",
               nullptr, messages)
                .arg(formatCount(freed));
        state.canSummarize = true;
        state.summarizeText =
            tr("The model sums up the %n oldest message(s) in a few sentences and sees those instead. "
               "You can read and change the summary.",
               nullptr, messages);
    } else if (!m_prompt->fit.fits) {
        const QString tooLong = tr("The last message alone is too long for this context.");
        state.leaveOutText = tooLong;
        state.summarizeText = tooLong;
    }
    if (m_largerContext > 0) {
        state.canEnlarge = m_largerFits;
        state.enlargeText = sentences(tr("%1 is loaded again with room for %2 tokens.")
                                          .arg(m_activeModel.name(), formatCount(m_largerContext)),
                                      m_priceText);
        if (m_engine.figures().running > 0) {
            state.enlargeText = sentences(state.enlargeText, tr("Answers that are being written stop."));
        }
    } else {
        state.enlargeText = tr("This model was not made for more than %1 tokens.")
                                .arg(formatCount(m_activeModel.modelContextTokens()));
    }
    m_choices.setState(std::move(state));
}

void ContextRelief::askPrice() {
    const qint64 most = m_activeModel.modelContextTokens();
    const qint64 now = m_activeModel.contextTokens();
    m_largestThatFits = now;
    m_smallestThatDoesNot = std::max(now, most) + 1;
    if (now <= 0 || now >= most) {
        m_largerContext = 0;
        return;
    }
    const qint64 needed = qint64{m_prompt->measure.totalTokens} + m_prompt->reserve;
    qint64 larger = now;
    do {
        larger = std::min(larger * 2, most);
    } while (larger < needed && larger < most);
    ask(larger);
}

void ContextRelief::ask(qint64 contextTokens) {
    m_largerContext = contextTokens;
    m_largerFits = false;
    m_priceText = tr("Working out the memory…");
    m_activeModel.askPrice(contextTokens);
}

/// Where nothing but a larger context helps and the one asked about takes too much memory, the largest that
/// does not is looked for: it may be enough.
void ContextRelief::narrow(qint64 contextTokens, bool fits) {
    (fits ? m_largestThatFits : m_smallestThatDoesNot) = contextTokens;
    if (!isDeadEnd() || isHopeless() || (fits && contextTokens >= leastContext())) {
        return;
    }
    if (m_smallestThatDoesNot > leastContext()) {
        ask(leastContext());
    } else if (const qint64 gap = m_smallestThatDoesNot - m_largestThatFits; gap > kContextStep) {
        ask(m_largestThatFits + gap / 2);  // only to say how much is possible
    }
}

void ContextRelief::onPrice(qint64 contextTokens, qint64 totalBytes, qint64 availableBytes, bool fits) {
    if (contextTokens != m_largerContext || !m_prompt) {
        return;
    }
    m_largerFits = fits;
    const QString price = tr("That takes %1 of memory; %2 are free for it.")
                              .arg(formatBytes(static_cast<quint64>(totalBytes)),
                                   formatBytes(static_cast<quint64>(std::max<qint64>(availableBytes, 0))));
    m_priceText = fits ? price : sentences(price, tr("That is not enough."));
    if (fits && m_activeModel.reloadGrowsChatMemory()) {
        m_priceText = sentences(m_priceText, tr("That is more memory for chats than the settings allow."));
    }
    narrow(contextTokens, fits);
    update();
}

void ContextRelief::leaveOut() {
    if (const std::optional<MessageKey> last = m_prompt ? m_prompt->lastToLeaveOut() : std::nullopt) {
        Q_EMIT cutChosen({.lastLeftOut = last, .summary = {}});
    }
}

void ContextRelief::summarize() {
    const std::optional<ModelHandle> model = m_activeModel.handle();
    const std::optional<MessageKey> last = m_prompt ? m_prompt->lastToLeaveOut() : std::nullopt;
    if (!model || !last || m_summaryRequest) {
        return;
    }
    m_summarized = last;
    m_error.clear();
    m_summary.clear();
    const std::size_t system = m_prompt->prompt.turns.front().role == ChatRole::System ? 1 : 0;
    ChatRequest request;
    request.turns.assign(
        m_prompt->prompt.turns.begin(),
        m_prompt->prompt.turns.begin() + static_cast<std::ptrdiff_t>(system + turnsToLeaveOut()));
    request.turns.push_back(
        {ChatRole::User,
         QStringLiteral(
             "Sum up this conversation so far for somebody who has to go on with it without having read it: "
             "facts, names, numbers, decisions and open questions, in at most 200 words, in the language of "
             "the conversation. Answer with the summary alone.")});
    // Everything that the context leaves, for a thinking model; a summary alone is short by itself.
    const std::uint32_t used =
        m_prompt->measure.turnTokens[system + turnsToLeaveOut() - 1] + kInstructionTokens;
    const std::uint32_t left =
        m_prompt->measure.contextTokens - std::min(used, m_prompt->measure.contextTokens);
    request.maxTokens = std::clamp(left, kSummaryTokens, kSummaryTokens + kThoughtTokens);
    request.priority = kSummaryPriority;
    m_summaryRequest = m_engine.generate(*model, std::move(request));
    m_router.follow(*m_summaryRequest, [this](const EngineEvent& event) { receiveSummary(event); });
    update();
}

void ContextRelief::cancelSummary() {
    if (!m_summaryRequest) {
        return;
    }
    m_router.forget(*m_summaryRequest);
    m_engine.stop(*m_summaryRequest);
    m_summaryRequest.reset();
    update();
}

void ContextRelief::receiveSummary(const EngineEvent& event) {
    if (const auto* delta = std::get_if<TextDelta>(&event.what)) {
        m_summary += delta->text;
    } else if (const auto* failure = std::get_if<Failure>(&event.what)) {
        setSummaryError(errorSentence(failure->error));
    } else if (const auto* done = std::get_if<Done>(&event.what)) {
        const QString summary = withoutThinking(m_summary).trimmed();
        if (done->reason == FinishReason::cancelled || summary.isEmpty()) {
            setSummaryError(tr("The model gave no summary. Try again, or choose another way."));
            return;
        }
        if (done->reason == FinishReason::length) {
            setSummaryError(tr("The summary did not come to its end. Try again, or choose another way."));
            return;
        }
        m_summaryRequest.reset();
        update();
        Q_EMIT cutChosen({.lastLeftOut = m_summarized, .summary = summary});
    }
}

void ContextRelief::setSummaryError(const QString& sentence) {
    m_summaryRequest.reset();
    m_error = sentence;
    update();
}

void ContextRelief::enlarge() {
    if (m_largerContext <= 0 || !m_largerFits) {
        return;
    }
    Q_EMIT enlarging();
    m_activeModel.reload(m_largerContext);
}

}  // namespace hearth
