#include "read/builder.h"

#include <yaml-cpp/mark.h>

#include <algorithm>

#include "read/extent.h"

namespace skiff {
namespace {

constexpr std::size_t max_depth = 64;
constexpr std::uint32_t max_expanded = 10'000;
// YAML allows no more for a key without `?`; yaml-cpp and libyaml then misread the line.
constexpr std::size_t max_key = 1024;

bool is_null_word(std::string_view text, bool flow) {
  for (const std::string_view word : {"null", "Null", "NULL", "~"}) {
    if (text.substr(0, word.size()) != word) continue;
    const std::string_view rest = text.substr(word.size());
    if (rest.empty() ||
        std::string_view(flow ? " \t\r\n:,]}" : " \t\r\n:").find(rest.front()) != std::string_view::npos)
      return true;
  }
  return false;
}

}  // namespace

Builder::Builder(std::string_view source, std::uint32_t offset, Diagnostics& diagnostics)
    : source_(source), offset_(offset), diagnostics_(diagnostics), cursor_(offset) {}

std::uint32_t Builder::position(const YAML::Mark& mark) const {
  const std::uint32_t at = static_cast<std::uint32_t>(std::max(mark.pos, 0)) + offset_;
  return std::min(at, static_cast<std::uint32_t>(source_.size()));
}

Node Builder::take_root() {
  while (!stack_.empty()) {
    Frame frame = std::move(stack_.back());
    stack_.pop_back();
    frame.node.span.end = std::max(cursor_, frame.node.span.end);
    if (frame.has_key) frame.node.entries.push_back({frame.key, Node{.span = frame.key.span}});
    add(std::move(frame.node), 0, 0, 0);
  }
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

void Builder::report(std::string_view rule, Span span, std::string message, std::vector<Note> notes) {
  diagnostics_.push_back({.rule = rule, .span = span, .message = std::move(message), .notes = std::move(notes)});
}

void Builder::refuse(std::string_view rule, Span span, std::string message) {
  report(rule, span, std::move(message));
  throw StopReading{};
}

void Builder::OnDocumentStart(const YAML::Mark& mark) {
  if (++documents_ == 1) return;
  const std::uint32_t at = position(mark);
  if (at >= source_.size()) throw StopReading{};  // the reader's own end mark
  const Span span = {at, line_end(source_, at)};
  if (const std::uint32_t next = skip_separation(source_, cursor_); next < at && source_[next] == '%') {
    refuse("SKF015", {next, line_end(source_, next)}, std::string(percent_line));
  }
  std::uint32_t before = cursor_;
  bool announced = source_.substr(at, 3) == "---";
  while (!announced && before < at) {  // a line of three dots ended the first one
    before = skip_separation(source_, before);
    announced = source_.substr(before, 3) == "..." && column_of(source_, before) == 0;
    ++before;
  }
  if (announced) {
    refuse("SKF005", span, "a second document starts here; a spec is one document, so use one file for each cluster");
  }
  refuse("SKF006", span,
         "this line belongs to nothing above it; check that it is indented like its neighbours and that a quote or "
         "bracket "
         "above is not closed too early");
}

// yaml-cpp says nothing about a value that is not there, and its mark is then that of the next token.
Span Builder::implicit_null(const YAML::Mark& mark) {
  if (stack_.empty()) return {position(mark), position(mark)};
  Frame& frame = stack_.back();
  if (frame.node.kind == Node::Kind::sequence) {
    if (frame.flow) {
      const std::uint32_t at = position(mark);
      refuse("SKF010", {at, std::min(at + 1, static_cast<std::uint32_t>(source_.size()))},
             "a list item is missing here; remove the extra comma or write the item");
    }
    while (cursor_ < source_.size() && source_[cursor_] != '-') cursor_ = skip_separation(source_, cursor_ + 1);
    const std::uint32_t dash = cursor_;
    cursor_ = std::min(dash + 1, static_cast<std::uint32_t>(source_.size()));
    return {dash, cursor_};
  }
  const Span key = frame.key.span;
  const bool explicit_key = key.begin >= 2 && source_.substr(key.begin - 2, 2) == "? ";
  std::uint32_t at = key.end;
  if (explicit_key) at = skip_separation(source_, at);
  while (at < source_.size() && (source_[at] == ' ' || source_[at] == '\t')) ++at;
  if (at >= source_.size() || source_[at] != ':') {
    report("SKF009", key, "missing \":\" after \"" + frame.key.text + "\"; write \"" + frame.key.text + ": VALUE\"");
  } else {
    cursor_ = at + 1;  // so that a map of one empty field is larger than the field's name
  }
  return key;
}

void Builder::OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) {
  std::uint32_t at = position(mark);
  if (anchor != 0) at = skip_properties(source_, at);
  // Where a value is missing, this is the next token, or the field's name itself.
  const bool at_value = stack_.empty() || !stack_.back().has_key || at >= stack_.back().key.span.end;
  const bool is_text = at_value && is_null_word(source_.substr(at), !stack_.empty() && stack_.back().flow);
  if (expects_key()) {
    const std::uint32_t end = is_text ? at + (source_[at] == '~' ? 1 : 4) : at + 1;
    refuse("SKF013", {at, std::min(end, static_cast<std::uint32_t>(source_.size()))},
           is_text ? "null is no field name; put it in quotes if you mean the text"
                   : "a field name is missing before \":\"");
  }
  Node node;
  if (is_text) {
    node.span = {at, at + (source_[at] == '~' ? 1U : 4U)};
    node.text = source_.substr(at, node.span.end - at);
    cursor_ = node.span.end;
  } else {
    node.span = implicit_null(mark);
  }
  add(std::move(node), anchor, 1, 1);
}

void Builder::OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) {
  const std::uint32_t at = position(mark);
  std::uint32_t end = at + 1;
  while (end < source_.size() && std::string_view(" \t\r\n,]}").find(source_[end]) == std::string_view::npos) ++end;
  const std::string name(source_.substr(at, end - at));
  if (expects_key()) refuse("SKF013", {at, end}, "an alias can't be a field name; write the name itself");
  const auto found = anchors_.find(anchor);
  if (found == anchors_.end()) {
    refuse("SKF011", {at, end}, "alias \"" + name + "\" stands inside the node that it repeats, which would never end");
  }
  const Anchored& anchored = found->second;
  expanded_ += anchored.size;
  if (expanded_ > max_expanded) {
    refuse("SKF011", {at, end}, "aliases stand for more than 10000 nodes up to here; write fewer or smaller ones");
  }
  if (stack_.size() + anchored.height > max_depth) {
    refuse("SKF012", {at, end}, "more than 64 levels of nesting once alias \"" + name + "\" is filled in");
  }
  cursor_ = end;
  add(anchored.node, 0, anchored.size, anchored.height);
}

