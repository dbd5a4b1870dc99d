#include "change/compare.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "text/ascii.h"
#include "text/quote.h"

namespace skiff::change {
namespace {

using Kind = Value::Kind;
using Names = ItemNames;

constexpr std::size_t most_shown = 100;

bool is_scalar(const Value& value) { return value.kind != Kind::list && value.kind != Kind::map; }

// The text that names an item: its field `name`, or that of its metadata, or its mount path.
std::string_view name_of(const Value& item, int form) {
  if (item.kind != Kind::map) return {};
  const Value* name = form == 0   ? item.find("name")
                      : form == 1 ? item.at({"metadata", "name"})
                                  : item.find("mountPath");
  return name && name->kind == Kind::string ? name->text.view() : std::string_view();
}

// The names of all items, if each has one of its own.
std::optional<Names> names_of(const Value& list, int form) {
  Names names;
  for (const Value& item : list.items) {
    names.push_back(name_of(item, form));
    if (names.back().empty()) return std::nullopt;
  }
  Names sorted = names;
  std::ranges::sort(sorted);
  return std::ranges::adjacent_find(sorted) == sorted.end() ? std::optional(names) : std::nullopt;
}

std::string below(const std::string& path, std::string_view key) {
  const bool plain = !key.empty() && is_letter(key[0]) &&
                     std::ranges::all_of(key, [](char c) { return is_alnum(c) || c == '_' || c == '-'; });
  if (!plain) return path + "[" + quote(key) + "]";
  return path.empty() ? std::string(key) : path + "." + std::string(key);
}

class Comparison {
 public:
  std::vector<Difference> found;

  void compare(const std::string& path, const Value& before, const Value& after) {
    if (before.kind == Kind::map && after.kind == Kind::map) return maps(path, before, after);
    if (before.kind == Kind::list && after.kind == Kind::list) return lists(path, before, after);
    const bool equal =
        is_scalar(before) && before.kind == after.kind && before.text == after.text && before.number == after.number;
    if (!equal) found.push_back({path, How::changed, &before, &after});
  }

 private:
  void maps(const std::string& path, const Value& before, const Value& after) {
    for (const Member& member : after.members) {
      if (const Value* old = before.find(member.key)) {
        compare(below(path, member.key), *old, member.value);
      } else {
        found.push_back({below(path, member.key), How::added, nullptr, &member.value});
      }
    }
    for (const Member& member : before.members)
      if (!after.find(member.key)) found.push_back({below(path, member.key), How::removed, &member.value, nullptr});
  }

  void lists(const std::string& path, const Value& before, const Value& after) {
    if (const auto names = item_names(before, after)) return named(path, before, names->first, after, names->second);
    if (before.items.size() != after.items.size()) {
      found.push_back({path, How::changed, &before, &after});
      return;
    }
    for (std::size_t i = 0; i < after.items.size(); ++i)
      compare(path + "[" + std::to_string(i) + "]", before.items[i], after.items[i]);
  }

  void named(const std::string& path, const Value& before, const Names& old_names, const Value& after,
             const Names& new_names) {
    const auto place = [](const Names& names, std::string_view name) {
      return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
    };
    std::size_t last = 0;
    bool moved = false;
    for (std::size_t i = 0; i < new_names.size(); ++i) {
      const std::string item = path + "[" + std::string(new_names[i]) + "]";
      const std::size_t old = place(old_names, new_names[i]);
      if (old == old_names.size()) {
        found.push_back({item, How::added, nullptr, &after.items[i]});
        continue;
      }
      moved = moved || old < last;
      last = old;
      compare(item, before.items[old], after.items[i]);
    }
    for (std::size_t i = 0; i < old_names.size(); ++i)
      if (place(new_names, old_names[i]) == new_names.size())
        found.push_back({path + "[" + std::string(old_names[i]) + "]", How::removed, &before.items[i], nullptr});
    // The order of containers and variables matters, too.
    if (moved) found.push_back({path, How::changed, &before, &after});
  }
};

void append(std::string& out, const Value& value) {
  if (out.size() > most_shown) return;
  bool first = true;
  const auto next = [&] {
    if (!first) out += ", ";
    first = false;
  };
  switch (value.kind) {
    case Kind::none:
      break;
    case Kind::string: {
      const std::string_view text = value.text;
      out += text.empty() || text.find('\n') != std::string_view::npos ? quote(text) : one_line(text);
      break;
    }
    case Kind::integer:
      out += std::to_string(value.number);
      break;
    case Kind::boolean:
      out += value.number ? "true" : "false";
      break;
    case Kind::list:
      out += '[';
      for (const Value& item : value.items) {
        next();
        append(out, item);
      }
      out += ']';
      break;
    case Kind::map:
      out += '{';
      for (const Member& member : value.members) {
        next();
        out += member.key.view();
        out += ": ";
        append(out, member.value);
      }
      out += '}';
      break;
  }
}

}  // namespace

std::optional<std::pair<ItemNames, ItemNames>> item_names(const Value& before, const Value& after) {
  for (const int form : {0, 1, 2}) {
    std::optional<Names> old_names = names_of(before, form);
    std::optional<Names> new_names = names_of(after, form);
    if (old_names && new_names) return std::pair(std::move(*old_names), std::move(*new_names));
  }
  return std::nullopt;
}

std::vector<Difference> differences(const Value& before, const Value& after) {
  Comparison comparison;
  comparison.compare("", before, after);
  return std::move(comparison.found);
}

std::string shown(const Value& value) {
  std::string out;
  append(out, value);
  if (out.size() <= most_shown) return out;
  std::size_t end = most_shown;
  // Not in the middle of a character.
  while (end > 0 && (static_cast<unsigned char>(out[end]) & 0xC0U) == 0x80U) --end;
  return out.substr(0, end) + "…";
}

}  // namespace skiff::change
