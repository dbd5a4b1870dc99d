#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace skiff::sidecar {

/// Reads one HTTP/1.1 response (RFC 9112) as its bytes arrive. The caller may remove the parts of `body` that it has
/// handled, as a watch does.
class HttpReader {
 public:
  /// `most_body`: the maximum size of `body` at any time, in bytes.
  explicit HttpReader(std::size_t most_body) : most_body_(most_body) {}

  /// Reads more bytes. False if the response is invalid or too long; then `error` says why.
  bool feed(std::string_view bytes);
  /// Ends the response, because the connection was closed. False if a part is missing.
  bool end();

  bool complete() const { return part_ == Part::done; }
  bool has_status() const { return status != 0; }
  /// True when another request may follow on the same connection.
  bool keeps_alive() const { return complete() && keeps_alive_; }

  int status = 0;
  std::string body;
  std::string error;

 private:
  enum class Part { head, length, chunk_size, chunk, chunk_end, trailer, until_close, done };
  bool fail(std::string_view what);
  bool take_line(std::string& line);
  bool take_head_line(const std::string& line);
  bool begin_body();
  bool take_body(std::uint64_t most);
  bool take_chunk_size(const std::string& line);

  std::size_t most_body_;
  std::string input_;
  std::size_t head_bytes_ = 0;
  Part part_ = Part::head;
  bool first_line_ = true, chunked_ = false, has_length_ = false, keeps_alive_ = true;
  std::uint64_t left_ = 0;
};

}  // namespace skiff::sidecar
