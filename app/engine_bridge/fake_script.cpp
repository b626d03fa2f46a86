#include "engine_bridge/fake_script.h"

namespace hearth {
namespace {

FakeModel fakeModel(const char* path, const char* name, const char* architecture, std::uint64_t parameters,
                    std::uint64_t weightBytes, std::uint32_t contextTokens, std::uint64_t kvBytesPerToken) {
    FakeModel model;
    model.kvBytesPerToken = kvBytesPerToken;
    model.info.path = QString::fromUtf8(path);
    model.info.name = QString::fromUtf8(name);
    model.info.architecture = QString::fromUtf8(architecture);
    model.info.backend = QStringLiteral("cpu (AVX-512 VNNI)");
    model.info.parameterCount = parameters;
    model.info.contextTokens = contextTokens;
    model.info.modelContextTokens = 4 * contextTokens;
    model.info.threadCount = 4;
    model.info.weightBytes = weightBytes;
    model.info.workspaceBytes = weightBytes / 20;
    return model;
}

}  // namespace

FakeScript defaultFakeScript() {
    FakeScript script;
    for (FakeModel& model : std::vector{fakeModel("/models/Ember-135M-Q4.gguf", "Ember 135M", "llama",
                                                  135'000'000, 92'000'000, 2048, 23'040),
                                        fakeModel("/models/Ember-1.7B-Q4.gguf", "Ember 1.7B", "llama",
                                                  1'700'000'000, 1'060'000'000, 8192, 98'304),
                                        fakeModel("/models/Ember-8B-Q4.gguf", "Ember 8B", "qwen3",
                                                  8'200'000'000, 5'030'000'000, 8192, 147'456)}) {
        script.models.emplace(model.info.path, std::move(model));
    }
    return script;
}

}  // namespace hearth
