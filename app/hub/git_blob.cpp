#include "hub/git_blob.h"

#include <array>
#include <memory>
#include <stdexcept>
#include <string_view>

#include <openssl/evp.h>

namespace hearth::hub {

namespace {

struct ContextFree {
    void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};

}  // namespace

std::string git_blob_oid(std::span<const std::byte> bytes) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    const std::string head = "blob " + std::to_string(bytes.size()) + '\0';
    const std::unique_ptr<EVP_MD_CTX, ContextFree> context(EVP_MD_CTX_new());
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned size = 0;
    if (!context || EVP_DigestInit_ex(context.get(), EVP_sha1(), nullptr) != 1 ||
        EVP_DigestUpdate(context.get(), head.data(), head.size()) != 1 ||
        EVP_DigestUpdate(context.get(), bytes.data(), bytes.size()) != 1 ||
        EVP_DigestFinal_ex(context.get(), digest.data(), &size) != 1) {
        throw std::runtime_error("git_blob_oid: SHA-1 cannot be computed");
    }
    std::string hex;
    for (unsigned i = 0; i < size; ++i) {
        hex += kDigits[digest[i] >> 4U];
        hex += kDigits[digest[i] & 0xFU];
    }
    return hex;
}

}  // namespace hearth::hub
