#include "exporter/server.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <optional>
#include <thread>

namespace skiff::exporter {
namespace {

sockaddr_in address_of(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

std::uint16_t free_port() {
  const int handle = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = address_of(0);
  socklen_t size = sizeof address;
  bind(handle, reinterpret_cast<sockaddr*>(&address), size);
  getsockname(handle, reinterpret_cast<sockaddr*>(&address), &size);
  close(handle);
  return ntohs(address.sin_port);
}

// A server that serves until the end of the test.
class ExporterServer : public testing::Test {
 protected:
  ExporterServer() : told_(eventfd(0, EFD_CLOEXEC)) {
    // Another program may take the port before the server does.
    for (int tries = 0; !server_ && tries < 20; ++tries) {
      port_ = free_port();
      try {
        server_.emplace(port_);
      } catch (const std::runtime_error&) {
      }
    }
    thread_ = std::thread([&] { server_->run(told_); });
  }
  ~ExporterServer() override {
    const std::uint64_t one = 1;
    EXPECT_EQ(write(told_, &one, sizeof one), static_cast<ssize_t>(sizeof one));
    thread_.join();
    close(told_);
  }
  std::string response(const std::string& request) {
    const int handle = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_in address = address_of(port_);
    EXPECT_EQ(connect(handle, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0) << strerror(errno);
    EXPECT_EQ(write(handle, request.data(), request.size()), static_cast<ssize_t>(request.size()));
    std::string text;
    char block[4096];
    for (ssize_t count; (count = read(handle, block, sizeof block)) > 0;)
      text.append(block, static_cast<std::size_t>(count));
    close(handle);
    return text;
  }
  std::string get(const std::string& path, const std::string& method = "GET") {
    return response(method + " " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  }

  const int told_;
  std::uint16_t port_ = 0;
  std::optional<Server> server_;
  std::thread thread_;
};

TEST_F(ExporterServer, ServesTheLastPage) {
  EXPECT_TRUE(get("/metrics").starts_with("HTTP/1.1 503 ")) << get("/metrics");
  server_->set_page("one 1\n");
  server_->set_page("two 2\n");
  const std::string text = get("/metrics");
  EXPECT_TRUE(text.starts_with("HTTP/1.1 200 OK\r\n")) << text;
  EXPECT_NE(text.find("\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\n"), text.npos) << text;
  EXPECT_TRUE(text.ends_with("\r\n\r\ntwo 2\n")) << text;
  EXPECT_TRUE(get("/metrics?x=1").ends_with("\r\n\r\ntwo 2\n"));
}

TEST_F(ExporterServer, SendsALargePageWhole) {
  const std::string page(20 * 1024 * 1024, 'x');
  server_->set_page(page);
  EXPECT_TRUE(get("/metrics").ends_with("\r\n\r\n" + page));
}

TEST_F(ExporterServer, RefusesOtherRequests) {
  server_->set_page("one 1\n");
  EXPECT_TRUE(get("/").starts_with("HTTP/1.1 404 "));
  EXPECT_TRUE(get("/metrics/../etc").starts_with("HTTP/1.1 404 "));
  EXPECT_FALSE(get("/metrics", "POST").starts_with("HTTP/1.1 200 "));
  EXPECT_FALSE(
      response("GET /metrics HTTP/1.1\r\nContent-Length: 5\r\nConnection: close\r\n\r\n12345").ends_with("one 1\n"));
  EXPECT_FALSE(
      response("GET /metrics HTTP/1.1\r\nX: " + std::string(64 * 1024, 'x') + "\r\n\r\n").ends_with("one 1\n"));
  EXPECT_TRUE(get("/metrics", "HEAD").starts_with("HTTP/1.1 200 "));
  EXPECT_TRUE(get("/metrics").ends_with("one 1\n"));
}

TEST(ExporterServerStart, SaysThatThePortIsTaken) {
  const int handle = socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in6 address{};
  address.sin6_family = AF_INET6;
  socklen_t size = sizeof address;
  ASSERT_EQ(bind(handle, reinterpret_cast<sockaddr*>(&address), size), 0);
  ASSERT_EQ(listen(handle, 1), 0);
  getsockname(handle, reinterpret_cast<sockaddr*>(&address), &size);
  EXPECT_THROW(Server(ntohs(address.sin6_port)), std::runtime_error);
  close(handle);
}

}  // namespace
}  // namespace skiff::exporter
