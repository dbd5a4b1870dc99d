#pragma once

#include <yaml-cpp/eventhandler.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "diag/diagnostic.h"
#include "read/node.h"

namespace skiff {

/// Said of a line that begins with `%`, which yaml-cpp takes for a directive wherever it stands.
inline constexpr std::string_view percent_line = "a line can't begin with \"%\" here; put the text in quotes";

/// Thrown through yaml-cpp's parser to leave it; never leaves the reader.
struct StopReading {};

/// Turns yaml-cpp's events into our tree: spans with ends, aliases expanded, and a finding for each thing that YAML
/// allows and a spec must not have.
class Builder : public YAML::EventHandler {
 public:
  /// `offset`: bytes of `source` that the parser is not shown (a byte order mark).
  Builder(std::string_view source, std::uint32_t offset, Diagnostics& diagnostics);

  bool has_document() const { return documents_ > 0; }
  /// The tree; after a fault, what was complete by then.
  Node take_root();
  /// End of the last node that is complete.
  std::uint32_t cursor() const { return cursor_; }
  /// The last scalar in quotes; empty if none yet.
  Span last_quoted() const { return last_quoted_; }
  /// The innermost bracket that is still open; empty if none is.
  Span open_bracket() const;

  void OnDocumentStart(const YAML::Mark& mark) override;
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override;
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override;
  void OnSequenceEnd() override;
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override;
  void OnMapEnd() override;

 private:
  // A collection that is still open.
  struct Frame {
    Node node;
    Node key;
    bool has_key = false;  // of a mapping: `key` waits for its value
    bool flow = false;
    int column = 0;
    YAML::anchor_t anchor = 0;
    std::uint32_t size = 1;  // nodes below, itself included
    std::uint32_t height = 1;
  };
  // What an anchor stands for.
  struct Anchored {
    Node node;
    std::uint32_t size;
    std::uint32_t height;
  };

  std::uint32_t position(const YAML::Mark& mark) const;
  int parent_column() const { return stack_.empty() ? -1 : stack_.back().column; }
  bool expects_key() const;
  void report(std::string_view rule, Span span, std::string message, std::vector<Note> notes = {});
  [[noreturn]] void refuse(std::string_view rule, Span span, std::string message);
  void open(Node::Kind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, bool flow);
  void close();
  void check_indentation(std::uint32_t begin, bool block_list = false);
  void check_tag(const std::string& tag, const YAML::Mark& mark);
  void check_keys(const Node& mapping);
  // Puts a complete node into the collection around it.
  void add(Node node, YAML::anchor_t anchor, std::uint32_t size, std::uint32_t height);
  Span implicit_null(const YAML::Mark& mark);

  std::string_view source_;
  std::uint32_t offset_;
  Diagnostics& diagnostics_;
  Node root_;
  int documents_ = 0;
  std::uint32_t cursor_ = 0;
  Span last_quoted_;
  std::uint32_t expanded_ = 0;
  std::vector<Frame> stack_;
  std::unordered_map<YAML::anchor_t, Anchored> anchors_;
};

}  // namespace skiff
