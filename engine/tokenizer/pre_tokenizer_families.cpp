#include "tokenizer/pre_tokenizer_families.h"

#include <algorithm>
#include <array>
#include <functional>

namespace hearth::tokenizer {

namespace {

using Pass = PreTokenizerPass;

// Pieces that many families share. Macros, because string literals concatenate at compile time only as
// tokens.
#define CONTRACTIONS R"((?i:'s|'t|'re|'ve|'m|'ll|'d))"
#define SPACES R"(\s+(?!\S)|\s+)"
#define UPPER R"([\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}])"
#define LOWER R"([\p{Ll}\p{Lm}\p{Lo}\p{M}])"
#define OPENER R"([^\r\n\p{L}\p{N}]?)"
#define GPT2 R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|)" SPACES
// cl100k as Llama 3 writes it; `numbers` is the alternative for digits.
#define CL100K(numbers) \
    CONTRACTIONS "|" OPENER R"(\p{L}+|)" numbers R"(| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|)" SPACES
// o200k: words of capitals, then small letters, each with an optional contraction.
#define O200K(contraction, numbers)                                                               \
    OPENER UPPER "*" LOWER "+" contraction "|" OPENER UPPER "+" LOWER "*" contraction "|" numbers \
                 R"(| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|)" SPACES
#define ASCII_SYMBOL R"([!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~])"
#define SYMBOL_WORD ASCII_SYMBOL R"([A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+|)"
#define CJK_AND_KANA R"([\x{4e00}-\x{9fa5}\x{3040}-\x{309f}\x{30a0}-\x{30ff}]+)"
#define CJK_AND_HANGUL R"([\x{4e00}-\x{9fa5}\x{800}-\x{4e00}\x{ac00}-\x{d7ff}]+)"
#define PUNCTUATION R"([!-/:-@\[-`{-~\p{P}]+)"
// Numeric characters of the byte-level alphabet: digits, and the bytes written as superscripts and fractions.
#define NUMERIC_BYTES R"([0-9\xb2\xb3\xb9\xbc-\xbe])"

constexpr Pass::Kind as_bytes = Pass::Kind::bytes;
constexpr Pass::Kind groups_of_three = Pass::Kind::groups_of_three;

constexpr std::array gpt2{Pass{GPT2}};
constexpr std::array single_digits_gpt2{Pass{R"(\p{N})"}, Pass{GPT2}};
constexpr std::array cl100k_single_digits{Pass{CL100K(R"(\p{N})")}};
constexpr std::array cl100k_three_digits{Pass{CL100K(R"(\p{N}{1,3})")}};
constexpr std::array o200k{Pass{O200K(CONTRACTIONS "?", R"(\p{N}{1,3})")}};
constexpr std::array tekken{Pass{O200K("", R"(\p{N})")}};

// (?:\r?\n)+(?!\r?\n) merged with what follows: a run of line ends opens the next piece.
constexpr std::array laguna{Pass{R"((?:\r?\n)++(?:[^\r\n]++|\r(?!\n))*+)"}, Pass{CL100K(R"(\p{N})")}};
constexpr std::array minicpm5{Pass{R"(\p{N}{1,3})"}, Pass{CL100K(R"(\p{N}+)")}};
constexpr std::array ufakzeka{Pass{OPENER R"(\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|)" SPACES}};
constexpr std::array qwen35{
    Pass{CONTRACTIONS "|" OPENER R"([\p{L}\p{M}]+|\p{N}| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|\s*[\r\n]+|)" SPACES}};
constexpr std::array bailing{Pass{
    R"('(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|)" SPACES}};
constexpr std::array seed_coder{
    Pass{CONTRACTIONS "|" OPENER R"(\p{L}+|\p{N}{1}| ?[^\s\p{L}\p{N}\r\n]+|\s*[\r\n]+|)" SPACES}};
// The groups are possessive: nothing in them can match two ways, and the matcher need not remember each word.
constexpr std::array exaone_moe{
    Pass{CONTRACTIONS
         "|" OPENER
         R"((?:\p{L}\p{M}*+(?: \p{L}\p{M}*+)*+)++|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]?|\s*[\r\n]|)" SPACES}};
// Upstream, without the look-behind, scans the rest of a run of spaces for line ends again at each part of
// it. Where a part was taken there were none.
constexpr std::array jais2{
    Pass{CONTRACTIONS
         "|" OPENER R"(\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|(?<![\t\x0b\x0c\x{85}\p{Z}])\s*[\r\n]+|)"
         R"(\s{512}(?!\S)|\s{256}(?!\S)|\s{128}(?!\S)|\s{64}(?!\S)|\s{32}(?!\S)|\s{16}(?!\S)|\s{8}(?!\S)|)"
         R"(\s{4}(?!\S)|\s{1,2}(?!\S)|\s{1})"}};

// Kimi subtracts Han from the classes of o200k: written here as what is left of Unicode's general categories.
#define KIMI_UPPER R"([^\p{Ll}\p{N}\p{P}\p{S}\p{Z}\p{C}\p{Han}])"
#define KIMI_LOWER R"([^\p{Lu}\p{Lt}\p{N}\p{P}\p{S}\p{Z}\p{C}\p{Han}])"
constexpr std::array kimi_k2{Pass{R"(\p{Han}+|)" OPENER KIMI_UPPER "*" KIMI_LOWER "+" CONTRACTIONS
                                  "?|" OPENER KIMI_UPPER "+" KIMI_LOWER "*" CONTRACTIONS
                                  R"(?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|)" SPACES}};
constexpr std::array youtu{
    Pass{
        R"([\x{ac00}-\x{d7a3}\x{3131}-\x{318e}]+|[\x{ff01}\x{2026}\x{201c}\x{201d}\x{2018}\x{2019}\x{2014}\x{ff1a}\x{ff1b}\x{ff0c}\x{3001}-\x{303f}\x{fe30}-\x{fe4f}]+|)"
        R"([\x{3105}-\x{312f}]+|)" CJK_AND_KANA},
    Pass{O200K(CONTRACTIONS "?", R"(\p{N})")}};

constexpr std::array deepseek_v3{Pass{R"(\p{N}{1,3})"}, Pass{CJK_AND_KANA},
                                 Pass{SYMBOL_WORD R"( ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+|)" SPACES}};
constexpr std::array spark{Pass{R"(\p{N}{1,3})"}, Pass{CJK_AND_KANA},
                           Pass{SYMBOL_WORD R"( ?[\p{P}\p{S}]+|[\r\n]|)" SPACES}, Pass{R"(\p{N})"}};
constexpr std::array deepseek_coder{Pass{R"([\r\n])"}, Pass{R"(\s?\p{L}+)"}, Pass{R"(\s?\p{P}+)"},
                                    Pass{CJK_AND_HANGUL}, Pass{R"(\p{N})"}};
constexpr std::array deepseek_llm{
    Pass{R"([\r\n])"},
    Pass{R"(\s?[A-Za-z\x{b5}\x{c0}-\x{d6}\x{d8}-\x{f6}\x{f8}-\x{1ba}\x{1bc}-\x{1bf}\x{1c4}-\x{293})"
         R"(\x{295}-\x{2af}\x{370}-\x{373}\x{376}\x{377}\x{37b}-\x{37d}\x{37f}\x{386}\x{388}-\x{38a})"
         R"(\x{38c}\x{38e}-\x{3a1}\x{3a3}-\x{3f5}\x{3f7}-\x{481}\x{48a}-\x{52f}\x{531}-\x{556})"
         R"(\x{10a0}-\x{10c5}\x{13a0}-\x{13f5}\x{13f8}-\x{13fd}\x{1c90}-\x{1cba}\x{1cbd}-\x{1cbf})"
         R"(\x{1d00}-\x{1d2b}\x{1d6b}-\x{1d77}\x{1d79}-\x{1d9a}\x{1e00}-\x{1f15}\x{1f18}-\x{1f1d})"
         R"(\x{1f20}-\x{1f45}\x{1f48}-\x{1f4d}\x{1f50}-\x{1f57}\x{1f59}\x{1f5b}\x{1f5d}\x{1f5f}-\x{1f7d})"
         R"(\x{1f80}-\x{1fb4}\x{1fb6}-\x{1fbc}\x{1fbe}\x{1fc2}-\x{1fc4}\x{1fc6}-\x{1fcc})"
         R"(\x{1fd0}-\x{1fd3}\x{1fd6}-\x{1fdb}\x{1fe0}-\x{1fec}\x{1ff2}-\x{1ff4}\x{1ff6}-\x{1ffc})"
         R"(\x{2102}\x{2107}\x{210a}-\x{2113}\x{2115}\x{2119}-\x{211d}\x{2124}\x{2126}\x{2128})"
         R"(\x{212a}-\x{212d}\x{212f}-\x{2134}\x{2139}\x{213c}-\x{213f}\x{2145}-\x{2149}\x{214e}\x{2183})"
         R"(\x{2184}\x{2c00}-\x{2c7b}\x{2c7e}-\x{2ce4}\x{2ceb}-\x{2cee}\x{2cf2}\x{2cf3}\x{a640}-\x{a66d})"
         R"(\x{a680}-\x{a69b}\x{a722}-\x{a76f}\x{a771}-\x{a787}\x{a78b}-\x{a78e}\x{ab70}-\x{abbf})"
         R"(\x{fb00}-\x{fb06}\x{fb13}-\x{fb17}\x{ff21}-\x{ff3a}\x{ff41}-\x{ff5a}\x{10400}-\x{1044f})"
         R"(\x{104b0}-\x{104d3}\x{104d8}-\x{104fb}\x{10c80}-\x{10cb2}\x{10cc0}-\x{10cf2})"
         R"(\x{118a0}-\x{118df}\x{1e900}-\x{1e943}]+)"},
    Pass{R"(\s?[!-/:-~\x{ff01}-\x{ff0f}\x{ff1a}-\x{ff5e}\x{2018}-\x{201f}\x{3000}-\x{3002}]+)"},
    // \s+$, tried once for each run of spaces instead of at each of them.
    Pass{R"((?<!\s)\s++\z)"}, Pass{CJK_AND_HANGUL}, Pass{R"(\p{N})"}};

constexpr std::array falcon{Pass{PUNCTUATION}, Pass{GPT2}, Pass{NUMERIC_BYTES "+", as_bytes},
                            Pass{"[0-9][0-9][0-9]", as_bytes}};
constexpr std::array falcon3{Pass{PUNCTUATION}, Pass{GPT2}, Pass{NUMERIC_BYTES, as_bytes}};
constexpr std::array falcon_h1{Pass{PUNCTUATION}, Pass{O200K("", R"(\p{N})")}, Pass{"[0-9]", as_bytes}};
// What files from before `tokenizer.ggml.pre` were made for.
constexpr std::array unnamed{Pass{R"([\p{P}$+<=>^~|]+)"}, Pass{GPT2}, Pass{R"(\p{N}+)"},
                             Pass{"[0-9][0-9][0-9]"}};

// \d{1,3}(?=(?:\d{3})*\b), whose look-ahead reads the rest of the digits at each group.
#define DIGITS_BEFORE_WORD_END R"((?<!\d)\d++(?![\p{L}\p{M}\p{N}\p{Pc}]))"
constexpr std::array tiny_aya{Pass{DIGITS_BEFORE_WORD_END, groups_of_three},
                              Pass{O200K(CONTRACTIONS "?", R"(\p{N}{1,3})")}};
// Splits at (?=(\d{3})+(?!\d)).
constexpr std::array superbpe{Pass{R"(\p{N}+)"}, Pass{R"(\d+)", groups_of_three}};
constexpr std::array afmoe{
    Pass{R"(\p{N}+)", groups_of_three},
    Pass{
        R"([\x{4e00}-\x{9fff}\x{3400}-\x{4dbf}\x{f900}-\x{faff}\x{3040}-\x{309f}\x{30a0}-\x{30ff})"
        R"(\x{ff65}-\x{ff9f}\x{2f00}-\x{2fdf}\x{e40}-\x{e7f}\x{e80}-\x{eff}\x{1780}-\x{17ff}\x{1000}-\x{109f})"
        R"(\x{aa60}-\x{aa7f}\x{a9e0}-\x{a9ff}\x{ac00}-\x{d7af}\x{1100}-\x{11ff}]+)"},
    Pass{SYMBOL_WORD R"( ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+|)" SPACES}};

#define NO_SENTENCE_MARKS R"( ?[^()|\s.,!?\x{2026}\x{3002}\x{ff0c}\x{3001}\x{964}\x{6d4}\x{60c}]+)"
constexpr std::array bloom{Pass{NO_SENTENCE_MARKS}};
constexpr std::array viking{Pass{NO_SENTENCE_MARKS}, Pass{R"(\p{N})"}};
constexpr std::array chameleon{Pass{"<sentinel:[0-9]+>"},       Pass{"IMGIMG[A-I]{1,4}Z"},
                               Pass{R"([\t\n]|    |  )"},       Pass{R"(\p{N})"},
                               Pass{R"([\p{P}!-/:-@\[-`{-~])"}, Pass{GPT2}};

#undef CONTRACTIONS
#undef SPACES
#undef UPPER
#undef LOWER
#undef OPENER
#undef GPT2
#undef CL100K
#undef O200K
#undef ASCII_SYMBOL
#undef SYMBOL_WORD
#undef CJK_AND_KANA
#undef CJK_AND_HANGUL
#undef PUNCTUATION
#undef NUMERIC_BYTES
#undef KIMI_UPPER
#undef KIMI_LOWER
#undef DIGITS_BEFORE_WORD_END
#undef NO_SENTENCE_MARKS

constexpr Normalization nfc = Normalization::nfc;

constexpr std::array families{
    PreTokenizerFamily{.name = "a.x-4.0", .passes = gpt2},
    PreTokenizerFamily{.name = "afmoe", .passes = afmoe},
    PreTokenizerFamily{.name = "bailingmoe", .passes = bailing},
    PreTokenizerFamily{.name = "bailingmoe2", .passes = bailing},
    PreTokenizerFamily{.name = "bloom", .passes = bloom},
    PreTokenizerFamily{.name = "chameleon", .passes = chameleon, .adds_bos = true},
    PreTokenizerFamily{.name = "chatglm-bpe", .passes = cl100k_three_digits},
    PreTokenizerFamily{.name = "codeshell", .passes = single_digits_gpt2},
    PreTokenizerFamily{.name = "cohere2moe", .passes = tiny_aya, .normalization = nfc},
    PreTokenizerFamily{.name = "command-r", .passes = single_digits_gpt2, .normalization = nfc},
    PreTokenizerFamily{.name = "dbrx", .passes = cl100k_three_digits},
    PreTokenizerFamily{.name = "deepseek-coder", .passes = deepseek_coder},
    PreTokenizerFamily{.name = "deepseek-llm", .passes = deepseek_llm},
    PreTokenizerFamily{.name = "deepseek-r1-qwen", .passes = cl100k_single_digits, .normalization = nfc},
    PreTokenizerFamily{.name = "deepseek-v3", .passes = deepseek_v3},
    PreTokenizerFamily{.name = "default", .passes = unnamed},
    PreTokenizerFamily{.name = "exaone", .passes = single_digits_gpt2},
    PreTokenizerFamily{.name = "exaone-moe", .passes = exaone_moe},
    PreTokenizerFamily{.name = "exaone4", .passes = gpt2},
    PreTokenizerFamily{.name = "f2llmv2", .passes = cl100k_single_digits, .normalization = nfc},
    PreTokenizerFamily{.name = "falcon", .passes = falcon},
    PreTokenizerFamily{.name = "falcon-h1", .passes = falcon_h1, .ignore_merges = true, .adds_bos = true},
    PreTokenizerFamily{.name = "falcon3", .passes = falcon3, .ignore_merges = true, .adds_bos = true},
    PreTokenizerFamily{.name = "gigachat", .passes = o200k},
    PreTokenizerFamily{.name = "glm4", .passes = cl100k_three_digits, .ignore_merges = true},
    PreTokenizerFamily{.name = "glm5", .passes = cl100k_three_digits, .ignore_merges = true},
    PreTokenizerFamily{.name = "gpt-2", .passes = gpt2},
    PreTokenizerFamily{.name = "gpt-4o", .passes = o200k},
    PreTokenizerFamily{.name = "gpt3-finnish", .passes = bloom},
    PreTokenizerFamily{.name = "granite-docling", .passes = gpt2},
    PreTokenizerFamily{.name = "granite-embed-multi-97m", .passes = o200k, .ignore_merges = true},
    PreTokenizerFamily{.name = "grok-2", .passes = cl100k_single_digits},
    PreTokenizerFamily{.name = "hunyuan", .passes = cl100k_single_digits, .normalization = nfc},
    PreTokenizerFamily{.name = "hunyuan-dense", .passes = deepseek_v3},
    PreTokenizerFamily{.name = "hy_v4", .passes = deepseek_v3},
    PreTokenizerFamily{.name = "jais", .passes = gpt2},
    PreTokenizerFamily{.name = "jais-2", .passes = jais2},
    PreTokenizerFamily{.name = "jina-de", .passes = gpt2},
    PreTokenizerFamily{.name = "jina-es", .passes = gpt2},
    PreTokenizerFamily{.name = "jina-v1-en", .passes = gpt2},
    PreTokenizerFamily{.name = "jina-v2-code", .passes = gpt2},
    PreTokenizerFamily{.name = "jina-v2-de", .passes = gpt2},
    PreTokenizerFamily{.name = "jina-v2-es", .passes = gpt2},
    PreTokenizerFamily{
        .name = "jina-v5-nano", .passes = cl100k_three_digits, .ignore_merges = true, .adds_bos = true},
    PreTokenizerFamily{.name = "joyai-llm", .passes = deepseek_v3},
    PreTokenizerFamily{.name = "kanana2", .passes = o200k},
    PreTokenizerFamily{.name = "kimi-k2", .passes = kimi_k2},
    PreTokenizerFamily{.name = "kormo", .passes = cl100k_single_digits, .normalization = nfc},
    PreTokenizerFamily{.name = "laguna", .passes = laguna},
    PreTokenizerFamily{
        .name = "lfm2", .passes = cl100k_three_digits, .ignore_merges = true, .adds_bos = true},
    PreTokenizerFamily{.name = "llada-moe", .passes = bailing},
    PreTokenizerFamily{
        .name = "llama-bpe", .passes = cl100k_three_digits, .ignore_merges = true, .adds_bos = true},
    PreTokenizerFamily{
        .name = "llama-v3", .passes = cl100k_three_digits, .ignore_merges = true, .adds_bos = true},
    PreTokenizerFamily{
        .name = "llama3", .passes = cl100k_three_digits, .ignore_merges = true, .adds_bos = true},
    PreTokenizerFamily{.name = "llama4", .passes = o200k},
    PreTokenizerFamily{.name = "megrez", .passes = cl100k_single_digits, .normalization = nfc},
    PreTokenizerFamily{.name = "mellum", .passes = gpt2},
    PreTokenizerFamily{.name = "mellum2", .passes = single_digits_gpt2},
    PreTokenizerFamily{
        .name = "midm-2.0", .passes = cl100k_three_digits, .ignore_merges = true, .adds_bos = true},
    PreTokenizerFamily{.name = "minerva-7b", .passes = gpt2, .adds_space_prefix = true},
    PreTokenizerFamily{.name = "minicpm5", .passes = minicpm5, .ignore_merges = true},
    PreTokenizerFamily{.name = "minimax-m2", .passes = o200k},
    PreTokenizerFamily{.name = "modern-bert", .passes = gpt2, .normalization = nfc},
    PreTokenizerFamily{.name = "mpt", .passes = gpt2, .normalization = nfc},
    PreTokenizerFamily{.name = "olmo", .passes = gpt2, .normalization = nfc},
    PreTokenizerFamily{.name = "phi-2", .passes = gpt2},
    PreTokenizerFamily{
        .name = "pixtral", .passes = cl100k_three_digits, .ignore_merges = true, .adds_bos = true},
    PreTokenizerFamily{.name = "poro-chat", .passes = bloom},
    PreTokenizerFamily{.name = "qwen2", .passes = cl100k_single_digits, .normalization = nfc},
    PreTokenizerFamily{.name = "qwen35", .passes = qwen35, .normalization = nfc},
    PreTokenizerFamily{.name = "refact", .passes = single_digits_gpt2},
    PreTokenizerFamily{.name = "roberta-bpe", .passes = gpt2},
    PreTokenizerFamily{.name = "seed-coder", .passes = seed_coder},
    PreTokenizerFamily{.name = "smaug-bpe", .passes = cl100k_three_digits},
    PreTokenizerFamily{.name = "smollm", .passes = single_digits_gpt2},
    PreTokenizerFamily{.name = "solar-open", .passes = cl100k_single_digits},
    PreTokenizerFamily{.name = "spark2_5", .passes = spark},
    PreTokenizerFamily{.name = "stablelm2", .passes = cl100k_single_digits, .normalization = nfc},
    PreTokenizerFamily{.name = "starcoder", .passes = single_digits_gpt2},
    PreTokenizerFamily{.name = "superbpe", .passes = superbpe},
    PreTokenizerFamily{.name = "talkie", .passes = o200k},
    PreTokenizerFamily{.name = "tekken", .passes = tekken, .ignore_merges = true, .adds_bos = true},
    PreTokenizerFamily{.name = "tiny_aya", .passes = tiny_aya, .normalization = nfc},
    PreTokenizerFamily{.name = "trillion", .passes = gpt2},
    PreTokenizerFamily{.name = "ufakzeka", .passes = ufakzeka},
    PreTokenizerFamily{.name = "viking", .passes = viking},
    PreTokenizerFamily{.name = "youtu", .passes = youtu, .ignore_merges = true},
};

static_assert(std::ranges::is_sorted(families, std::less<>{}, &PreTokenizerFamily::name));

}  // namespace

std::span<const PreTokenizerFamily> pre_tokenizer_families() {
    return families;
}

const PreTokenizerFamily* find_pre_tokenizer_family(std::string_view name) {
    const auto found = std::ranges::lower_bound(families, name, std::less<>{}, &PreTokenizerFamily::name);
    return found != families.end() && found->name == name ? &*found : nullptr;
}

}  // namespace hearth::tokenizer
