#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "diag/diagnostic.h"
#include "read/events.h"
#include "read/node.h"

namespace skiff {

/// Reported for a line that begins with `%`. A parser takes such a line for a directive, wherever it is.
inline constexpr std::string_view percent_line = "a line can't begin with \"%\" here; put the text in quotes";

/// Thrown by the builder to stop reading, after it has reported the reason. `read` catches it.
struct StopReading {};

/// Turns the parser's events into a tree of nodes. Spans do not include anchors and tags, and aliases are expanded.
/// Reports everything that YAML allows and a spec must not contain.
class Builder {
 public:
  Builder(std::string_view source, Diagnostics& diagnostics);

  void take(const Event& event);

  /// Adds a field without a colon, at which the parser stopped, to the open mapping that begins in the same column.
  void add_bare_field(Span field);
  /// The tree. After an error, this is the part that was read before it.
  Node take_root();
  /// The end of the last complete node.
  std::uint32_t cursor() const { return cursor_; }
  /// The last scalar in quotes; empty if none yet.
  Span last_quoted() const { return last_quoted_; }
  /// The innermost bracket that is still open; empty if there is none.
  Span open_bracket() const;
  /// The number of open collections.
  std::size_t depth() const { return stack_.size(); }
  /// True if the innermost open collection is a mapping whose last field has no value yet.
  bool expects_value() const;
  bool in_list() const;

 private:
  // A collection that is still open.
  struct Frame {
    Node node;
    Node key;
    bool has_key = false;  // of a mapping: `key` waits for its value
    bool flow = false;
    std::string anchor;
    std::uint32_t size = 1;  // number of nodes: itself and all below it
    std::uint32_t height = 1;
  };
  // The node that an anchor marks.
  struct Anchored {
    Node node;
    std::uint32_t size;
    std::uint32_t height;
  };

  bool expects_key() const;
  void break_off();
  void report(std::string_view rule, Span span, std::string message, std::vector<Note> notes = {});
  [[noreturn]] void refuse(std::string_view rule, Span span, std::string message);
  void document(const Event& event);
  void alias(const Event& event);
  void scalar(const Event& event);
  void null(const Event& event, std::uint32_t begin);
  void open(const Event& event, Node::Kind kind);
  void close(const Event& event);
  std::uint32_t skip_properties(const Event& event);
  void check_block_indentation(std::uint32_t begin);
  void check_keys(const Node& mapping);
  // Adds a complete node to the innermost open collection.
  void add(Node node, std::string_view anchor, std::uint32_t size, std::uint32_t height);
  Span implicit_null(const Event& event);

  std::string_view source_;
  Diagnostics& diagnostics_;
  Node root_;
  int documents_ = 0;
  std::uint32_t cursor_ = 0;
  Span last_quoted_;
  std::uint32_t expanded_ = 0;
  std::vector<Frame> stack_;
  std::unordered_map<std::string, Anchored> anchors_;
};

}  // namespace skiff
