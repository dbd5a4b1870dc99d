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

/// Said of a line that begins with `%`, which a parser takes for a directive wherever it stands.
inline constexpr std::string_view percent_line = "a line can't begin with \"%\" here; put the text in quotes";

/// Thrown by the builder to end the reading; the reason is among the diagnostics. Never leaves the reader.
struct StopReading {};

/// Turns the parser's events into our tree: spans without properties, aliases expanded, and a finding for each thing
/// that YAML allows and a spec must not have.
class Builder {
 public:
  Builder(std::string_view source, Diagnostics& diagnostics);

  void take(const Event& event);

  /// A field without colon, at which the parser gave up: a part of the mapping whose column it stands in.
  void add_bare_field(Span field);
  /// The tree; after a fault, what was complete by then.
  Node take_root();
  /// End of the last node that is complete.
  std::uint32_t cursor() const { return cursor_; }
  /// The last scalar in quotes; empty if none yet.
  Span last_quoted() const { return last_quoted_; }
  /// The innermost bracket that is still open; empty if none is.
  Span open_bracket() const;
  /// How many collections are open.
  std::size_t depth() const { return stack_.size(); }
  /// True where the innermost collection is a mapping whose last field has no value yet.
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
    std::uint32_t size = 1;  // nodes below, itself included
    std::uint32_t height = 1;
  };
  // What an anchor stands for.
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
  // Puts a complete node into the collection around it.
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
