#include "demo/demo_hub.h"

#include "hub/endpoint.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <cmath>
#include <thread>
#include <utility>

namespace hearth {

namespace {

using namespace std::chrono_literals;
using transfers::Failure;
using transfers::FailureKind;

constexpr std::uint64_t kFreeBytes = 9'000'000'000;
constexpr double kBytesPerSecond = 60e9;
/// When the demo's computer was measured, in seconds since 1970.
constexpr std::chrono::seconds kMeasured{1'790'000'000};

struct DemoModel {
    const char* id;
    const char* licence;
    const char* task;
    double billions;
    std::uint32_t context;
    std::vector<std::string> languages;
    bool gated;
};

const std::vector<DemoModel>& models() {
    static const std::vector<DemoModel> all{
        {"Qwen/Qwen3-8B-GGUF",
         "apache-2.0",
         "text-generation",
         8.19,
         40'960,
         {"en", "zh", "fr", "de", "es"},
         false},
        {"Qwen/Qwen3-1.7B-GGUF", "apache-2.0", "text-generation", 1.72, 40'960, {"en", "zh"}, false},
        {"google/gemma-3-12b-it-qat-q4_0-gguf", "gemma", "image-text-to-text", 11.8, 131'072, {}, true},
        {"Qwen/Qwen3-30B-A3B-GGUF", "apache-2.0", "text-generation", 30.5, 40'960, {"en", "zh", "fr"}, false},
        {"bartowski/Meta-Llama-3.1-8B-Instruct-abliterated-with-a-long-name-GGUF",
         "llama3.1",
         "text-generation",
         8.03,
         131'072,
         {"en", "de", "fr", "it", "pt", "hi", "es", "th"},
         false},
        {"unsloth/Qwen3-14B-GGUF", "apache-2.0", "text-generation", 14.8, 40'960, {"en", "zh"}, false},
        {"HuggingFaceTB/SmolLM2-135M-Instruct-GGUF",
         "apache-2.0",
         "text-generation",
         0.135,
         8'192,
         {"en"},
         false},
        {"someone/an-upload-without-figures-GGUF", "", "text-generation", 0, 0, {}, false},
    };
    return all;
}

bool named(std::string id, std::string words) {
    for (std::string* text : {&id, &words}) {
        std::ranges::transform(*text, text->begin(),
                               [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    }
    return id.find(words) != std::string::npos;
}

hub::HubModel modelOf(const DemoModel& demo) {
    hub::HubModel model;
    model.id = demo.id;
    const std::size_t slash = model.id.find('/');
    model.author = model.id.substr(0, slash);
    model.name = model.id.substr(slash + 1);
    model.licence = demo.licence;
    model.task = demo.task;
    model.languages = demo.languages;
    model.gated = demo.gated;
    if (demo.billions > 0) {
        model.parameters = static_cast<std::uint64_t>(demo.billions * 1e9);
        model.context_tokens = demo.context;
    }
    return model;
}

struct DemoFormat {
    const char* quantization;
    double bits;
    bool supported;
};
constexpr std::array kFormats = {DemoFormat{"IQ2_XXS", 2.4, false}, DemoFormat{"Q3_K_M", 3.9, true},
                                 DemoFormat{"Q4_K_M", 4.85, true},  DemoFormat{"Q5_K_M", 5.7, true},
                                 DemoFormat{"Q6_K", 6.6, true},     DemoFormat{"Q8_0", 8.5, true},
                                 DemoFormat{"BF16", 16, true}};

hub::FileGroup groupOf(const DemoModel& demo, const DemoFormat& format) {
    const std::string name = modelOf(demo).name + "-" + format.quantization;
    hub::FileGroup group;
    group.name = name;
    group.quantization = format.quantization;
    group.bytes = static_cast<std::uint64_t>(demo.billions * 1e9 * format.bits / 8);
    group.bits = format.bits;
    group.recommended = std::string_view(format.quantization) == "Q4_K_M";
    const int parts = group.bytes > 12'000'000'000 ? 2 : 1;
    for (int part = 1; part <= parts; ++part) {
        const std::string path =
            parts == 1 ? name + ".gguf" : name + "-0000" + std::to_string(part) + "-of-00002.gguf";
        group.files.push_back({.path = path,
                               .bytes = group.bytes / static_cast<std::uint64_t>(parts),
                               .sha256 = std::string(64, 'a'),
                               .url = "https://hub.invalid/" + std::string(demo.id) + "/" + path});
    }
    if (!format.supported) {
        group.problem = hub::GroupProblem::unsupported_type;
        group.problem_detail = format.quantization;
    }
    return group;
}

class DemoHub : public HubSource {
 public:
    DemoHub(DemoHubMood mood, hub::Endpoint endpoint) : m_mood(mood), m_endpoint(std::move(endpoint)) {}

    transfers::Outcome<hub::SearchPage> search(const hub::SearchQuery& query, const std::string& cursor,
                                               std::stop_token stop) override {
        static_cast<void>(cursor);
        if (const auto failure = trouble(stop)) {
            return *failure;
        }
        hub::SearchPage page;
        page.freshness = freshness();
        for (const DemoModel& demo : models()) {
            const hub::HubModel model = modelOf(demo);
            const double bytes = demo.billions * 1e9 * 4.5 / 8;
            const bool small = !query.most_bytes || bytes <= static_cast<double>(*query.most_bytes);
            if (small && named(model.id, query.text) && m_mood != DemoHubMood::finds_nothing) {
                page.models.push_back(model);
            }
        }
        return page;
    }

    transfers::Outcome<hub::HubModelPage> model(const std::string& id, std::stop_token stop) override {
        if (const auto failure = trouble(stop)) {
            return *failure;
        }
        if (m_mood == DemoHubMood::gated) {
            return Failure{.kind = FailureKind::licence_not_accepted, .host = host()};
        }
        const auto found =
            std::ranges::find_if(models(), [&](const DemoModel& demo) { return id == demo.id; });
        if (found == models().end()) {
            return Failure{.kind = FailureKind::no_such_repository, .host = host()};
        }
        hub::HubModelPage page;
        page.model = modelOf(*found);
        page.endpoint = m_endpoint.id;
        page.page_url = m_endpoint.base_url + "/" + id;
        page.revision = "main";
        page.freshness = freshness();
        for (const DemoFormat& format : kFormats) {
            if (found->billions > 0) {
                page.groups.push_back(groupOf(*found, format));
            }
        }
        return page;
    }

    transfers::Outcome<hub::FileGroup> withHashes(const hub::FileGroup& group, std::stop_token) override {
        return group;
    }

    FitAnswer assess(const hub::FileGroup& group, std::uint64_t replacedBytes,
                     std::stop_token stop) override {
        static_cast<void>(stop);
        fit::Fit fit;
        fit.context_tokens = 8'192;
        fit.weights_bytes = group.bytes;
        fit.kv_bytes = group.bytes / 10;
        fit.workspace_bytes = 180'000'000;
        fit.free_bytes = kFreeBytes + replacedBytes;
        fit.fits = fit.total_bytes() <= fit.free_bytes;
        fit.decode_tokens_per_s = kBytesPerSecond / static_cast<double>(group.bytes);
        return fit;
    }

 private:
    std::string host() const { return m_endpoint.base_url.substr(m_endpoint.base_url.find("//") + 2); }

    hub::Freshness freshness() const {
        return m_mood == DemoHubMood::remembers ? hub::Freshness{.from_cache = true, .age = 26h}
                                                : hub::Freshness{};
    }

    std::optional<Failure> trouble(const std::stop_token& stop) const {
        while (m_mood == DemoHubMood::silent && !stop.stop_requested()) {
            std::this_thread::sleep_for(10ms);
        }
        if (m_mood == DemoHubMood::unreachable) {
            return Failure{.kind = FailureKind::host_not_found, .host = host()};
        }
        if (m_mood == DemoHubMood::offline) {
            return Failure{.kind = FailureKind::offline, .host = host()};
        }
        return std::nullopt;
    }

    DemoHubMood m_mood;
    hub::Endpoint m_endpoint;
};

}  // namespace

HubSourceMaker demoHub(DemoHubMood mood) {
    return [mood](const hub::Endpoint& endpoint) { return std::make_shared<DemoHub>(mood, endpoint); };
}

SpeedProbe::Device demoDevice(bool measured) {
    SpeedProbe::Device device;
    device.find = [measured]() -> std::optional<fit::DeviceSpeed> {
        if (!measured) {
            return std::nullopt;
        }
        fit::DeviceSpeed speed;
        speed.measured = std::chrono::sys_seconds(kMeasured);
        speed.probe.thread_count = 8;
        speed.probe.types = {{.type = DType::q4_k, .streamed_bytes_per_s = kBytesPerSecond}};
        return speed;
    };
    device.measure = [](const SpeedProbe::Progress& progress) -> Result<fit::DeviceSpeed> {
        double done = 0;
        while (progress(std::min(done, 0.6))) {
            done += 0.05;
            std::this_thread::sleep_for(5ms);
        }
        return Error{ErrorCode::cancelled, "cancelled", {}};
    };
    return device;
}

}  // namespace hearth
