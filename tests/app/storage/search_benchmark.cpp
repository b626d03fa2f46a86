#include "storage/chat_store.h"
#include "storage/connection.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

// Search over 100,000 messages: storage_search_benchmark [FILE [MESSAGES]]. The file is made when it is not
// there.

namespace hearth::storage {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point begin) {
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

/// Texts whose words and characters are as unevenly frequent as in real ones (Zipf).
class TextSource {
 public:
    TextSource() {
        constexpr std::string_view kLetters = "etaoinshrdlucmfwypvbgkjqxz";
        for (int word = 0; word < 30000; ++word) {
            std::string text;
            const int length = 2 + word % 9;
            for (int letter = 0; letter < length; ++letter) {
                text += kLetters[zipf(kLetters.size())];
            }
            words_.push_back(text);
        }
    }

    std::string english(std::size_t words) {
        std::string text;
        while (words-- > 0) {
            text += words_[zipf(words_.size())];
            text += words % 12 == 0 ? ". " : " ";
        }
        return text;
    }

    std::string chinese(std::size_t characters) {
        std::string text;
        while (characters-- > 0) {
            const auto code = static_cast<std::uint32_t>(0x4e00 + zipf(6000));
            text += static_cast<char>(0xe0 | (code >> 12));
            text += static_cast<char>(0x80 | ((code >> 6) & 0x3f));
            text += static_cast<char>(0x80 | (code & 0x3f));
            text += characters % 15 == 0 ? "。" : "";
        }
        return text;
    }

    std::size_t zipf(std::size_t count) {
        const double uniform = std::uniform_real_distribution<double>(0, 1)(random_);
        return std::min(count - 1,
                        static_cast<std::size_t>(std::pow(static_cast<double>(count), uniform)) - 1);
    }

 private:
    std::mt19937_64 random_{7};
    std::vector<std::string> words_;
};

void fill(const std::filesystem::path& file, int messages) {
    { const auto created = ChatStore::open(file); }
    {
        Connection connection(file, Access::read_write, std::chrono::milliseconds(1000), {});
        WriteTransaction transaction(connection, Durability::program_crash);
        TextSource source;
        for (int message = 0; message < messages; ++message) {
            if (message % 20 == 0) {
                auto chat = connection.prepare(
                    "INSERT INTO conversation(created, updated, title) VALUES(?1, ?1, ?2)");
                chat->bind(1, message * 1000);
                chat->bind(2, source.english(4));
                chat->exec();
            }
            auto insert = connection.prepare(
                "INSERT INTO message(conversation, role, status, created, text) VALUES(?, ?, 'complete', ?, "
                "?)");
            insert->bind(1, message / 20 + 1);
            insert->bind(2, message % 2 == 0 ? "user" : "assistant");
            insert->bind(3, message * 1000);
            std::string text = message % 3 == 0 ? source.chinese(10 + source.zipf(600))
                                                : source.english(5 + source.zipf(300));
            text += message == messages / 2 ? " serendipitous 龘龘 凤凰涅槃 C# ZQ" : "";
            insert->bind(4, text);
            insert->exec();
        }
        transaction.commit();
    }
    const auto begin = Clock::now();
    auto store = ChatStore::open(file);
    for (auto more = store->tidy(); more && *more;) {
        more = store->tidy();
    }
    std::printf("indexed in %.1f s, %.3f ms a message\n", milliseconds_since(begin) / 1000,
                milliseconds_since(begin) / messages);
}

void measure(ChatStore& store, const char* what, const std::string& typed) {
    std::vector<double> times;
    SearchResult result;
    for (int round = 0; round < 15; ++round) {
        const auto begin = Clock::now();
        auto found = store.search({typed, 50, std::chrono::milliseconds(5000), {}});
        times.push_back(milliseconds_since(begin));
        if (!found) {
            std::printf("%s: %s\n", what, found.error().message.c_str());
            return;
        }
        result = *std::move(found);
    }
    std::sort(times.begin(), times.end());
    std::printf("%-44s %-22s %4zu hits%s  median %7.2f ms  worst %7.2f ms\n", what, typed.c_str(),
                result.hits.size(), result.more ? "+" : " ", times[times.size() / 2], times.back());
}

}  // namespace
}  // namespace hearth::storage

int main(int count, char** arguments) {
    using namespace hearth::storage;
    const std::filesystem::path file =
        count > 1 ? std::filesystem::path(arguments[1])
                  : std::filesystem::temp_directory_path() / "hearth-search-benchmark.db";
    const int messages = count > 2 ? std::atoi(arguments[2]) : 100'000;
    if (!std::filesystem::exists(file)) {
        fill(file, messages);
    }
    auto store = ChatStore::open(file);
    if (!store) {
        std::printf("%s\n", store.error().message.c_str());
        return 1;
    }
    std::printf("%s: %.0f MB\n", file.c_str(), static_cast<double>(std::filesystem::file_size(file)) / 1e6);
    measure(*store, "one rare word", "serendipitous");
    measure(*store, "a frequent word", "tee");
    measure(*store, "two frequent words", "tee ttt");
    measure(*store, "a word that is not there", "xyzzyplugh");
    measure(*store, "frequent pieces that never meet", "teteteta");
    measure(*store, "frequent pieces that never meet, longer", "eeteatoeatinoe");
    measure(*store, "two characters, frequent", "一丁");
    measure(*store, "two characters, once", "龘龘");
    measure(*store, "two characters, not there", "龘一");
    measure(*store, "one character, frequent", "一");
    measure(*store, "one character, once", "龘");
    measure(*store, "four characters, once", "凤凰涅槃");
    measure(*store, "two words of two characters", "一丁 丁七");
    measure(*store, "two letters, frequent", "te");
    measure(*store, "two letters, once", "zq");
    measure(*store, "frequent and rare", "tee zq");
    measure(*store, "with a symbol, once", "c#");
    measure(*store, "a symbol, everywhere", ".");
    measure(*store, "a symbol that is not there", "→");
    return 0;
}
