#include "app/transfers/tls_identity.h"

#include <cstdio>
#include <memory>
#include <stdexcept>

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

namespace hearth::test {

namespace {

void require(bool done) {
    if (!done) {
        throw std::runtime_error("a certificate for the test cannot be made");
    }
}

std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) {
        text += (text.empty() ? "" : ",") + name;
    }
    return text;
}

}  // namespace

TlsIdentity::TlsIdentity(const std::vector<std::string>& names, const std::filesystem::path& folder)
    : file_(folder / "certificate.pem") {
    const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key(EVP_EC_gen("P-256"), &EVP_PKEY_free);
    const std::unique_ptr<X509, decltype(&X509_free)> certificate(X509_new(), &X509_free);
    require(key && certificate);
    X509_set_version(certificate.get(), X509_VERSION_3);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), 1);
    X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -3600);
    X509_gmtime_adj(X509_getm_notAfter(certificate.get()), 3600);
    X509_set_pubkey(certificate.get(), key.get());
    X509_NAME* name = X509_get_subject_name(certificate.get());
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char*>("test"), -1,
                               -1, 0);
    X509_set_issuer_name(certificate.get(), name);
    const std::unique_ptr<X509_EXTENSION, decltype(&X509_EXTENSION_free)> extension(
        X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, joined(names).c_str()),
        &X509_EXTENSION_free);
    require(extension != nullptr && X509_add_ext(certificate.get(), extension.get(), -1) == 1);
    require(X509_sign(certificate.get(), key.get(), EVP_sha256()) > 0);

    context_ = SSL_CTX_new(TLS_server_method());
    require(context_ != nullptr && SSL_CTX_use_certificate(context_, certificate.get()) == 1 &&
            SSL_CTX_use_PrivateKey(context_, key.get()) == 1);
    const std::unique_ptr<std::FILE, decltype(&std::fclose)> file(std::fopen(file_.c_str(), "w"),
                                                                  &std::fclose);
    require(file && PEM_write_X509(file.get(), certificate.get()) == 1);
}

TlsIdentity::~TlsIdentity() {
    SSL_CTX_free(context_);
}

}  // namespace hearth::test
