#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

struct event_base;
struct evhttp;
struct evhttp_request;

namespace skiff::exporter {

/// Serves one page, `GET /metrics`, without encryption to everyone who can connect.
class Server {
 public:
  /// Listens on all addresses. Throws std::runtime_error if it cannot.
  explicit Server(std::uint16_t port);
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  ~Server();

  /// Another thread may call this while run() serves. Before the first page, requests are answered with 503.
  void set_page(std::string page);
  /// Serves until `signals`, a file descriptor, becomes readable.
  void run(int signals);

 private:
  static void answer(evhttp_request* request, void* server);
  std::shared_ptr<const std::string> page();

  event_base* base_ = nullptr;
  evhttp* http_ = nullptr;
  std::mutex mutex_;
  std::shared_ptr<const std::string> page_;
};

}  // namespace skiff::exporter
