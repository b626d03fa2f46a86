#include "transfers/sha256.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include <openssl/evp.h>

namespace hearth::transfers {

struct Sha256::Context {
    EVP_MD_CTX* handle = EVP_MD_CTX_new();

    Context() = default;
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;
    ~Context() { EVP_MD_CTX_free(handle); }
};

namespace {

void require(int result) {
    if (result != 1) {
        throw std::runtime_error("SHA-256 cannot be computed: the crypto library refused");
    }
}

}  // namespace

Sha256::Sha256() : context_(std::make_unique<Context>()) {
    require(context_->handle != nullptr ? 1 : 0);
    reset();
}

Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;
Sha256::~Sha256() = default;

void Sha256::update(std::span<const std::byte> bytes) {
    require(EVP_DigestUpdate(context_->handle, bytes.data(), bytes.size()));
}

std::string Sha256::hex() const {
    const Context copy;
    require(EVP_MD_CTX_copy_ex(copy.handle, context_->handle));
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int size = 0;
    require(EVP_DigestFinal_ex(copy.handle, digest.data(), &size));
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    for (unsigned int i = 0; i < size; ++i) {
        text += kDigits[digest[i] >> 4U];
        text += kDigits[digest[i] & 15U];
    }
    return text;
}

void Sha256::reset() {
    require(EVP_DigestInit_ex(context_->handle, EVP_sha256(), nullptr));
}

bool is_sha256(std::string_view text) {
    return text.size() == 64 &&
           std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

}  // namespace hearth::transfers
