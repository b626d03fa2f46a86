#include "cli/hub_options.h"

#include "cli/arguments.h"

#include <cstdlib>

namespace hearth::cli {

void add_hub_options(CLI::App& app, HubOptions& options) {
    add_text(app, "--endpoint", options.endpoint,
             "The hub: huggingface (as without), hf-mirror, modelscope, or the address of another "
             "(modelscope=ADDRESS for one of that kind)");
}

hub::Endpoint read_endpoint(const HubOptions& options) {
    const auto endpoint = hub::endpoint_named(options.endpoint.value_or("huggingface"));
    if (!endpoint) {
        throw WrongValue("--endpoint", "huggingface, hf-mirror, modelscope or the https address of a hub",
                         options.endpoint.value_or(""));
    }
    return *endpoint;
}

std::shared_ptr<const transfers::Credentials> read_token(const hub::Endpoint& endpoint) {
    const char* token = std::getenv("HF_TOKEN");
    return token == nullptr || *token == '\0'
               ? nullptr
               : std::make_shared<transfers::Credentials>(
                     transfers::Credentials{.token = token, .hosts = hub::token_hosts(endpoint)});
}

}  // namespace hearth::cli
