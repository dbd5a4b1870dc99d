#include "sidecar/http.h"

#include <gtest/gtest.h>

namespace skiff::sidecar {
namespace {

/// Reads a response in pieces of this size.
HttpReader read(const std::string& text, std::size_t piece = 1000, bool closed = false, std::size_t most = 1000) {
  HttpReader reader(most);
  for (std::size_t at = 0; at < text.size(); at += piece)
    if (!reader.feed(std::string_view(text).substr(at, piece))) return reader;
  if (closed) reader.end();
  return reader;
}

TEST(HttpReader, ReadsAResponseInPiecesOfAnySize) {
  const std::string length = "HTTP/1.1 200 OK\r\nContent-Type: x\r\nContent-Length: 5\r\n\r\nhello";
  const std::string chunked =
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\nTransfer-Encoding: Chunked\r\n\r\n3;x=y\r\nhel\r\n2\r\nlo\r\n0\r\nT: x\r\n\r\n";
  for (const std::size_t piece : {1, 2, 3, 7, 1000}) {
    HttpReader reader = read(length, piece);
    EXPECT_TRUE(reader.complete() && reader.keeps_alive()) << piece;
    EXPECT_EQ(std::to_string(reader.status) + reader.body, "200hello");
    reader = read(chunked, piece);
    EXPECT_TRUE(reader.complete() && reader.keeps_alive()) << piece << reader.error;
    EXPECT_EQ(std::to_string(reader.status) + reader.body, "201hello");
  }
}

TEST(HttpReader, AppliesAContentLengthOnlyToItsOwnResponse) {
  const HttpReader reader =
      read("HTTP/1.1 100 Continue\r\nContent-Length: 9\r\n\r\nHTTP/1.1 200 OK\r\n\r\nhello", 1000, true);
  EXPECT_TRUE(reader.complete());
  EXPECT_EQ(reader.body, "hello");
}

TEST(HttpReader, ABodyWithoutALengthEndsWithTheConnection) {
  const std::string text = "HTTP/1.0 200 OK\n\nhello";
  EXPECT_FALSE(read(text).complete());
  const HttpReader reader = read(text, 4, true);
  EXPECT_TRUE(reader.complete());
  EXPECT_FALSE(reader.keeps_alive());
  EXPECT_EQ(reader.body, "hello");
  EXPECT_TRUE(read("HTTP/1.1 204 No Content\r\n\r\n").complete());
}

TEST(HttpReader, RejectsAnIncompleteResponse) {
  for (const char* text : {"", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell",
                           "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"}) {
    const HttpReader reader = read(text, 1000, true);
    EXPECT_FALSE(reader.complete()) << text;
    EXPECT_EQ(reader.error, "the connection was closed before the response was complete") << text;
  }
}

TEST(HttpReader, RejectsInvalidResponses) {
  const std::string ok = "HTTP/1.1 200 OK\r\n";
  EXPECT_EQ(read("SSH-2.0-OpenSSH_9.2p1\r\n").error, "not an HTTP/1 response");
  EXPECT_EQ(read("HTTP/1.1 abc OK\r\n").error, "invalid HTTP status");
  EXPECT_EQ(read(ok + "nothing\r\n").error, "a header without a colon");
  EXPECT_EQ(read(ok + "Content-Length: -1\r\n").error, "invalid Content-Length");
  EXPECT_EQ(read(ok + "Transfer-Encoding: gzip\r\n").error, "unsupported transfer encoding");
  EXPECT_EQ(read(ok + "Transfer-Encoding: chunked\r\n\r\nxyz\r\n").error, "invalid chunk size");
  EXPECT_EQ(read(ok + "Transfer-Encoding: chunked\r\n\r\n1\r\nabc").error, "a chunk without its final line break");
  EXPECT_EQ(read(ok + "Content-Length: 2000\r\n\r\n" + std::string(2000, 'x')).error, "the response is too long");
  EXPECT_EQ(read(ok + std::string(70000, 'x')).error, "the response header is too long");
}

TEST(HttpReader, LimitsOnlyTheBodyThatIsNotYetConsumed) {
  HttpReader reader(10);
  reader.feed("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
  for (int i = 0; i < 100; ++i) {
    EXPECT_TRUE(reader.feed("6\r\nevent\n\r\n"));
    EXPECT_EQ(reader.body, "event\n");
    reader.body.clear();
  }
}

}  // namespace
}  // namespace skiff::sidecar
