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
};

/// An answer, or why there is none: then `status` is 0.
struct Answer {
  int status = 0;
  std::string body, error;
};

/// One request under way. It never waits; who drives it polls `handle` for `events`.
class Exchange {
 public:
  Exchange(std::unique_ptr<Connection> connection, const std::string& text, std::size_t most_body);
  /// The same connection for another request; only after an answer that lets it.
  std::unique_ptr<Connection> release();

  int handle() const { return connection_->handle(); }
  short events() const { return connection_->events(); }
  /// Does what can be done now.
  void step();
  bool over() const { return over_; }
  bool connected() const { return connected_; }
  HttpReader& reader() { return reader_; }
  /// Why it failed; empty: it did not.
  std::string error() const;

 private:
  std::unique_ptr<Connection> connection_;
  std::string text_;
  std::size_t sent_ = 0;
  HttpReader reader_;
  bool over_ = false, connected_ = false;
};

/// The API server, and who asks it: the account's folder has `token` and `ca.crt`, which are read anew each time, as the kubelet renews them.
class Api {
 public:
  Api(Server server, std::string account) : server_(std::move(server)), account_(std::move(account)) {}

  /// Sends requests, at most `at_once` of them at a time, and waits for all answers; each has 30 seconds, and all end when `stop` is true.
  std::vector<Answer> send(const std::vector<Request>& requests, std::size_t at_once, const std::atomic<bool>& stop);
  /// Begins a request whose answer goes on for long. Throws std::runtime_error.
  std::unique_ptr<Exchange> open(const Request& request);

 private:
  std::string text_of(const Request& request) const;

  const Server server_;
  const std::string account_;
};

/// Where the API server is, by what the kubelet tells each container. SKIFF_API=http://ADDRESS:PORT is a test's. None: not said.
std::optional<Server> server_of_environment();

/// For a value in a query.
std::string escaped(std::string_view text);

}  // namespace skiff::sidecar
