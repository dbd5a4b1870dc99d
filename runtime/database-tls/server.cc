#include "database-tls/server.h"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <memory>
#include <stdexcept>

namespace skiff::database_tls {
namespace {

constexpr std::chrono::milliseconds patience{10000};
constexpr std::size_t most_at_once = 16 * 1024;

std::string system_error(int code) { return std::strerror(code); }

std::string tls_error() {
  const unsigned long code = ERR_get_error();
  const char* text = code ? ERR_reason_error_string(code) : nullptr;
  ERR_clear_error();
  return text ? text : "unknown error";
}

SSL* of(void* tls) { return static_cast<SSL*>(tls); }

// slurmdbd would otherwise wait a quarter of an hour for a server that is gone.
void keep_watch(int handle) {
  const int on = 1, idle = 30, interval = 10, count = 3;
  const unsigned limit = 60000;
  setsockopt(handle, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
  setsockopt(handle, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
  setsockopt(handle, IPPROTO_TCP, TCP_KEEPINTVL, &interval, sizeof interval);
  setsockopt(handle, IPPROTO_TCP, TCP_KEEPCNT, &count, sizeof count);
  setsockopt(handle, IPPROTO_TCP, TCP_USER_TIMEOUT, &limit, sizeof limit);
  setsockopt(handle, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

/// Waits until the socket is ready. False after ten seconds.
bool wait_for(int handle, short events) {
  const auto end = std::chrono::steady_clock::now() + patience;
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
    if (left.count() <= 0) return false;
    pollfd one{handle, events, 0};
    const int ready = poll(&one, 1, static_cast<int>(left.count()));
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
  }
}

/// Returns 0 or an errno.
int try_address(const addrinfo& address, Fd& made) {
  made = Fd(socket(address.ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!made) return errno;
  keep_watch(made.get());
  if (connect(made.get(), address.ai_addr, address.ai_addrlen) == 0) return 0;
  if (errno != EINPROGRESS) return errno;
  if (!wait_for(made.get(), POLLOUT)) return ETIMEDOUT;
  int error = 0;
  socklen_t size = sizeof error;
  return getsockopt(made.get(), SOL_SOCKET, SO_ERROR, &error, &size) == 0 ? error : errno;
}

}  // namespace

Fd connect_to(const Database& database) {
  const std::string where = database.host + ":" + database.port;
  addrinfo wanted{};
  wanted.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (const int error = getaddrinfo(database.host.c_str(), database.port.c_str(), &wanted, &found); error != 0)
    throw std::runtime_error("cannot find " + where + ": " + gai_strerror(error));
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> addresses(found, freeaddrinfo);
  int error = 0;
  for (const addrinfo* one = addresses.get(); one; one = one->ai_next) {
    Fd made;
    error = try_address(*one, made);
    if (error == 0) return made;
  }
  throw std::runtime_error("cannot connect to " + where + ": " + system_error(error));
}

void send_all(const Fd& socket, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = send(socket.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno == EAGAIN) {
      if (!wait_for(socket.get(), POLLOUT)) throw std::runtime_error("it accepts nothing for ten seconds");
    } else if (errno != EINTR) {
      throw std::runtime_error(system_error(errno));
    }
  }
}

void receive_some(const Fd& socket, std::string& received) {
  std::array<char, most_at_once> bytes;
  for (;;) {
    const ssize_t count = recv(socket.get(), bytes.data(), bytes.size(), 0);
    if (count > 0) {
      received.append(bytes.data(), static_cast<std::size_t>(count));
      return;
    }
    if (count == 0) throw std::runtime_error("it ends the connection");
    if (errno == EAGAIN) {
      if (!wait_for(socket.get(), POLLIN)) throw std::runtime_error("it sends nothing for ten seconds");
    } else if (errno != EINTR) {
      throw std::runtime_error(system_error(errno));
    }
  }
}

Tls::Tls(const Database& database, const Fd& socket) {
  // Ignore the OpenSSL configuration of the system.
  OPENSSL_init_ssl(OPENSSL_INIT_NO_LOAD_CONFIG, nullptr);
  // SSL_new() keeps the context as long as it needs it.
  const std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context(SSL_CTX_new(TLS_client_method()), SSL_CTX_free);
  if (!context) throw std::runtime_error("TLS: " + tls_error());
  SSL_CTX_set_min_proto_version(context.get(), TLS1_2_VERSION);
  SSL_CTX_set_verify(context.get(), SSL_VERIFY_PEER, nullptr);
  SSL_CTX_set_mode(context.get(), SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  SSL_CTX_set_options(context.get(), SSL_OP_NO_RENEGOTIATION | SSL_OP_IGNORE_UNEXPECTED_EOF);
  if (SSL_CTX_load_verify_locations(context.get(), database.ca.c_str(), nullptr) != 1)
    throw std::runtime_error("cannot load " + database.ca + ": " + tls_error());
  if (!database.certificate.empty()) {
    if (SSL_CTX_use_certificate_chain_file(context.get(), database.certificate.c_str()) != 1)
      throw std::runtime_error("cannot load " + database.certificate + ": " + tls_error());
    if (SSL_CTX_use_PrivateKey_file(context.get(), database.key.c_str(), SSL_FILETYPE_PEM) != 1)
      throw std::runtime_error("cannot load " + database.key + ": " + tls_error());
  }
  std::unique_ptr<SSL, decltype(&SSL_free)> made(SSL_new(context.get()), SSL_free);
  // An address is compared with the addresses of the certificate, and a name with its names.
  if (!made || SSL_set_fd(made.get(), socket.get()) != 1 ||
      (X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(made.get()), database.name.c_str()) != 1 &&
       (SSL_set1_host(made.get(), database.name.c_str()) != 1 ||
        SSL_set_tlsext_host_name(made.get(), database.name.c_str()) != 1)))
    throw std::runtime_error("TLS: " + tls_error());
  ERR_clear_error();
  for (;;) {
    const int result = SSL_connect(made.get());
    if (result == 1) break;
    const int error = SSL_get_error(made.get(), result);
    const bool waits = error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE;
    if (waits && wait_for(socket.get(), error == SSL_ERROR_WANT_READ ? POLLIN : POLLOUT)) continue;
    const long verdict = SSL_get_verify_result(made.get());
    throw std::runtime_error(waits                    ? "no answer for ten seconds"
                             : verdict != X509_V_OK   ? X509_verify_cert_error_string(verdict)
                             : error == SSL_ERROR_SSL ? tls_error()
                                                      : "it ends the connection");
  }
  tls_ = made.release();
}

Tls::~Tls() { SSL_free(of(tls_)); }

Tls::Result Tls::result_of(int count) {
  switch (SSL_get_error(of(tls_), count)) {
    case SSL_ERROR_WANT_READ:
      return Result::waits_to_read;
    case SSL_ERROR_WANT_WRITE:
      return Result::waits_to_write;
    default:
      ERR_clear_error();
      return Result::over;
  }
}

Tls::Result Tls::read(std::string& received) {
  std::array<char, most_at_once> bytes;
  ERR_clear_error();
  const int count = SSL_read(of(tls_), bytes.data(), static_cast<int>(bytes.size()));
  if (count <= 0) return result_of(count);
  received.append(bytes.data(), static_cast<std::size_t>(count));
  return Result::done;
}

Tls::Result Tls::write(std::string& bytes) {
  ERR_clear_error();
  const int count = SSL_write(of(tls_), bytes.data(), static_cast<int>(bytes.size()));
  if (count <= 0) return result_of(count);
  bytes.erase(0, static_cast<std::size_t>(count));
  return Result::done;
}

void Tls::send_all(std::string_view text) {
  std::string bytes(text);
  while (!bytes.empty()) {
    const Result result = write(bytes);
    if (result == Result::over) throw std::runtime_error("it ends the connection");
    if (result == Result::done) continue;
    if (!wait_for(SSL_get_fd(of(tls_)), result == Result::waits_to_read ? POLLIN : POLLOUT))
      throw std::runtime_error("it accepts nothing for ten seconds");
  }
}

void Tls::receive_some(std::string& received) {
  for (;;) {
    const Result result = read(received);
    if (result == Result::done) return;
    if (result == Result::over) throw std::runtime_error("it ends the connection");
    if (!wait_for(SSL_get_fd(of(tls_)), result == Result::waits_to_read ? POLLIN : POLLOUT))
      throw std::runtime_error("it sends nothing for ten seconds");
  }
}

}  // namespace skiff::database_tls
