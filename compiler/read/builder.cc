#include "read/builder.h"

#include <algorithm>

#include "read/extent.h"
#include "read/syntax.h"

namespace skiff {
namespace {

constexpr std::size_t max_depth = 64;
constexpr std::uint32_t max_expanded = 10'000;
// YAML's limit for a key without `?`.
constexpr std::size_t max_key = 1024;

bool is_null_word(std::string_view text) { return text == "null" || text == "~" || text == "Null" || text == "NULL"; }

}  // namespace

Builder::Builder(std::string_view source, Diagnostics& diagnostics) : source_(source), diagnostics_(diagnostics) {}

void Builder::take(const Event& event) {
  switch (event.kind) {
    case Event::Kind::document:
      return document(event);
    case Event::Kind::alias:
      return alias(event);
    case Event::Kind::scalar:
      return scalar(event);
    case Event::Kind::sequence:
      return open(event, Node::Kind::sequence);
    case Event::Kind::mapping:
      return open(event, Node::Kind::mapping);
    case Event::Kind::end_collection:
      return close(event);
    case Event::Kind::end_document:
    case Event::Kind::end_text:
      return;
  }
}

// Closes the innermost collection early, with the nodes that it has.
void Builder::break_off() {
  Frame frame = std::move(stack_.back());
  stack_.pop_back();
  frame.node.span.end = std::max(cursor_, frame.node.span.end);
  if (frame.has_key) frame.node.entries.push_back({frame.key, Node{.span = frame.key.span}});
  add(std::move(frame.node), {}, 0, 0);
}

void Builder::add_bare_field(Span field) {
  const std::uint32_t column = column_of(source_, field.begin);
  const auto holds = [&](const Frame& frame) {
    return frame.node.kind == Node::Kind::mapping && column_of(source_, frame.node.span.begin) == column;
  };
  if (std::none_of(stack_.begin(), stack_.end(), holds)) return;
  while (!holds(stack_.back())) break_off();
  Node name{.kind = Node::Kind::scalar, .span = field};
  name.text = source_.substr(field.begin, field.end - field.begin);
  stack_.back().node.entries.push_back({std::move(name), Node{.span = field}});
  cursor_ = field.end;
}

Node Builder::take_root() {
  while (!stack_.empty()) break_off();
  return std::move(root_);
}

Span Builder::open_bracket() const {
  for (auto frame = stack_.rbegin(); frame != stack_.rend(); ++frame) {
    const std::uint32_t begin = frame->node.span.begin;
    if (frame->flow && (source_[begin] == '[' || source_[begin] == '{')) return {begin, begin + 1};
  }
  return {};
}

bool Builder::expects_key() const {
  return !stack_.empty() && stack_.back().node.kind == Node::Kind::mapping && !stack_.back().has_key;
}

bool Builder::expects_value() const { return !stack_.empty() && stack_.back().has_key; }

bool Builder::in_list() const { return !stack_.empty() && stack_.back().node.kind == Node::Kind::sequence; }

void Builder::report(std::string_view rule, Span span, std::string message, std::vector<Note> notes) {
  diagnostics_.push_back({.rule = rule, .span = span, .message = std::move(message), .notes = std::move(notes)});
}

void Builder::refuse(std::string_view rule, Span span, std::string message) {
  report(rule, span, std::move(message));
  throw StopReading{};
}

void Builder::document(const Event& event) {
  if (++documents_ == 1) return;
  const std::uint32_t at = event.span.begin;
  const Span line = {at, line_end(source_, at)};
  if (source_[at] == '%') refuse("SKF015", line, std::string(percent_line));
  refuse("SKF005", line, std::string(second_document));
}

Span Builder::implicit_null(const Event& event) {
  const std::uint32_t at = event.span.begin;
  if (stack_.empty()) return {at, at};
  if (stack_.back().node.kind == Node::Kind::sequence) {
    cursor_ = event.span.end;
    const auto dash = static_cast<std::uint32_t>(source_.rfind('-', at - 1));
    return {dash, dash + 1};
  }
  const Span key = stack_.back().key.span;
  if (const std::uint32_t colon = skip_separation(source_, key.end); source_.substr(colon, 1) == ":") {
    // Include the colon, so that the span of a map with one empty field is larger than the span of the field's name.
    cursor_ = event.span.begin == event.span.end ? colon + 1 : event.span.end;
  } else {
    report("SKF009", key, missing_colon(stack_.back().key.text));
  }
  return key;
}

void Builder::null(const Event& event, std::uint32_t begin) {
  const bool is_text = !event.text.empty();
  if (expects_key()) {
    const std::uint32_t end = is_text ? event.span.end : begin + 1;
    refuse("SKF013", {begin, std::min(end, static_cast<std::uint32_t>(source_.size()))},
           is_text ? "null can't be a field name; put it in quotes if you mean the text" : std::string(missing_name));
  }
  Node node;
  node.text = event.text;
  if (is_text) {
    node.span = {begin, event.span.end};
    cursor_ = event.span.end;
  } else {
    node.span = implicit_null(event);
  }
  add(std::move(node), event.anchor, 1, 1);
}

void Builder::alias(const Event& event) {
  const Span span = event.span;
  const std::string name(source_.substr(span.begin, span.end - span.begin));
  if (expects_key()) refuse("SKF013", span, "an alias can't be a field name; write the name itself");
  for (const Frame& frame : stack_) {
    if (frame.anchor != event.anchor) continue;
    refuse("SKF011", span, "alias \"" + name + "\" is inside the node that it repeats, so it would never end");
  }
  const auto found = anchors_.find(std::string(event.anchor));
  if (found == anchors_.end()) {
    refuse("SKF011", {span.begin, span.begin + 1},
           "there is no anchor of this name above; define it with \"&\" first, or quote the text if it should start "
           "with \"*\"");
  }
  const Anchored& anchored = found->second;
  expanded_ += anchored.size;
  if (expanded_ > max_expanded) {
    refuse("SKF011", span, "up to here, aliases stand for more than 10000 nodes; use fewer or smaller ones");
  }
  if (stack_.size() + anchored.height > max_depth) {
    refuse("SKF012", span, "more than 64 levels of nesting once alias \"" + name + "\" is expanded");
  }
  cursor_ = span.end;
  add(anchored.node, {}, anchored.size, anchored.height);
}

// Returns where the node itself begins, after its anchor and tag, and reports the tag. The tags are read from the text,
// because libyaml does not report the tag `!`, although the event's span begins with it.
std::uint32_t Builder::skip_properties(const Event& event) {
  std::uint32_t at = event.span.begin;
  if (event.span.begin == event.span.end) return at;
  while (at < source_.size() && (source_[at] == '&' || source_[at] == '!')) {
    const std::uint32_t end = word_end(source_, at);
    if (source_[at] == '!') {
      report("SKF014", {at, end}, tag_message(source_.substr(at, end - at)));
    }
    at = skip_separation(source_, end);
  }
  return at;
}

// libyaml accepts a block scalar whose `|` or `>` is on its own line and is not indented more than its field.
void Builder::check_block_indentation(std::uint32_t begin) {
  if (stack_.empty() || expects_key()) return;
  const std::uint32_t column = column_of(source_, begin);
  const bool starts_line = source_.substr(begin - column, column).find_first_not_of(" \t") == std::string_view::npos;
  if (starts_line && column <= column_of(source_, stack_.back().node.span.begin)) {
    refuse("SKF018", {begin, line_end(source_, begin)}, std::string(indent_more));
  }
}

void Builder::scalar(const Event& event) {
  const std::uint32_t begin = skip_properties(event);
  if (!event.quoted && (is_null_word(event.text) || event.text.empty())) return null(event, begin);
  Node node;
  node.kind = Node::Kind::scalar;
  node.text = event.text;
  node.quoted = event.quoted;
  node.span = {begin, event.span.end};
  if (event.quoted && (source_[begin] == '|' || source_[begin] == '>')) {
    check_block_indentation(begin);
    node.span.end = block_end(source_, begin, event.span.end);
  }
  cursor_ = node.span.end;
  if (node.quoted) last_quoted_ = node.span;
  if (expects_key()) {
    if (!node.quoted && node.text == "<<") {
      report("SKF008", node.span,
             "merge keys are not part of YAML 1.2, and parsers differ on them; repeat the fields, or use an alias for "
             "the whole value");
    }
    if (node.text.size() > max_key) report("SKF016", node.span, "the field name is longer than 1024 bytes");
  }
  add(std::move(node), event.anchor, 1, 1);
}

void Builder::open(const Event& event, Node::Kind kind) {
  const std::uint32_t begin = skip_properties(event);
  const Span start = {begin, std::min(begin + 1, static_cast<std::uint32_t>(source_.size()))};
  if (expects_key()) {
    refuse("SKF013", start,
           std::string("a ") + (kind == Node::Kind::mapping ? "map" : "list") +
               " can't be a field name; put the text in quotes if it starts with a bracket");
  }
  if (stack_.size() >= max_depth) refuse("SKF012", start, "more than 64 levels of nesting");
  Frame frame;
  frame.node.kind = kind;
  frame.node.span = start;
  frame.flow = event.flow;
  frame.anchor = event.anchor;
  stack_.push_back(std::move(frame));
  cursor_ = begin;
}

void Builder::check_keys(const Node& mapping) {
  std::vector<const Entry*> sorted;
  sorted.reserve(mapping.entries.size());
  for (const Entry& entry : mapping.entries) sorted.push_back(&entry);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Entry* a, const Entry* b) { return a->key.text < b->key.text; });
  const Entry* first = nullptr;
  for (const Entry* entry : sorted) {
    if (first && entry->key.text == first->key.text) {
      report("SKF007", entry->key.span, "field \"" + entry->key.text + "\" is given twice; merge the two, or keep one",
             {{first->key.span, "the first one is here"}});
    } else {
      first = entry;
    }
  }
}

void Builder::close(const Event& event) {
  Frame frame = std::move(stack_.back());
  stack_.pop_back();
  if (frame.node.kind == Node::Kind::mapping) check_keys(frame.node);
  const bool bracket = event.span.begin != event.span.end;
  if (bracket) cursor_ = event.span.end;
  frame.node.span.end = std::max(cursor_, frame.node.span.end);
  add(std::move(frame.node), frame.anchor, frame.size, frame.height);
}

void Builder::add(Node node, std::string_view anchor, std::uint32_t size, std::uint32_t height) {
  if (!anchor.empty()) anchors_.insert_or_assign(std::string(anchor), Anchored{node, size, height});
  if (stack_.empty()) {
    root_ = std::move(node);
    return;
  }
  Frame& frame = stack_.back();
  frame.size += size;
  frame.height = std::max(frame.height, height + 1);
  if (frame.node.kind == Node::Kind::sequence) {
    frame.node.items.push_back(std::move(node));
  } else if (frame.has_key) {
    frame.node.entries.push_back({std::move(frame.key), std::move(node)});
    frame.has_key = false;
  } else {
    frame.key = std::move(node);
    frame.has_key = true;
  }
}

}  // namespace skiff
