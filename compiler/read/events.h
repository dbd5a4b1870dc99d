#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "diag/span.h"

namespace skiff {

/// One step of the parser through the text.
struct Event {
  enum class Kind : std::uint8_t { document, alias, scalar, sequence, mapping, end_collection, end_document, end_text };

  Kind kind = Kind::end_text;
  bool quoted = false;  ///< of a scalar: in quotes, or a block
  bool flow = false;    ///< of a collection: in brackets
  /// Of the text, an anchor and a tag included. An end that has no bracket of its own, and a value that is not there,
  /// are empty.
  Span span;
  std::string_view text;    ///< of a scalar; until the next event
  std::string_view anchor;  ///< name behind `&` or `*`, else empty; until the next event
};

/// Where the parser gave up and what it said, in its own words.
struct ParserError {
  std::string_view problem;
  std::uint32_t at = 0;
  std::uint32_t context = 0;  ///< begin of what it was reading; the same as `at` if it was nothing in particular
};

/// libyaml over a text that `check_encoding` has passed: no copies of the tree, spans in bytes.
class Events {
 public:
  /// `offset`: bytes of `source` that are skipped (a byte order mark). `source` must outlive this.
  Events(std::string_view source, std::uint32_t offset);
  ~Events();

  /// The next event, which the one after it replaces. Throws ParserError for text that is no YAML.
  const Event& next();

 private:
  struct Parser;

  std::uint32_t position(std::size_t index);

  std::string_view source_;
  std::uint32_t offset_;
  std::unique_ptr<Parser> parser_;
  Event event_;
  // A place of which both are known: libyaml counts characters.
  std::size_t index_ = 0;
  std::uint32_t byte_;
};

}  // namespace skiff
