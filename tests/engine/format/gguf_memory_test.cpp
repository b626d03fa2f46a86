#include "gguf_bytes.h"
#include "support/temporary_folder.h"

#include <hearth/model_file.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <new>
#include <string>

#include <gtest/gtest.h>
#include <malloc.h>

namespace {

std::atomic<std::size_t> bytes_now{0};
std::atomic<std::size_t> bytes_peak{0};

void count(std::size_t bytes) {
    const std::size_t now = bytes_now.fetch_add(bytes) + bytes;
    std::size_t peak = bytes_peak.load();
    while (now > peak && !bytes_peak.compare_exchange_weak(peak, now)) {
    }
}

}  // namespace

void* operator new(std::size_t bytes) {
    void* const memory = std::malloc(bytes);
    if (memory == nullptr) {
        throw std::bad_alloc();
    }
    count(malloc_usable_size(memory));
    return memory;
}

void operator delete(void* memory) noexcept {
    if (memory != nullptr) {
        bytes_now.fetch_sub(malloc_usable_size(memory));
    }
    std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept {
    operator delete(memory);
}

namespace hearth {
namespace {

using test::GgufBytes;

constexpr std::size_t kMebibyte = std::size_t{1} << 20U;

template <class Body>
std::size_t peak_of(const Body& body) {
    const std::size_t before = bytes_now.load();
    bytes_peak.store(before);
    body();
    return bytes_peak.load() - before;
}

TEST(GgufMemory, EveryCaseTakesLittle) {
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(HEARTH_TEST_DATA) / "gguf")) {
        const std::size_t peak = peak_of([&] { (void)ModelFile::open(entry.path()); });
        EXPECT_LT(peak, kMebibyte) << entry.path();
    }
}

/// A length in front of a header is compared with the file before memory is taken for it.
TEST(SafetensorsMemory, EveryCaseTakesLittle) {
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(HEARTH_TEST_DATA) / "safetensors")) {
        const std::size_t peak = peak_of([&] { (void)ModelFile::open(entry.path()); });
        EXPECT_LT(peak, kMebibyte) << entry.path();
    }
}

/// Headers that stay within the file only because the file is huge and sparse.
TEST(GgufMemory, ASparseFileCannotMakeItAllocateGigabytes) {
    struct Row {
        const char* name;
        GgufBytes bytes;
        ErrorCode code;
    };
    const std::uint64_t huge = std::uint64_t{1} << 33U;
    const Row rows[] = {
        {"u8 array", GgufBytes().start(0, 1).array("k", 0, huge), ErrorCode::array_too_long},
        {"string array", GgufBytes().start(0, 1).array("k", 8, huge), ErrorCode::array_too_long},
        {"bool array", GgufBytes().start(0, 1).array("k", 7, huge), ErrorCode::array_too_long},
        {"string", GgufBytes().start(0, 1).key("k", 8).number(huge), ErrorCode::string_too_long},
        {"key", GgufBytes().start(0, 1).number(huge), ErrorCode::string_too_long},
        {"tensors", GgufBytes().start(huge / 4, 0), ErrorCode::count_too_large},
        {"pairs", GgufBytes().start(0, huge), ErrorCode::bad_key},
    };
    const test::TemporaryFolder folder;
    for (const Row& row : rows) {
        const auto path = folder.write("sparse.gguf", row.bytes.bytes());
        std::filesystem::resize_file(path, std::uint64_t{1} << 37U);
        const std::size_t peak = peak_of([&] {
            const auto model = ModelFile::open(path);
            ASSERT_FALSE(model);
            EXPECT_EQ(error_name(model.error().code), error_name(row.code))
                << row.name << model.error().message;
        });
        EXPECT_LT(peak, 16 * kMebibyte) << row.name;
    }
}

/// A vocabulary of real proportions takes its size in the file and at most 16 MiB more.
TEST(GgufMemory, AVocabularyTakesLittleMoreThanItsBytes) {
    constexpr std::uint32_t kTokens = 262'144;
    GgufBytes bytes;
    bytes.start(0, 3).array("tokenizer.ggml.tokens", 8, kTokens);
    for (std::uint32_t i = 0; i < kTokens; ++i) {
        bytes.text("token" + std::to_string(i));
    }
    bytes.array("tokenizer.ggml.scores", 6, kTokens).zeros(kTokens * sizeof(float));
    bytes.array("tokenizer.ggml.token_type", 5, kTokens).zeros(kTokens * sizeof(std::int32_t));
    const test::TemporaryFolder folder;
    const auto path = folder.write("vocabulary.gguf", bytes.bytes());
    const std::size_t peak = peak_of([&] { EXPECT_TRUE(ModelFile::open(path)); });
    EXPECT_LT(peak, bytes.bytes().size() + 16 * kMebibyte);
}

}  // namespace
}  // namespace hearth
