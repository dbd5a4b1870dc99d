#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "read/node.h"

namespace skiff::embed {

/// An error in a file to embed. It stops the build with `file:line: error: message`.
struct Fault : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A file of the repository, with its tree if it is YAML or JSON.
struct Source {
  std::string path;  ///< relative to the repository
  std::string text;
  Node root;

  std::uint32_t line(std::uint32_t at) const;
  [[noreturn]] void fail(Span span, const std::string& message) const;
};

Source load_text(const std::string& root, const std::string& path);
/// Also parses the file, with the parser of specs. JSON is YAML, and this parser rejects duplicate keys and keeps line
/// numbers. Both functions throw Fault on errors.
Source load_tree(const std::string& root, const std::string& path);

/// True for an unquoted decimal number, with or without a minus, that every YAML parser reads as the same number.
bool is_integer(const Node& node);

/// `text` as a C++ string literal with its quotes. Each line of the text is a separate literal on its own line.
std::string literal(std::string_view text);
/// `constexpr TYPE NAME[] = {…};` with the rows, which are initializers. Throws Fault if there are no rows, because C++
/// has no empty arrays.
std::string array(std::string_view type, std::string_view name, const std::vector<std::string>& rows);
/// `k8s/slurmd.statefulset` -> `k8s_slurmd_statefulset`.
std::string identifier(std::string_view path);
/// Writes `text` unless the file already has this content, so that nothing is rebuilt needlessly.
void write_if_changed(const std::string& path, const std::string& text);

}  // namespace skiff::embed
