#include "emit/yaml.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <utility>

#include "text/split.h"
#include "text/yaml_scalar.h"

namespace skiff {
namespace {

using Kind = Value::Kind;

// YAML parsers look ahead at most 1024 characters for the colon after a key.
constexpr std::size_t longest_key = 1000;

// Appends a key, quoted if needed. Unlike other strings, it is always on one line. Returns its written length.
std::size_t append_key(std::string& out, std::string_view name) {
  const std::size_t begin = out.size();
  if (scalar_style(name) == ScalarStyle::plain)
    out += name;
  else
    append_quoted(out, name);
  return out.size() - begin;
}

// If a list has at least this many copies, it is faster to keep its written text.
constexpr std::uint32_t worth_keeping = 8;

bool is_empty(const Value& value) {
  if (value.kind == Kind::map) {
    for (const Member& member : value.members) {
      if (member.value.kind != Kind::none) return false;
    }
    return true;
  }
  for (const Value& item : value.items) {
    if (item.kind != Kind::none) return false;
  }
  return true;
}

/// Writes into one file. A line is begun (indentation, dashes, key), its origin is collected in `open_`, and it is
/// ended.
class Writer {
 public:
  Writer(OutputFile& file, WrittenParts* parts) : file_(file), text_(file.text), parts_(parts) {}

  void document(const Value& root) {
    if (has_document()) file_.line("---", root.origin);
    comment(root, 0);
    if (root.kind == Kind::map && !is_empty(root)) {
      members(root, 0, false);
    } else if (root.kind == Kind::list && !is_empty(root)) {
      items(root, 0, false);
    } else if (root.kind == Kind::string) {
      // A block scalar needs a parent to be indented relative to.
      if (scalar_style(root.text) == ScalarStyle::plain) {
        text_ += root.text;
      } else {
        append_quoted(text_, root.text);
      }
      end(root.origin);
    } else if (root.kind != Kind::none) {
      scalar(root, 0);
    }
  }

 private:
  // Comment lines at the top are a header, not a document.
  bool has_document() const {
    std::size_t at = 0;
    while (at < text_.size() && text_[at] == '#') at = text_.find('\n', at) + 1;
    return at < text_.size();
  }

  void comment(const Value& value, std::size_t indent) {
    if (value.comment.empty()) return;
    for (std::string_view rest = value.comment.view(); !rest.empty();) {
      const std::string_view line = take_until(rest, '\n');
      text_.append(indent, ' ');
      text_ += line.empty() ? "#" : "# ";
      text_ += line;
      text_ += '\n';
      file_.lines.push_back(value.origin);
    }
  }

  // Writes the comments of everything that begins on the same line as a dash. They must be above that line.
  void comments_of_first(const Value& item, std::size_t indent) {
    for (const Value* first = &item; first;) {
      comment(*first, indent);
      const Value* next = nullptr;
      for (const Value& inner : first->items) {
        if (inner.kind != Kind::none) {
          next = &inner;
          break;
        }
      }
      for (const Member& member : first->members) {
        if (member.value.kind != Kind::none) {
          comment(member.value, indent);
          break;
        }
      }
      first = next;
    }
  }

  // `inline_first`: the first member continues the line that was begun with a dash.
  void members(const Value& map, std::size_t indent, bool inline_first) {
    for (const Member& member : map.members) {
      if (member.value.kind == Kind::none) continue;
      if (!inline_first) {
        comment(member.value, indent);
        text_.append(indent, ' ');
      }
      inline_first = false;
      key(member.key);
      below(member.value, indent);
    }
  }

  void items(const Value& list, std::size_t indent, bool inline_first) {
    for (const Value& item : list.items) {
      if (item.kind == Kind::none) continue;
      if (!inline_first) {
        comments_of_first(item, indent);
        text_.append(indent, ' ');
      }
      inline_first = false;
      text_ += "- ";
      if (item.kind == Kind::map && !is_empty(item)) {
        open_ |= item.origin;
        once(item.members, indent + 2, true, [&] { members(item, indent + 2, true); });
      } else if (item.kind == Kind::list && !is_empty(item)) {
        open_ |= item.origin;
        once(item.items, indent + 2, true, [&] { items(item, indent + 2, true); });
      } else {
        scalar(item, indent);
      }
    }
  }

