// The vocabularies and token ids that llama.cpp tests itself with (models/ggml-vocab-*.gguf, .inp and .out).
// They are not part of this repository: HEARTH_PEER_VOCABS names the folder.

#include "support/real_models.h"
#include "tiny_vocabulary.h"
#include "tokenizer/nfc.h"

#include <hearth/model_file.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace hearth {
namespace {

std::string read(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> split(const std::string& text, const std::string& separator) {
    std::vector<std::string> parts;
    std::size_t begin = 0;
    for (std::size_t end = text.find(separator); end != std::string::npos;
         end = text.find(separator, begin)) {
        parts.push_back(text.substr(begin, end - begin));
        begin = end + separator.size();
    }
    return parts;
}

TEST(PeerVocabularies, GiveTheSameIds) {
    const auto folder = test::folder_from("HEARTH_PEER_VOCABS");
    if (!folder) {
        GTEST_SKIP() << "HEARTH_PEER_VOCABS is not set";
    }
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(*folder)) {
        if (entry.path().extension() == ".gguf") {
            files.push_back(entry.path());
        }
    }
    std::ranges::sort(files);
    ASSERT_FALSE(files.empty()) << *folder;
    std::size_t compared = 0;
    for (const auto& path : files) {
        const auto file = ModelFile::open(path);
        ASSERT_TRUE(file) << file.error().message;
        const auto tokenizer = Tokenizer::create(file->metadata());
        ASSERT_TRUE(tokenizer) << tokenizer.error().message;
        if (!std::filesystem::exists(path.string() + ".inp")) {
            continue;
        }
        const auto texts = split(read(path.string() + ".inp"), "\n__ggml_vocab_test__\n");
        const auto lines = split(read(path.string() + ".out"), "\n");
        ASSERT_GE(lines.size(), texts.size()) << path;
        const auto pre = file->metadata().get<std::string>("tokenizer.ggml.pre");
        ASSERT_TRUE(pre);
        for (std::size_t i = 0; i < texts.size(); ++i) {
            std::string storage;
            if (*pre == "qwen35" && tokenizer::to_nfc(texts[i], storage) != texts[i]) {
                continue;  // the model's own tokenizer composes them first (NFC), llama.cpp does not
            }
            std::istringstream numbers(lines[i]);
            const std::vector<std::int32_t> expected{std::istream_iterator<std::int32_t>(numbers), {}};
            EXPECT_EQ(test::ids((*tokenizer)->encode_plain(texts[i])), expected)
                << path.filename() << ": " << texts[i];
            ++compared;
        }
    }
    EXPECT_GT(compared, 500U);
}

// Rows F1 to F3 of the bug log: ids that engines got wrong.
TEST(PeerVocabularies, GiveTheIdsThatOthersGotWrong) {
    const auto folder = test::folder_from("HEARTH_PEER_VOCABS");
    if (!folder) {
        GTEST_SKIP() << "HEARTH_PEER_VOCABS is not set";
    }
    const struct {
        const char* file;
        const char* text;
        std::vector<std::int32_t> ids;
    } cases[] = {
        {"ggml-vocab-llama-spm.gguf",
         "This is \xF0\x9F\xA6\x99.cpp",
         {910, 338, 29871, 243, 162, 169, 156, 29889, 8223}},
        {"ggml-vocab-llama-spm.gguf", "Hello", {15043}},
        {"ggml-vocab-llama-spm.gguf", " Hello", {29871, 15043}},
        {"ggml-vocab-llama-spm.gguf", "  Hello", {259, 15043}},
        {"ggml-vocab-llama-spm.gguf", "   Hello", {1678, 15043}},
        {"ggml-vocab-llama-spm.gguf", "    Hello", {268, 15043}},
        {"ggml-vocab-llama-bpe.gguf", "\n\n", {271}},
        {"ggml-vocab-llama-bpe.gguf", "\n\n\n\n", {1038}},
    };
    for (const auto& test : cases) {
        const auto file = ModelFile::open(*folder / test.file);
        ASSERT_TRUE(file) << file.error().message;
        const auto tokenizer = test::make_tokenizer(file->metadata());
        EXPECT_EQ(test::ids(tokenizer->encode_plain(test.text)), test.ids) << test.text;
    }
}

}  // namespace
}  // namespace hearth
