#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "read/node.h"

namespace skiff::embed {

/// A fault in what is to be embedded. It ends the build with `file:line: message`.
struct Fault : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A file of the repository and, for YAML and JSON, its tree.
struct Source {
  std::string path;  ///< relative to the repository
  std::string text;
  Node root;

  std::uint32_t line(std::uint32_t at) const;
  [[noreturn]] void fail(Span span, const std::string& message) const;
};

Source load_text(const std::string& root, const std::string& path);
/// Also parses it, with the reader of specs: JSON is YAML, and our reader refuses duplicate keys and keeps lines.
Source load_tree(const std::string& root, const std::string& path);

/// A plain scalar of decimal digits, with a minus in front or not, that every reader of YAML takes for the same number.
bool is_integer(const Node& node);

/// `text` as a C++ string literal, quotes included; one piece a line of text.
std::string literal(std::string_view text);
/// `constexpr TYPE NAME[] = {…};` of the rows, which are initialisers. Throws Fault where there is none: no array is empty.
std::string array(std::string_view type, std::string_view name, const std::vector<std::string>& rows);
/// `k8s/slurmd.statefulset` -> `k8s_slurmd_statefulset`.
std::string identifier(std::string_view path);
/// Writes `text` unless the file has it already, so that nothing is rebuilt in vain.
void write_if_changed(const std::string& path, const std::string& text);

}  // namespace skiff::embed