// yaml-cpp lets tabs through where the depth of a line does not matter to it, and values that are not indented more
// than their field. libyaml does neither. Only a list may stand right below its field.
void Builder::check_indentation(std::uint32_t begin, bool block_list) {
  if (!stack_.empty() && stack_.back().flow) return;
  std::uint32_t at = begin;
  std::uint32_t tab = begin;
  for (; at > offset_ && (source_[at - 1] == ' ' || source_[at - 1] == '\t'); --at) {
    if (source_[at - 1] == '\t') tab = at - 1;
  }
  const bool starts_line = at == offset_ || source_[at - 1] == '\n';
  if (!starts_line) return;
  if (tab != begin) refuse("SKF004", {tab, tab + 1}, "a tab can't indent YAML; use spaces");
  if (stack_.empty() || expects_key()) return;
  const int column = static_cast<int>(column_of(source_, begin));
  const bool below = column == stack_.back().column && block_list && stack_.back().node.kind == Node::Kind::mapping;
  if (column <= stack_.back().column && !below) {
    refuse("SKF018", {begin, line_end(source_, begin)},
           "indent this line more than the field or dash that it belongs to");
  }
}

void Builder::check_tag(const std::string& tag, const YAML::Mark& mark) {
  if (tag.empty() || tag == "?") return;
  std::uint32_t at = position(mark);
  if (source_.substr(at, 1) == "&") {
    while (at < source_.size() && source_[at] != ' ' && source_[at] != '\n') ++at;
    at = skip_separation(source_, at);
  }
  std::uint32_t end = at;
  while (end < source_.size() && std::string_view(" \t\r\n,]}").find(source_[end]) == std::string_view::npos) ++end;
  report("SKF014", {at, end},
         "tag \"" + std::string(source_.substr(at, end - at)) +
             "\" has no meaning in a spec; remove it, and use quotes to make a value a string");
}

