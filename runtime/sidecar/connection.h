#pragma once

#include <string>
#include <string_view>

namespace skiff::sidecar {

/// Where the API server is. A Service's address, which names no host: nothing is looked up.
struct Server {
  std::string host = {};  ///< an IP address
  std::string port = "443";
  bool tls = true;
};

/// What a server must prove to be: who these certificates vouch for.
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

/// A connection that never waits: TLS where the server has it. Events are those of poll(2).
class Connection {
 public:
  Connection(const Server& server, const Trust* trust);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  int handle() const { return socket_; }
  short events() const { return events_; }
  /// Goes on with connecting; true once bytes may be sent.
  bool connect();
  /// Sends what it can; how many bytes.
  std::size_t send(std::string_view bytes);
  /// Adds what has come to `into`.
  void receive(std::string& into);
  bool closed() const { return closed_; }
  /// Why it can't be used; empty: it can.
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
