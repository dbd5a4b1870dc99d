#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <thread>

namespace skiff::sidecar {

/// A self-signed certificate for one IP address, and its key.
struct Certificate {
  explicit Certificate(const std::string& address) : key(EVP_EC_gen("P-256")), x509(X509_new()) {
    X509_set_version(x509, X509_VERSION_3);
    ASN1_INTEGER_set(X509_get_serialNumber(x509), 1);
    X509_gmtime_adj(X509_getm_notBefore(x509), -60);
    X509_gmtime_adj(X509_getm_notAfter(x509), 3600);
    X509_set_pubkey(x509, key);
    X509_NAME* name = X509_get_subject_name(x509);
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char*>("test"), -1, -1, 0);
    X509_set_issuer_name(x509, name);
    extend(NID_basic_constraints, "critical,CA:TRUE");
    extend(NID_subject_alt_name, "IP:" + address);
    X509_sign(x509, key, EVP_sha256());
  }
  ~Certificate() {
    X509_free(x509);
    EVP_PKEY_free(key);
  }
  Certificate(const Certificate&) = delete;
  Certificate& operator=(const Certificate&) = delete;
  void extend(int id, const std::string& value) {
    X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, nullptr, id, value.c_str());
    X509_add_ext(x509, extension, -1);
    X509_EXTENSION_free(extension);
  }
  void write(const std::string& file) const {
    FILE* open = fopen(file.c_str(), "w");
    PEM_write_X509(open, x509);
    fclose(open);
  }
  EVP_PKEY* key;
  X509* x509;
};

/// Answers each connection with one text over TLS, until it is destroyed.
class TlsServer {
 public:
  TlsServer(const Certificate& certificate, std::string answer) : answer_(std::move(answer)) {
    context_ = SSL_CTX_new(TLS_server_method());
    SSL_CTX_use_certificate(context_, certificate.x509);
    SSL_CTX_use_PrivateKey(context_, certificate.key);
    listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    bind(listener_, reinterpret_cast<sockaddr*>(&at), sizeof at);
    listen(listener_, 8);
    socklen_t size = sizeof at;
    getsockname(listener_, reinterpret_cast<sockaddr*>(&at), &size);
    port = std::to_string(ntohs(at.sin_port));
    thread_ = std::thread([this] { serve(); });
  }
  ~TlsServer() {
    shutdown(listener_, SHUT_RDWR);
    thread_.join();
    close(listener_);
    SSL_CTX_free(context_);
  }
  TlsServer(const TlsServer&) = delete;
  TlsServer& operator=(const TlsServer&) = delete;
  std::string port;

 private:
  void serve() {
    for (;;) {
      const int client = accept(listener_, nullptr, nullptr);
      if (client < 0) return;
      SSL* tls = SSL_new(context_);
      SSL_set_fd(tls, client);
      char block[4096];
      if (SSL_accept(tls) == 1 && SSL_read(tls, block, sizeof block) > 0)
        SSL_write(tls, answer_.data(), static_cast<int>(answer_.size()));
      SSL_shutdown(tls);
      SSL_free(tls);
      close(client);
    }
  }

  const std::string answer_;
  SSL_CTX* context_;
  int listener_;
  std::thread thread_;
};

}  // namespace skiff::sidecar
