#include "transfers/request_log.h"

#include "transfers/address.h"

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

namespace hearth::transfers {

namespace {

constexpr std::size_t kKeptInMemory = 500;
constexpr std::uintmax_t kBytesPerFile = std::uintmax_t{1} << 20U;
constexpr int kOldFiles = 2;

std::string utc(std::chrono::system_clock::time_point time) {
    const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
    const auto milliseconds =
        std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count() % 1000;
    std::tm parts{};
    ::gmtime_r(&seconds, &parts);
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", parts.tm_year + 1900, parts.tm_mon + 1,
                       parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec, milliseconds);
}

std::filesystem::path old_file(const std::filesystem::path& file, int age) {
    std::filesystem::path path = file;
    path += fmt::format(".{}", age);
    return path;
}

void turn_over(const std::filesystem::path& file) {
    std::error_code ignored;
    for (int age = kOldFiles; age > 0; --age) {
        std::filesystem::rename(age == 1 ? file : old_file(file, age - 1), old_file(file, age), ignored);
    }
}

/// 0 or errno. One write per line: lines of two programs never mix.
int append_line(const std::filesystem::path& file, std::string_view line) {
    std::error_code error;
    if (file.has_parent_path()) {
        std::filesystem::create_directories(file.parent_path(), error);
        if (error) {
            return error.value();
        }
    }
    const std::uintmax_t size = std::filesystem::file_size(file, error);
    if (!error && size >= kBytesPerFile) {
        turn_over(file);
    }
    const int descriptor = ::open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    if (descriptor < 0) {
        return errno;
    }
    const ssize_t written = ::write(descriptor, line.data(), line.size());
    const int problem = written < 0 ? errno : static_cast<std::size_t>(written) < line.size() ? ENOSPC : 0;
    ::close(descriptor);
    return problem;
}

}  // namespace

std::string_view purpose_name(RequestPurpose purpose) {
    switch (purpose) {
        case RequestPurpose::other:
            return "other";
        case RequestPurpose::download:
            return "download";
        case RequestPurpose::search:
            return "search";
        case RequestPurpose::model_page:
            return "model_page";
        case RequestPurpose::model_header:
            return "model_header";
        case RequestPurpose::model_list:
            return "model_list";
    }
    return "other";
}

std::string outcome_text(const RequestOutcome& outcome) {
    const auto with_status = [&](std::string_view what) {
        return outcome.status ? fmt::format("{}, {}", *outcome.status, what) : std::string(what);
    };
    switch (outcome.state) {
        case RequestState::started:
            return "started";
        case RequestState::ended:
            return with_status("ended");
        case RequestState::redirect:
            return with_status("redirect");
        case RequestState::failed:
            return with_status(failure_name(outcome.failure.value_or(FailureKind::internal)));
        case RequestState::stopped:
            return with_status("stopped");
    }
    return {};
}

std::uint64_t RequestLog::start(std::string_view method, std::string_view url, RequestPurpose purpose,
                                std::string_view subject) {
    const std::scoped_lock lock(mutex_);
    RequestRecord record;
    record.number = ++count_;
    record.time = std::chrono::system_clock::now();
    record.method = method;
    record.url = without_secrets(url);
    record.purpose = purpose;
    record.subject = subject;
    append(record);
    open_.emplace(record.number, record);
    records_.push_back(std::move(record));
    if (records_.size() > kKeptInMemory) {
        records_.pop_front();
    }
    return count_;
}

void RequestLog::finish(std::uint64_t number, std::uint64_t bytes_received, const RequestOutcome& outcome) {
    const std::scoped_lock lock(mutex_);
    auto ended = open_.extract(number);
    if (!ended) {
        return;
    }
    RequestRecord& record = ended.mapped();
    record.bytes_received = bytes_received;
    record.outcome = outcome;
    append(record);
    const auto recent = std::ranges::find(records_, number, &RequestRecord::number);
    if (recent != records_.end()) {
        *recent = std::move(record);
    }
}

void RequestLog::append(const RequestRecord& record) {
    if (file_.empty()) {
        return;
    }
    const nlohmann::ordered_json line{{"number", record.number},
                                      {"process", ::getpid()},
                                      {"time", utc(record.time)},
                                      {"method", record.method},
                                      {"url", record.url},
                                      {"why", purpose_name(record.purpose)},
                                      {"subject", record.subject},
                                      {"bytes", record.bytes_received},
                                      {"outcome", outcome_text(record.outcome)}};
    const int problem =
        append_line(file_, line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
    write_problem_ = problem == 0 ? "" : std::generic_category().message(problem);
}

std::vector<RequestRecord> RequestLog::recent() const {
    const std::scoped_lock lock(mutex_);
    return {records_.begin(), records_.end()};
}

std::uint64_t RequestLog::count() const {
    const std::scoped_lock lock(mutex_);
    return count_;
}

std::string RequestLog::write_problem() const {
    const std::scoped_lock lock(mutex_);
    return write_problem_;
}

}  // namespace hearth::transfers
