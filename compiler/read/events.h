#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "diag/span.h"

namespace skiff {

/// One event of the parser.
struct Event {
  enum class Kind : std::uint8_t { document, alias, scalar, sequence, mapping, end_collection, end_document, end_text };

  Kind kind = Kind::end_text;
  bool quoted = false;  ///< of a scalar: in quotes, or a block scalar
  bool flow = false;    ///< of a collection: in brackets
  /// The position in the text, including an anchor and a tag. Empty for a missing value, and for the end of a
  /// collection that has no closing bracket.
  Span span;
  std::string_view text;    ///< of a scalar; valid until the next event
  std::string_view anchor;  ///< name after `&` or `*`, or empty; valid until the next event
};

/// A syntax error: where libyaml stopped, and its message.
struct ParserError {
  std::string_view problem;
  std::uint32_t at = 0;
  std::uint32_t context = 0;  ///< start of the construct that it was reading; equal to `at` if libyaml names none
};

/// Reads a text with libyaml, event by event. `check_encoding` must have accepted the text. Spans are in bytes.
class Events {
 public:
  /// `offset`: bytes to skip at the start of `source` (a byte order mark). `source` must outlive this object.
  Events(std::string_view source, std::uint32_t offset);
  ~Events();

  /// The next event, valid until the next call. Throws ParserError if the text is not YAML.
  const Event& next();

 private:
  struct Parser;

  std::uint32_t position(std::size_t index);

  std::string_view source_;
  std::uint32_t offset_;
  std::unique_ptr<Parser> parser_;
  Event event_;
  // The last position, in characters (as libyaml counts) and in bytes.
  std::size_t index_ = 0;
  std::uint32_t byte_;
};

}  // namespace skiff
