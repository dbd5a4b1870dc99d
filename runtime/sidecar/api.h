#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sidecar/connection.h"
#include "sidecar/http.h"

namespace skiff::sidecar {

using Clock = std::chrono::steady_clock;

struct Request {
  std::string method, path;  ///< path with its query, escaped
  std::string type = {}, body = {};
  std::string accept = "application/json";
};

/// An answer. Without one, `status` is 0 and `error` says why.
struct Answer {
  int status = 0;
  std::string body, error;
};

/// One request in progress. It never blocks; the caller polls `handle` for `events`.
class Exchange {
 public:
  Exchange(std::unique_ptr<Connection> connection, const std::string& text, std::size_t most_body);
  /// The connection, for another request. Call it only if `reader().keeps_alive()`.
  std::unique_ptr<Connection> release();

  int handle() const { return connection_->handle(); }
  short events() const { return connection_->events(); }
  /// Sends and receives what is possible without blocking.
  void step();
  bool over() const { return over_; }
  bool connected() const { return connected_; }
  HttpReader& reader() { return reader_; }
  /// Why the request failed; empty if it succeeded.
  std::string error() const;

 private:
  std::unique_ptr<Connection> connection_;
  std::string text_;
  std::size_t sent_ = 0;
  HttpReader reader_;
  bool over_ = false, connected_ = false;
};

/// A client of the API server. The directory `account` contains `token` and `ca.crt`. They are read each time, because
/// the kubelet renews them.
class Api {
 public:
  Api(Server server, std::string account) : server_(std::move(server)), account_(std::move(account)) {}

  /// Sends requests, at most `at_once` at a time, and waits for all answers. Each must be connected within 5 seconds
  /// and answered within 30. Returns early when `stop` becomes true. The answers contain the errors.
  std::vector<Answer> send(const std::vector<Request>& requests, std::size_t at_once, const std::atomic<bool>& stop);
  /// Begins a request with a long answer, such as a watch. Throws std::runtime_error if `ca.crt` cannot be used.
  std::unique_ptr<Exchange> open(const Request& request);

 private:
  std::string text_of(const Request& request) const;

  const Server server_;
  const std::string account_;
};

/// The address of the API server, from the variables that the kubelet sets in each container. Tests set
/// SKIFF_API=http://ADDRESS:PORT instead. nullopt if the address is missing or invalid.
std::optional<Server> server_of_environment();

/// Percent-encodes a value for a URL.
std::string escaped(std::string_view text);

}  // namespace skiff::sidecar
