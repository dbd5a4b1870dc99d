#pragma once

#include <string>
#include <string_view>

namespace skiff::sidecar {

/// The address of the API server: the IP address of a Service, so no name is resolved.
struct Server {
  std::string host = {};  ///< an IP address
  std::string port = "443";
  bool tls = true;
};

/// The CA certificates with which a server is verified.
class Trust {
 public:
  /// Reads PEM certificates; throws std::runtime_error.
  explicit Trust(const std::string& ca_file);
  ~Trust();
  Trust(const Trust&) = delete;
  Trust& operator=(const Trust&) = delete;
  void* context() const { return context_; }

 private:
  void* context_;
};

/// A connection that never blocks. It uses TLS if the server does. Events are those of poll(2).
class Connection {
 public:
  Connection(const Server& server, const Trust* trust);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  int handle() const { return socket_; }
  short events() const { return events_; }
  /// Continues to connect; true once bytes can be sent.
  bool connect();
  /// Sends as many bytes as possible, and returns how many.
  std::size_t send(std::string_view bytes);
  /// Appends received bytes to `into`.
  void receive(std::string& into);
  bool closed() const { return closed_; }
  /// Why the connection cannot be used; empty if it can.
  const std::string& error() const { return error_; }

 private:
  bool shake_hands();
  int result_of(int result, const char* what);

  enum class Step { connecting, shaking_hands, open };
  Step step_ = Step::connecting;
  int socket_ = -1;
  void* tls_ = nullptr;
  short events_ = 0;
  bool closed_ = false;
  std::string error_;
};

}  // namespace skiff::sidecar
