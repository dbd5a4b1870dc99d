#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace skiff::sidecar {

/// Reads one answer of HTTP/1.1 (RFC 9112) as its bytes come. What has come of the body may be taken away meanwhile, as from a watch.
class HttpReader {
 public:
  /// `most_body`: bytes of the body that may lie here at a time.
  explicit HttpReader(std::size_t most_body) : most_body_(most_body) {}

  /// False for what makes no sense or is too long; `error` then tells.
  bool feed(std::string_view bytes);
  /// The connection was closed; false where something is missing.
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
