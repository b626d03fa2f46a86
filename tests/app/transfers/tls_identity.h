#pragma once

#include <filesystem>
#include <string>
#include <vector>

struct ssl_ctx_st;  // of OpenSSL

namespace hearth::test {

/// A key and a certificate that signs itself, made for one test. Clients that are given certificate_file()
/// trust it.
class TlsIdentity {
 public:
    /// `names`: e.g. "DNS:hub.test" or "IP:127.0.0.1". The certificate is written into `folder`.
    TlsIdentity(const std::vector<std::string>& names, const std::filesystem::path& folder);
    TlsIdentity(const TlsIdentity&) = delete;
    TlsIdentity& operator=(const TlsIdentity&) = delete;
    ~TlsIdentity();

    ssl_ctx_st* context() const { return context_; }
    const std::filesystem::path& certificate_file() const { return file_; }

 private:
    ssl_ctx_st* context_ = nullptr;
    std::filesystem::path file_;
};

}  // namespace hearth::test
