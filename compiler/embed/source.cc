#include "embed/source.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <optional>

#include "read/reader.h"
#include "text/ascii.h"

namespace skiff::embed {
namespace {

std::optional<std::string> contents(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(in), {});
}

}  // namespace

std::uint32_t Source::line(std::uint32_t at) const {
  const auto end = text.begin() + std::min<std::size_t>(at, text.size());
  return static_cast<std::uint32_t>(std::count(text.begin(), end, '\n')) + 1;
}

void Source::fail(Span span, const std::string& message) const {
  throw Fault(path + ":" + std::to_string(line(span.begin)) + ": error: " + message);
}

Source load_text(const std::string& root, const std::string& path) {
  auto text = contents(root + "/" + path);
  if (!text) throw Fault(path + ": error: can't be read");
  return {path, std::move(*text), {}};
}

Source load_tree(const std::string& root, const std::string& path) {
  Source source = load_text(root, path);
  ReadResult result = read(source.text);
  for (const Diagnostic& diagnostic : result.diagnostics) source.fail(diagnostic.span, diagnostic.message);
  source.root = std::move(result.root);
  return source;
}

bool is_integer(const Node& node) {
  std::string_view digits = node.text;
  if (digits.starts_with('-')) digits.remove_prefix(1);
  if (node.kind != Node::Kind::scalar || node.quoted || digits.empty() || digits.size() > 18) return false;
  return (digits.size() == 1 || digits[0] != '0') && std::ranges::all_of(digits, is_digit);
}

std::string literal(std::string_view text) {
  std::string out = "\"";
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\n') {
      out += "\\n";
      if (i + 1 < text.size()) out += "\"\n    \"";
    } else if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '?') {
      out += "\\?";  // prevents trigraphs
    } else if (c >= 0x20 && c < 0x7F) {
      out += c;
    } else {
      char octal[5];
      std::snprintf(octal, sizeof octal, "\\%03o", static_cast<unsigned>(static_cast<unsigned char>(c)));
      out += octal;
    }
  }
  return out + "\"";
}

std::string array(std::string_view type, std::string_view name, const std::vector<std::string>& rows) {
  if (rows.empty()) throw Fault("error: no " + std::string(name));
  std::string out = "constexpr " + std::string(type) + ' ' + std::string(name) + "[] = {\n";
  for (const std::string& row : rows) out += "    " + row + ",\n";
  return out + "};\n\n";
}

std::string identifier(std::string_view path) {
  std::string name;
  for (const char c : path) name += is_alnum(c) ? c : '_';
  return name;
}

void write_if_changed(const std::string& path, const std::string& text) {
  if (contents(path) == text) return;
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out << text;
  out.close();
  if (!out) throw Fault(path + ": error: can't be written");
}

}  // namespace skiff::embed
