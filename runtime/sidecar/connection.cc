#include "sidecar/connection.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <stdexcept>

#include "text/number.h"

namespace skiff::sidecar {
namespace {

std::string tls_error() {
  const unsigned long code = ERR_get_error();
  const char* text = code ? ERR_reason_error_string(code) : nullptr;
  ERR_clear_error();
  return text ? text : "unknown";
}

std::string system_error(int code) { return strerror(code); }

// Detects a lost peer within 35 seconds. A watch can be silent for minutes, but its peer answers TCP keepalive probes.
void keep_watch(int handle) {
  const int on = 1, idle = 15, interval = 5, count = 4;
  const unsigned limit = 35000;
  setsockopt(handle, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
  setsockopt(handle, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
  setsockopt(handle, IPPROTO_TCP, TCP_KEEPINTVL, &interval, sizeof interval);
  setsockopt(handle, IPPROTO_TCP, TCP_KEEPCNT, &count, sizeof count);
  setsockopt(handle, IPPROTO_TCP, TCP_USER_TIMEOUT, &limit, sizeof limit);
}

// Returns 0 or an errno.
int begin_connecting(const Server& server, int& handle) {
  sockaddr_storage address{};
  socklen_t size = 0;
  const auto port = htons(to_number<std::uint16_t>(server.port).value_or(0));
  auto* v4 = reinterpret_cast<sockaddr_in*>(&address);
  auto* v6 = reinterpret_cast<sockaddr_in6*>(&address);
  if (inet_pton(AF_INET, server.host.c_str(), &v4->sin_addr) == 1) {
    v4->sin_family = AF_INET;
    v4->sin_port = port;
    size = sizeof *v4;
  } else if (inet_pton(AF_INET6, server.host.c_str(), &v6->sin6_addr) == 1) {
    v6->sin6_family = AF_INET6;
    v6->sin6_port = port;
    size = sizeof *v6;
  } else {
    return EADDRNOTAVAIL;
  }
  handle = socket(address.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (handle < 0) return errno;
  keep_watch(handle);
  if (::connect(handle, reinterpret_cast<sockaddr*>(&address), size) != 0 && errno != EINPROGRESS) return errno;
  return 0;
}

SSL* of(void* tls) { return static_cast<SSL*>(tls); }

}  // namespace

Trust::Trust(const std::string& ca_file) {
  // Ignore the OpenSSL configuration of the system.
  OPENSSL_init_ssl(OPENSSL_INIT_NO_LOAD_CONFIG, nullptr);
  SSL_CTX* context = SSL_CTX_new(TLS_client_method());
  if (!context) throw std::runtime_error("TLS: " + tls_error());
  context_ = context;
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nullptr);
  SSL_CTX_set_mode(context,
                   SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
  // A server may close the connection without a TLS close_notify: the length of an HTTP answer shows where it ends.
  SSL_CTX_set_options(context, SSL_OP_IGNORE_UNEXPECTED_EOF | SSL_OP_NO_RENEGOTIATION);
  if (SSL_CTX_load_verify_locations(context, ca_file.c_str(), nullptr) == 1) return;
  const std::string error = tls_error();
  SSL_CTX_free(context);
  throw std::runtime_error(ca_file + " cannot be loaded: " + error);
}

Trust::~Trust() { SSL_CTX_free(static_cast<SSL_CTX*>(context_)); }

Connection::Connection(const Server& server, const Trust* trust) {
  events_ = POLLOUT;
  if (const int error = begin_connecting(server, socket_)) {
    error_ = "connect to " + server.host + ": " + system_error(error);
    return;
  }
  if (!server.tls) return;
  SSL* tls = SSL_new(static_cast<SSL_CTX*>(trust->context()));
  tls_ = tls;
  if (!tls || SSL_set_fd(tls, socket_) != 1 ||
      X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(tls), server.host.c_str()) != 1)
    error_ = "TLS: " + tls_error();
}

Connection::~Connection() {
  if (tls_) SSL_free(of(tls_));
  if (socket_ >= 0) close(socket_);
}

// Evaluates the result of a TLS operation: returns the number of bytes, or 0 after it has set events_, closed_ or
// error_.
int Connection::result_of(int result, const char* what) {
  if (result > 0) return result;
  switch (SSL_get_error(of(tls_), result)) {
    case SSL_ERROR_WANT_READ:
      events_ = POLLIN;
      return 0;
    case SSL_ERROR_WANT_WRITE:
      events_ = POLLOUT;
      return 0;
    case SSL_ERROR_ZERO_RETURN:
      closed_ = true;
      return 0;
    case SSL_ERROR_SYSCALL:
      if (errno == 0) {
        closed_ = true;
        return 0;
      }
      error_ = std::string(what) + ": " + system_error(errno);
      return 0;
    default: {
      const long verdict = SSL_get_verify_result(of(tls_));
      error_ =
          std::string(what) + ": TLS: " + (verdict == X509_V_OK ? tls_error() : X509_verify_cert_error_string(verdict));
      ERR_clear_error();
      return 0;
    }
  }
}

bool Connection::shake_hands() {
  ERR_clear_error();
  errno = 0;
  if (result_of(SSL_connect(of(tls_)), "connect") <= 0) {
    if (closed_ && error_.empty()) error_ = "connect: closed";
    return false;
  }
  step_ = Step::open;
  return true;
}

bool Connection::connect() {
  if (!error_.empty()) return false;
  if (step_ == Step::connecting) {
    pollfd ready{socket_, POLLOUT, 0};
    if (poll(&ready, 1, 0) == 0) return false;
    int code = 0;
    socklen_t size = sizeof code;
    if (getsockopt(socket_, SOL_SOCKET, SO_ERROR, &code, &size) != 0 || code != 0) {
      error_ = "connect: " + system_error(code);
      return false;
    }
    step_ = tls_ ? Step::shaking_hands : Step::open;
  }
  return step_ == Step::open || shake_hands();
}

std::size_t Connection::send(std::string_view bytes) {
  events_ = POLLOUT;
  if (bytes.empty()) {
    events_ = POLLIN;
    return 0;
  }
  if (tls_) {
    ERR_clear_error();
    errno = 0;
    return static_cast<std::size_t>(
        result_of(SSL_write(of(tls_), bytes.data(), static_cast<int>(bytes.size())), "send"));
  }
  const ssize_t count = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
  if (count < 0 && errno != EAGAIN && errno != EINTR) error_ = "send: " + system_error(errno);
  return count < 0 ? 0 : static_cast<std::size_t>(count);
}

void Connection::receive(std::string& into) {
  events_ = POLLIN;
  char block[16384];
  while (error_.empty() && !closed_) {
    if (tls_) {
      ERR_clear_error();
      errno = 0;
      const int count = result_of(SSL_read(of(tls_), block, sizeof block), "receive");
      if (count <= 0) return;
      into.append(block, static_cast<std::size_t>(count));
      continue;
    }
    const ssize_t count = recv(socket_, block, sizeof block, 0);
    if (count > 0) {
      into.append(block, static_cast<std::size_t>(count));
    } else if (count == 0) {
      closed_ = true;
    } else {
      if (errno != EAGAIN && errno != EINTR) error_ = "receive: " + system_error(errno);
      return;
    }
  }
}

}  // namespace skiff::sidecar
