#include "sidecar/http.h"

#include <algorithm>

#include "text/ascii.h"
#include "text/number.h"

namespace skiff::sidecar {
namespace {

constexpr std::size_t most_head = 64 * 1024;

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

}  // namespace

bool HttpReader::fail(std::string_view what) {
  error = what;
  return false;
}

// Takes one line of the input, without its line ending; false if the line is not complete yet.
bool HttpReader::take_line(std::string& line) {
  const auto end = input_.find('\n');
  if (end == input_.npos) return false;
  line = input_.substr(0, end > 0 && input_[end - 1] == '\r' ? end - 1 : end);
  input_.erase(0, end + 1);
  head_bytes_ += line.size();
  return true;
}

bool HttpReader::take_head_line(const std::string& line) {
  if (first_line_) {
    first_line_ = false;
    // `HTTP/1.1 200 OK`
    if (line.size() < 12 || !line.starts_with("HTTP/1.") || line[8] != ' ') return fail("not an HTTP/1 response");
    keeps_alive_ = line[7] != '0';
    status = to_number<int>(std::string_view(line).substr(9, 3)).value_or(0);
    if (status < 100) return fail("invalid HTTP status");
    return true;
  }
  const auto colon = line.find(':');
  if (colon == line.npos) return fail("a header without a colon");
  const std::string name = to_lower(std::string_view(line).substr(0, colon));
  const std::string value = to_lower(trimmed(std::string_view(line).substr(colon + 1)));
  if (name == "transfer-encoding") {
    if (value != "chunked") return fail("unsupported transfer encoding");
    chunked_ = true;
  } else if (name == "content-length") {
    const auto length = to_number<std::size_t>(value);
    if (!length) return fail("invalid Content-Length");
    left_ = *length;
    has_length_ = true;
  } else if (name == "connection") {
    if (value.find("close") != value.npos) keeps_alive_ = false;
  }
  return true;
}

bool HttpReader::begin_body() {
  if (status < 200) {
    // 100 Continue: the answer itself follows.
    first_line_ = true;
    chunked_ = has_length_ = false;
    status = 0;
  } else if (status == 204 || status == 304) {
    part_ = Part::done;
  } else if (chunked_) {
    part_ = Part::chunk_size;
  } else if (has_length_) {
    part_ = left_ == 0 ? Part::done : Part::length;
  } else {
    keeps_alive_ = false;
    part_ = Part::until_close;
  }
  return true;
}

bool HttpReader::take_body(std::uint64_t most) {
  const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(most, input_.size()));
  if (body.size() + count > most_body_) return fail("the response is too long");
  body.append(input_, 0, count);
  input_.erase(0, count);
  if (part_ != Part::until_close) left_ -= count;
  return true;
}

bool HttpReader::take_chunk_size(const std::string& line) {
  const std::string_view size = trimmed(std::string_view(line).substr(0, line.find(';')));
  const auto bytes = to_number<std::size_t>(size, 16);
  if (!bytes) return fail("invalid chunk size");
  left_ = *bytes;
  part_ = left_ == 0 ? Part::trailer : Part::chunk;
  return true;
}

bool HttpReader::feed(std::string_view bytes) {
  if (!error.empty()) return false;
  input_ += bytes;
  std::string line;
  for (;;) {
    switch (part_) {
      case Part::head:
        if (!take_line(line))
          return head_bytes_ + input_.size() <= most_head || fail("the response header is too long");
        if (head_bytes_ > most_head) return fail("the response header is too long");
        if (line.empty() && !first_line_ ? !begin_body() : !take_head_line(line)) return false;
        break;
      case Part::length:
        if (!take_body(left_)) return false;
        if (left_ > 0) return true;
        part_ = Part::done;
        break;
      case Part::chunk_size:
        if (!take_line(line)) return input_.size() <= most_head || fail("invalid chunk size");
        if (!take_chunk_size(line)) return false;
        break;
      case Part::chunk:
        if (!take_body(left_)) return false;
        if (left_ > 0) return true;
        part_ = Part::chunk_end;
        break;
      case Part::chunk_end:
        if (!take_line(line)) return input_.size() < 2 || fail("a chunk without its final line break");
        if (!line.empty()) return fail("a chunk without its final line break");
        part_ = Part::chunk_size;
        break;
      case Part::trailer:
        if (!take_line(line)) return input_.size() <= most_head || fail("the trailer is too long");
        if (line.empty()) part_ = Part::done;
        break;
      case Part::until_close:
        return take_body(input_.size());
      case Part::done:
        if (!input_.empty()) keeps_alive_ = false;
        return true;
    }
  }
}

bool HttpReader::end() {
  if (!error.empty()) return false;
  if (part_ == Part::until_close) part_ = Part::done;
  return complete() || fail("the connection was closed before the response was complete");
}

}  // namespace skiff::sidecar
