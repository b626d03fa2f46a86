#include "engine_bridge/fake_stream.h"

#include "engine_bridge/fake_tokens.h"

#include <algorithm>
#include <utility>

namespace hearth {
namespace {

QString cutAtStopStrings(QString text, const QStringList& stopStrings) {
    for (const QString& stop : stopStrings) {
        if (const qsizetype place = stop.isEmpty() ? -1 : text.indexOf(stop); place >= 0) {
            text.truncate(place);
        }
    }
    return text;
}

}  // namespace

FakeStream::FakeStream(RequestHandle request, FakeAnswer answer, const ChatRequest& asked,
                       std::uint32_t promptTokens, std::chrono::nanoseconds now)
    : priority(asked.priority),
      m_request(request),
      m_answer(std::move(answer)),
      m_promptTokens(promptTokens),
      m_maxTokens(asked.maxTokens),
      m_asked(now) {
    m_answer.text = cutAtStopStrings(m_answer.text, asked.stopStrings);
    m_ends = fakeTokenEnds(m_answer.text);
    if (m_ends.size() < m_answer.minimumTokens) {
        m_answer.text += QLatin1StringView("\n\n");
        m_ends = fakeTokenEnds(m_answer.text);
    }
    m_answer.cachedTokens = std::min(m_answer.cachedTokens, m_promptTokens - std::min(m_promptTokens, 1U));
}

std::uint32_t FakeStream::wantedTokens() const {
    return std::max(static_cast<std::uint32_t>(m_ends.size()), m_answer.minimumTokens);
}

std::uint32_t FakeStream::totalTokens() const {
    std::uint32_t total = wantedTokens();
    if (m_answer.failure) {
        total = std::min(total, m_answer.failureTokens);
    }
    return std::min(total, m_maxTokens.value_or(total));
}

void FakeStream::queue(std::uint32_t position, std::vector<EngineEvent>& events) {
    if (std::exchange(m_position, position) != position) {
        addEvent(events, m_request, Queued{position});
    }
}

void FakeStream::advance(std::chrono::nanoseconds now, std::vector<EngineEvent>& events) {
    if (m_ended) {
        return;
    }
    if (m_stopped) {
        end(now, FinishReason::cancelled, events);
        return;
    }
    if (!m_started) {
        return;
    }
    const std::chrono::nanoseconds running = now - *m_started;
    if (running < m_answer.readingTime) {
        read(running, events);
        return;
    }
    if (!std::exchange(m_writing, true)) {
        addEvent(events, m_request, Writing{m_promptTokens, m_answer.cachedTokens});
    }
    write(running - m_answer.readingTime, events);
    if (m_generated < totalTokens()) {
        return;
    }
    if (m_answer.failure && m_generated == m_answer.failureTokens) {
        end(now, std::nullopt, events);
    } else {
        const bool cut = m_maxTokens && m_generated == *m_maxTokens && m_generated < wantedTokens();
        end(now, cut ? FinishReason::length : FinishReason::stop, events);
    }
}

void FakeStream::read(std::chrono::nanoseconds time, std::vector<EngineEvent>& events) {
    const double part = static_cast<double>(time.count()) /
                        static_cast<double>(std::chrono::nanoseconds(m_answer.readingTime).count());
    const std::uint32_t uncached = m_promptTokens - m_answer.cachedTokens;
    const std::uint32_t done = m_answer.cachedTokens + static_cast<std::uint32_t>(part * uncached);
    if (std::exchange(m_read, done) != done) {
        addEvent(events, m_request, Reading{done, m_promptTokens});
    }
}

void FakeStream::write(std::chrono::nanoseconds time, std::vector<EngineEvent>& events) {
    // The first token comes at the end of reading.
    const double due = 1 + std::chrono::duration<double>(time).count() * m_answer.tokensPerSecond;
    const auto goal = static_cast<std::uint32_t>(std::min(due, static_cast<double>(totalTokens())));
    if (goal <= m_generated) {
        return;
    }
    TextDelta delta{QString(), goal - m_generated};
    while (m_generated < goal) {
        const std::size_t first = m_generated % m_ends.size();
        const std::size_t last = std::min(m_ends.size(), first + goal - m_generated);
        const qsizetype begin = first == 0 ? 0 : m_ends[first - 1];
        delta.text += QStringView(m_answer.text).mid(begin, m_ends[last - 1] - begin);
        m_generated += static_cast<std::uint32_t>(last - first);
    }
    addEvent(events, m_request, std::move(delta));
}

void FakeStream::end(std::chrono::nanoseconds now, std::optional<FinishReason> reason,
                     std::vector<EngineEvent>& events) {
    m_ended = true;
    if (!reason) {
        addEvent(events, m_request, Failure{*m_answer.failure});
        return;
    }
    AnswerStatistics statistics;
    if (m_writing) {
        statistics.promptTokens = m_promptTokens;
        statistics.cachedTokens = m_answer.cachedTokens;
        statistics.generatedTokens = m_generated;
        const std::chrono::nanoseconds firstToken = *m_started + m_answer.readingTime;
        statistics.ttftMs = std::chrono::duration<double, std::milli>(firstToken - m_asked).count();
        const double seconds = std::chrono::duration<double>(now - firstToken).count();
        if (m_generated > 1 && seconds > 0) {
            statistics.tokensPerSecond = m_stopped ? (m_generated - 1) / seconds : m_answer.tokensPerSecond;
        }
    }
    addEvent(events, m_request, Done{*reason, statistics});
}

}  // namespace hearth