void Builder::OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       const std::string& value) {
  const std::uint32_t at = position(mark);
  Node node;
  node.kind = Node::Kind::scalar;
  node.text = value;
  node.span.begin = skip_properties(source_, at);
  check_indentation(at);
  const char first = node.span.begin < source_.size() ? source_[node.span.begin] : '\0';
  node.quoted = tag == "!" && (first == '"' || first == '\'' || first == '|' || first == '>');
  if (!node.quoted) check_tag(tag, mark);
  if (value.empty() && !node.quoted) node.span.begin = at;
  node.span.end = scalar_end(source_, node.span.begin, value, parent_column());
  cursor_ = node.span.end;
  if (node.quoted) last_quoted_ = node.span;
  if (expects_key()) {
    Frame& frame = stack_.back();
    if (!frame.flow) frame.column = std::min(frame.column, static_cast<int>(column_of(source_, at)));
    if (!node.quoted && value == "<<") {
      report("SKF008", node.span,
             "merge keys are not part of YAML 1.2 and readers differ on them; repeat the fields, or give the whole "
             "value an "
             "alias");
    }
    if (value.size() > max_key) report("SKF016", node.span, "a field name of more than 1024 bytes");
  }
  add(std::move(node), anchor, 1, 1);
}

void Builder::open(Node::Kind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, bool flow) {
  const std::uint32_t begin = skip_properties(source_, position(mark));
  const Span start = {begin, std::min(begin + 1, static_cast<std::uint32_t>(source_.size()))};
  check_indentation(position(mark), kind == Node::Kind::sequence && !flow);
  check_tag(tag, mark);
  if (expects_key()) {
    refuse("SKF013", start,
           std::string("a ") + (kind == Node::Kind::mapping ? "map" : "list") +
               " can't be a field name; put the text in quotes if it starts with a bracket");
  }
  if (stack_.size() >= max_depth) refuse("SKF012", start, "more than 64 levels of nesting");
  Frame frame;
  frame.node.kind = kind;
  frame.node.span = start;
  frame.flow = flow;
  frame.column = static_cast<int>(column_of(source_, begin));
  frame.anchor = anchor;
  stack_.push_back(std::move(frame));
  cursor_ = begin;
}

void Builder::OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                              YAML::EmitterStyle::value style) {
  open(Node::Kind::sequence, mark, tag, anchor, style == YAML::EmitterStyle::Flow);
}

void Builder::OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value style) {
  open(Node::Kind::mapping, mark, tag, anchor, style == YAML::EmitterStyle::Flow);
}

void Builder::OnSequenceEnd() { close(); }

void Builder::OnMapEnd() {
  check_keys(stack_.back().node);
  close();
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
      report("SKF007", entry->key.span, "field \"" + entry->key.text + "\" is given twice; keep one of the two",
             {{first->key.span, "the first one is here"}});
    } else {
      first = entry;
    }
  }
}

void Builder::close() {
  Frame frame = std::move(stack_.back());
  stack_.pop_back();
  const char start = source_[frame.node.span.begin];
  if (start == '{' || start == '[') {
    // `[a: 1]` opens a map without a bracket of its own, but such a map never starts with one.
    const bool bracket = frame.flow && (start == '{') == (frame.node.kind == Node::Kind::mapping);
    if (bracket) cursor_ = flow_end(source_, std::max(cursor_, frame.node.span.begin + 1), start == '{' ? '}' : ']');
  }
  frame.node.span.end = std::max(cursor_, frame.node.span.end);
  add(std::move(frame.node), frame.anchor, frame.size, frame.height);
}

void Builder::add(Node node, YAML::anchor_t anchor, std::uint32_t size, std::uint32_t height) {
  if (anchor != 0) anchors_.insert_or_assign(anchor, Anchored{node, size, height});
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
