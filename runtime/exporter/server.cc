#include "exporter/server.h"

#include <event2/buffer.h>
#include <event2/event.h>
#include <event2/http.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <stdexcept>

namespace skiff::exporter {
namespace {

// A client that sends or reads nothing for this long is dropped, in seconds.
constexpr int patience = 30;
// Of a request's headers, in bytes. No request needs a body.
constexpr int most_headers = 16 * 1024;

// A socket that listens on all addresses; -1 if there is none. An IPv6 socket also takes IPv4, but not every machine
// has IPv6.
int listener(std::uint16_t port) {
  sockaddr_in6 all6{};
  all6.sin6_family = AF_INET6;
  all6.sin6_port = htons(port);
  sockaddr_in all4{};
  all4.sin_family = AF_INET;
  all4.sin_port = htons(port);
  const auto listening = [](int family, const auto& address) {
    const int handle = socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (handle < 0) return -1;
    const int on = 1, off = 0;
    setsockopt(handle, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (family == AF_INET6) setsockopt(handle, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
    if (bind(handle, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 &&
        listen(handle, SOMAXCONN) == 0)
      return handle;
    const int error = errno;
    close(handle);
    errno = error;
    return -1;
  };
  const int handle = listening(AF_INET6, all6);
  return handle >= 0 || errno == EADDRINUSE ? handle : listening(AF_INET, all4);
}

void refuse(evhttp_request* request, int status, const char* text, const char* body) {
  evbuffer* buffer = evbuffer_new();
  evbuffer_add(buffer, body, strlen(body));
  evhttp_send_reply(request, status, text, buffer);
  evbuffer_free(buffer);
}

void release(const void*, size_t, void* page) { delete static_cast<std::shared_ptr<const std::string>*>(page); }

void stop(int, short, void* base) { event_base_loopbreak(static_cast<event_base*>(base)); }

}  // namespace

Server::Server(std::uint16_t port) : base_(event_base_new()) {
  http_ = base_ ? evhttp_new(base_) : nullptr;
  if (!http_) throw std::runtime_error("cannot start an HTTP server");
  evhttp_set_allowed_methods(http_, EVHTTP_REQ_GET | EVHTTP_REQ_HEAD);
  evhttp_set_max_headers_size(http_, most_headers);
  evhttp_set_max_body_size(http_, 0);
  evhttp_set_timeout(http_, patience);
  evhttp_set_gencb(http_, answer, this);
  const int handle = listener(port);
  if (handle < 0 || evhttp_accept_socket(http_, handle) != 0)
    throw std::runtime_error("cannot listen on port " + std::to_string(port) + ": " + strerror(errno));
}

Server::~Server() {
  if (http_) evhttp_free(http_);
  if (base_) event_base_free(base_);
}

void Server::set_page(std::string page) {
  auto made = std::make_shared<const std::string>(std::move(page));
  const std::lock_guard lock(mutex_);
  page_.swap(made);
}

std::shared_ptr<const std::string> Server::page() {
  const std::lock_guard lock(mutex_);
  return page_;
}

void Server::answer(evhttp_request* request, void* server) {
  const evhttp_uri* uri = evhttp_request_get_evhttp_uri(request);
  const char* path = uri ? evhttp_uri_get_path(uri) : nullptr;
  if (!path || strcmp(path, "/metrics") != 0) return refuse(request, 404, "Not Found", "See /metrics.\n");
  auto page = static_cast<Server*>(server)->page();
  if (!page) return refuse(request, 503, "Service Unavailable", "The first answers of slurmctld are not here yet.\n");
  evhttp_add_header(evhttp_request_get_output_headers(request), "Content-Type",
                    "text/plain; version=0.0.4; charset=utf-8");
  evbuffer* buffer = evbuffer_new();
  // The page is not copied: it lives until it is sent, even if there is a new one by then.
  auto* held = new std::shared_ptr<const std::string>(std::move(page));
  if (evbuffer_add_reference(buffer, (*held)->data(), (*held)->size(), release, held) != 0) delete held;
  evhttp_send_reply(request, 200, "OK", buffer);
  evbuffer_free(buffer);
}

void Server::run(int signals) {
  event* told = event_new(base_, signals, EV_READ, stop, base_);
  event_add(told, nullptr);
  event_base_dispatch(base_);
  event_free(told);
}

}  // namespace skiff::exporter
