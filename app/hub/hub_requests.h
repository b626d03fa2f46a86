#pragma once

#include "hub/answer_cache.h"
#include "hub/hub_model.h"
#include "transfers/failure.h"
#include "transfers/fetcher.h"

#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

namespace hearth::hub {

/// What came: from the hub, or from the cache where the hub could not be reached.
struct HubAnswer {
    std::string body;
    std::string link{};
    std::string final_url{};
    Freshness freshness{};
};

/// Whether a failure says nothing about what was asked for, so that an older answer still stands: the way
/// there, a web page in between, too many requests, an error of the hub's own.
bool is_passing(const transfers::Failure& failure);

/// One request: from the hub if it answers, else from the cache. Only what `read` takes is kept or given.
template <class T>
struct HubRequest {
    std::string url;
    std::size_t most_bytes = std::size_t{8} << 20U;
    transfers::RequestPurpose purpose = transfers::RequestPurpose::model_page;
    std::string subject{};
    std::string accept = "application/json";
    std::function<transfers::Outcome<T>(const HubAnswer&)> read;
};

/// The body as text, or why it is none.
transfers::Outcome<HubAnswer> ask_hub(transfers::Fetcher& fetcher, const transfers::FetchRequest& request,
                                      std::stop_token stop);

/// A value and how fresh it is.
template <class T>
struct Fresh {
    T value;
    Freshness freshness{};
};

template <class T>
transfers::Outcome<Fresh<T>> ask(transfers::Fetcher& fetcher, const AnswerCache& cache,
                                 const HubRequest<T>& request, std::stop_token stop) {
    const transfers::FetchRequest fetch{.url = request.url,
                                        .most_bytes = request.most_bytes,
                                        .accept = request.accept,
                                        .purpose = request.purpose,
                                        .subject = request.subject};
    transfers::Outcome<HubAnswer> answer = ask_hub(fetcher, fetch, std::move(stop));
    transfers::Failure failure;
    if (answer) {
        transfers::Outcome<T> value = request.read(*answer);
        if (value) {
            cache.keep(request.url, answer->body, answer->link);
            return Fresh<T>{*std::move(value), {}};
        }
        failure = std::move(value).failure();
    } else {
        failure = std::move(answer).failure();
    }
    if (is_passing(failure)) {
        if (const std::optional<KeptAnswer> kept = cache.find(request.url)) {
            transfers::Outcome<T> value =
                request.read(HubAnswer{kept->body, kept->link, request.url, {true, kept->age}});
            if (value) {
                return Fresh<T>{*std::move(value), {true, kept->age}};
            }
        }
    }
    return failure;
}

}  // namespace hearth::hub