  void key(std::string_view name) {
    if (append_key(text_, name) > longest_key)
      throw std::logic_error("a YAML key of more than 1000 bytes, as it is written");
    text_ += ':';
  }

  // Writes what follows `key:`.
  void below(const Value& value, std::size_t indent) {
    if (value.kind == Kind::map && !is_empty(value)) {
      end(value.origin);
      once(value.members, indent + 2, false, [&] { members(value, indent + 2, false); });
    } else if (value.kind == Kind::list && !is_empty(value)) {
      end(value.origin);
      once(value.items, indent, false, [&] { items(value, indent, false); });
    } else {
      text_ += ' ';
      scalar(value, indent);
    }
  }

  // Writes a list, or copies its text if it was written before. `open_` belongs to the line on which the list begins.
  template <class T, class Write>
  void once(const SharedList<T>& list, std::size_t indent, bool inline_first, Write write) {
    const void* identity = parts_ ? list.identity(worth_keeping) : nullptr;
    if (!identity) return write();
    const Origin begun = std::exchange(open_, {});
    const std::size_t line = file_.lines.size();
    auto [part, fresh] = parts_->parts.try_emplace({identity, indent, inline_first});
    if (fresh) {
      const std::size_t begin = text_.size();
      write();
      part->second = {text_.substr(begin),
                      {file_.lines.begin() + static_cast<std::ptrdiff_t>(line), file_.lines.end()}};
    } else {
      text_ += part->second.text;
      file_.lines.insert(file_.lines.end(), part->second.lines.begin(), part->second.lines.end());
    }
    if (!begun.empty()) file_.lines[line] |= begun;
  }

  void scalar(const Value& value, std::size_t indent) {
    switch (value.kind) {
      case Kind::none:
        return;
      case Kind::list:
        text_ += "[]";
        break;
      case Kind::map:
        text_ += "{}";
        break;
      case Kind::boolean:
        text_ += value.number ? "true" : "false";
        break;
      case Kind::integer: {
        char digits[24];
        text_.append(digits, std::to_chars(digits, digits + sizeof digits, value.number).ptr);
        break;
      }
      case Kind::string:
        switch (scalar_style(value.text)) {
          case ScalarStyle::plain:
            text_ += value.text;
            break;
          case ScalarStyle::quoted:
            append_quoted(text_, value.text);
            break;
          case ScalarStyle::block:
            return block(value, indent + 2);
        }
        break;
    }
    end(value.origin);
  }

  void block(const Value& value, std::size_t indent) {
    std::string_view rest = value.text;
    text_ += '|';
    // Without the indicator, a parser would read the spaces of the first line as indentation.
    const char first = rest.front();
    if (first == ' ' || first == '\n' || first == '\t') text_ += '2';
    if (rest.back() != '\n') {
      text_ += '-';
    } else if (rest.ends_with("\n\n")) {
      text_ += '+';
    }
    end(value.origin);
    while (!rest.empty()) {
      const std::string_view line = take_until(rest, '\n');
      if (!line.empty()) text_.append(indent, ' ');
      text_ += line;
      text_ += '\n';
      file_.lines.push_back(value.origin);
    }
  }

  void end(const Origin& origin) {
    text_ += '\n';
    open_ |= origin;
    file_.lines.push_back(std::move(open_));
    open_ = {};
  }

  OutputFile& file_;
  std::string& text_;
  WrittenParts* parts_;
  Origin open_;
};

}  // namespace

void append_document(OutputFile& file, const Value& document) { Writer(file, nullptr).document(document); }

void append_document(OutputFile& file, const Value& document, WrittenParts& parts) {
  Writer(file, &parts).document(document);
}

bool is_writable_key(std::string_view name) {
  std::string text;
  return append_key(text, name) <= longest_key;
}

}  // namespace skiff
