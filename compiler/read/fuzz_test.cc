// Runs our reader and yaml-cpp on many small random texts. If our reader accepts a text, yaml-cpp must read it as the
// same tree, except for the differences listed here. (The reverse does not hold: yaml-cpp accepts much that is not
// YAML.)
#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "read/reader.h"

namespace skiff {
namespace {

// A tree on one line, without the style of its scalars.
std::string shape(const Node& node) {
  std::string out;
  switch (node.kind) {
    case Node::Kind::null:
      return "~";
    case Node::Kind::scalar:
      return "'" + node.text + "'";
    case Node::Kind::sequence:
      for (const Node& item : node.items) out += shape(item) + ", ";
      return "[" + out + "]";
    case Node::Kind::mapping:
      for (const Entry& entry : node.entries) out += entry.key.text + ": " + shape(entry.value) + ", ";
      return "{" + out + "}";
  }
  return out;
}

std::string shape(const YAML::Node& node) {
  std::string out;
  switch (node.Type()) {
    case YAML::NodeType::Undefined:
    case YAML::NodeType::Null:
      return "~";
    case YAML::NodeType::Scalar:
      return "'" + node.Scalar() + "'";
    case YAML::NodeType::Sequence:
      for (const YAML::Node& item : node) out += shape(item) + ", ";
      return "[" + out + "]";
    case YAML::NodeType::Map:
      for (const auto& entry : node) out += entry.first.Scalar() + ": " + shape(entry.second) + ", ";
      return "{" + out + "}";
  }
  return out;
}

std::string theirs(const std::string& text) {
  try {
    return shape(YAML::Load(text));
  } catch (const YAML::Exception& error) {
    return error.what();
  }
}

std::string shown(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else {
      out += c;
    }
  }
  return out;
}

const std::vector<std::string_view> pieces = {
    "a",     "b",      "key",         "1",           "3Gi",    "\"x\"", "'y'",    "\"", "'",       ": ",
    ":",     "- ",     "-",           ", ",          ",",      "[",     "]",      "{",  "}",       "\n",
    "\n  ",  "\n    ", "\n",          "\n- ",        "\n  - ", "# c",   " # c",   " ",  "  ",      "\t",
    "|",     ">-",     "|\n  text\n", "&n ",         "*n",     "!t ",   "<<: *n", "? ", "~",       "---\n",
    "...\n", "a: 1\n", "b: {c: 2}\n", "l: [1, 2]\n", "%",      "\\",    "@",      "`",  "\xC3\xA9"};

std::string random_text(std::mt19937& random) {
  // Start with a field: it does not matter how the two read a text that is only a scalar.
  static constexpr std::string_view starts[] = {"z: 1\n", "z:\n  y: 1\n", "z:\n- 1\n", "z:\n  - y: 1\n    x: 2\n"};
  std::string text(starts[random() % 4]);
  const unsigned length = 1 + random() % 12;
  for (unsigned i = 0; i < length; ++i) text += pieces[random() % pieces.size()];
  if (random() % 4 != 0) text += '\n';
  return text;
}

// The reason why the two may differ on this text, or empty.
std::string_view known_difference(std::string_view text) {
  const auto has = [&](std::string_view part) { return text.find(part) != std::string_view::npos; };
  if (has("&n |") || has("&n >")) return "yaml-cpp accepts no anchor before a block scalar in a list";
  return {};
}

TEST(ReaderAndYamlCpp, Agree) {
  std::mt19937 random(20240607);  // NOLINT: the same texts each time
  int accepted = 0;
  int refused = 0;
  int differences = 0;
  for (int i = 0; i < 60'000 && differences < 40; ++i) {
    const std::string text = random_text(random);
    const ReadResult result = read(text);
    (result.diagnostics.empty() ? accepted : refused) += 1;
    if (!result.diagnostics.empty() || !known_difference(text).empty()) continue;
    const std::string ours = shape(result.root);
    const std::string other = theirs(text);
    if (ours == other) continue;
    ++differences;
    ADD_FAILURE() << shown(text) << "\n  ours: " << ours << "\n  yaml-cpp: " << other;
  }
  // The texts are neither all nonsense nor all trivial.
  EXPECT_GT(accepted, 3'000);
  EXPECT_GT(refused, 3'000);
}

}  // namespace
}  // namespace skiff
