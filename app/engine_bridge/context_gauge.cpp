#include "engine_bridge/context_gauge.h"

#include "engine_bridge/chat_prompt.h"

#include <algorithm>
#include <utility>

namespace hearth {
namespace {

/// A draft of one token in every vocabulary, to see what a user turn takes besides its text.
const QLatin1StringView kProbe("a");

ContextMeasure contextMeasure(const MeasuredTurns& measured, std::size_t turnCount,
                              std::uint32_t contextTokens) {
    ContextMeasure result;
    result.contextTokens = contextTokens;
    result.totalTokens = measured.length.total;
    for (std::size_t i = 0; i < turnCount; ++i) {
        const std::vector<std::uint32_t>& ends = measured.length.turn_ends;
        const std::size_t place = measured.turns.placeOf[i];
        result.turnTokens.push_back(place < ends.size() ? ends[place] : 0);
    }
    return result;
}

std::uint32_t difference(std::uint32_t larger, std::uint32_t smaller) {
    return larger - std::min(larger, smaller);
}

}  // namespace

Result<ContextGauge::Base> ContextGauge::measureBase(ModelHandle model, const Tokenizer& tokenizer,
                                                     const ChatTemplate& chat, std::uint32_t contextTokens,
                                                     std::vector<ChatTurn> turns) {
    std::vector<ChatTurn> withProbe = turns;
    withProbe.push_back({ChatRole::User, kProbe});
    HEARTH_TRY_ASSIGN(const MeasuredTurns probed, measureTurns(tokenizer, chat, std::move(withProbe)));
    HEARTH_TRY_ASSIGN(const std::vector<TokenId> probe, tokenizer.encode_plain(kProbe.latin1()));
    const auto probeTokens = static_cast<std::uint32_t>(probe.size());

    Base base{.turns = turns, .withoutDraft = {}, .withDraft = {}, .model = model};
    base.withDraft = contextMeasure(probed, turns.size(), contextTokens);
    base.withDraft.totalTokens = difference(base.withDraft.totalTokens, probeTokens);
    const bool hasUser = std::any_of(turns.begin(), turns.end(),
                                     [](const ChatTurn& turn) { return turn.role == ChatRole::User; });
    if (!hasUser) {
        // Many templates show no conversation that nobody has begun.
        base.withoutDraft = base.withDraft;
        return base;
    }
    const std::size_t turnCount = turns.size();
    HEARTH_TRY_ASSIGN(const MeasuredTurns plain, measureTurns(tokenizer, chat, std::move(turns)));
    base.withoutDraft = contextMeasure(plain, turnCount, contextTokens);
    return base;
}

Result<ContextMeasure> ContextGauge::measure(ModelHandle model, const Tokenizer& tokenizer,
                                             const ChatTemplate& chat, std::uint32_t contextTokens,
                                             std::vector<ChatTurn> turns, const QString& draft) {
    if (!m_base || m_base->model != model || m_base->turns != turns) {
        m_base.reset();
        HEARTH_TRY_ASSIGN(m_base, measureBase(model, tokenizer, chat, contextTokens, std::move(turns)));
    }
    if (draft.isEmpty()) {
        return m_base->withoutDraft;
    }
    HEARTH_TRY_ASSIGN(const std::vector<TokenId> tokens, tokenizer.encode_plain(draft.toStdString()));
    ContextMeasure result = m_base->withDraft;
    result.totalTokens += static_cast<std::uint32_t>(tokens.size());
    result.draftTokens = difference(result.totalTokens, m_base->withoutDraft.totalTokens);
    return result;
}

}  // namespace hearth
