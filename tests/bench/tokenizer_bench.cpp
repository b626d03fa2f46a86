// Speed of encode and of creation. The texts are made here unless HEARTH_ORACLE_DIR names the folder with
// tinylm/eval_en.txt and the like; vocabularies come from GGUF files: HEARTH_BENCH_VOCABULARIES, a list of
// paths with colons between.

#include <hearth/model_file.h>
#include <hearth/tokenizer.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

namespace {

std::string repeated(const std::string& text, std::size_t bytes) {
    std::string out;
    while (!text.empty() && out.size() < bytes) {
        out += text;
    }
    return out;
}

std::string oracle_text(const std::string& name, const std::string& otherwise) {
    const char* folder = std::getenv("HEARTH_ORACLE_DIR");
    std::ifstream file(std::string(folder == nullptr ? "" : folder) + "/tinylm/" + name, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(file), {}};
    return text.empty() ? repeated(otherwise, 1U << 20U) : text;
}

std::vector<std::pair<std::string, std::string>> texts() {
    constexpr std::size_t megabyte = 1U << 20U;
    return {
        {"english", oracle_text("eval_en.txt",
                                "The kettle sang while she wrote three letters to her brother in Leeds. ")},
        {"chinese",
         oracle_text("eval_zh.txt", "清晨的雾还没有散，河边的茶馆已经坐满了人，大家都在等那条船。")},
        {"code", oracle_text("eval_code.txt",
                             "    for (int i = 0; i < n; ++i) {\n        sum += x[i] * y[i];\n    }\n")},
        {"one_letter", std::string(megabyte, 'a')},
        {"spaces", std::string(megabyte, ' ')},
        {"spaces_and_lines", repeated(" \n", megabyte)},
        {"digits", std::string(megabyte, '7')},
        {"no_spaces", repeated("qwertyuiopasdfghjklzxcvbnm", megabyte)},
        {"half_control_tokens", repeated("<|im_", megabyte)},
        {"combining_marks", repeated("\xCC\xA3\xCC\x81", megabyte)},
        {"emoji", repeated("\xF0\x9F\x91\xA9\xE2\x80\x8D", megabyte)},
        {"capitals", std::string(megabyte, 'A')},
    };
}

void encode(benchmark::State& state, const hearth::Tokenizer& tokenizer, const std::string& text) {
    std::size_t tokens = 0;
    for (auto _ : state) {
        const auto ids = tokenizer.encode_with_control(text);
        if (!ids) {
            state.SkipWithError(ids.error().message.c_str());
            return;
        }
        tokens = ids->size();
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text.size()));
    state.counters["tokens"] = static_cast<double>(tokens);
}

void create(benchmark::State& state, const hearth::Metadata& metadata) {
    for (auto _ : state) {
        const auto tokenizer = hearth::Tokenizer::create(metadata);
        if (!tokenizer) {
            state.SkipWithError(tokenizer.error().message.c_str());
            return;
        }
        benchmark::DoNotOptimize(tokenizer);
    }
}

}  // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    const char* list = std::getenv("HEARTH_BENCH_VOCABULARIES");
    std::istringstream paths(list == nullptr ? "" : list);
    const auto all_texts = texts();
    for (std::string path; std::getline(paths, path, ':');) {
        const auto file = hearth::ModelFile::open(path);
        if (!file) {
            std::fprintf(stderr, "%s\n", file.error().message.c_str());
            return 1;
        }
        const std::string name = path.substr(path.find_last_of('/') + 1);
        const auto metadata = std::make_shared<const hearth::Metadata>(file->metadata());
        benchmark::RegisterBenchmark((name + "/create").c_str(), [metadata](benchmark::State& state) {
            create(state, *metadata);
        })->Unit(benchmark::kMillisecond);
        const auto tokenizer = hearth::Tokenizer::create(*metadata);
        if (!tokenizer) {
            std::fprintf(stderr, "%s\n", tokenizer.error().message.c_str());
            return 1;
        }
        for (const auto& [text_name, text] : all_texts) {
            benchmark::RegisterBenchmark((name + "/" + text_name).c_str(), [made = *tokenizer, text = text](
                                                                               benchmark::State& state) {
                encode(state, *made, text);
            })->Unit(benchmark::kMillisecond);
        }
    }
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
