// Our reader and libyaml over many small texts: what one takes for YAML, the other must too, apart from what is named
// here. It found most of the cases in reader_test.cc.
#include <gtest/gtest.h>
#include <yaml.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "read/reader.h"

namespace skiff {
namespace {

struct Verdict {
  bool accepted = false;
  int documents = 0;
  std::string problem;
};

Verdict libyaml(std::string_view text) {
  yaml_parser_t parser;
  yaml_parser_initialize(&parser);
  yaml_parser_set_input_string(&parser, reinterpret_cast<const unsigned char*>(text.data()), text.size());
  Verdict verdict;
  for (bool done = false; !done;) {
    yaml_event_t event;
    if (!yaml_parser_parse(&parser, &event)) {
      verdict.problem = parser.problem ? parser.problem : "unknown";
      break;
    }
    if (event.type == YAML_DOCUMENT_START_EVENT) ++verdict.documents;
    done = event.type == YAML_STREAM_END_EVENT;
    verdict.accepted = done;
    yaml_event_delete(&event);
  }
  yaml_parser_delete(&parser);
  return verdict;
}

// Rules about what YAML allows and a spec must not have. The others mean "this is no YAML" and must agree with libyaml.
bool is_policy(std::string_view rule) {
  for (const std::string_view id : {"SKF002", "SKF003", "SKF005", "SKF007", "SKF008", "SKF009", "SKF011", "SKF012",
                                    "SKF013", "SKF014", "SKF015", "SKF016", "SKF021"}) {
    if (rule == id) return true;
  }
  return false;
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
  // A field first: what either makes of a scalar as the whole text does not matter.
  static constexpr std::string_view starts[] = {"z: 1\n", "z:\n  y: 1\n", "z:\n- 1\n", "z:\n  - y: 1\n    x: 2\n"};
  std::string text(starts[random() % 4]);
  const unsigned length = 1 + random() % 12;
  for (unsigned i = 0; i < length; ++i) text += pieces[random() % pieces.size()];
  if (random() % 4 != 0) text += '\n';
  return text;
}

// Where the two differ, and why that is all right. `ours` is the rule, or empty if we accept.
std::string_view known_difference(std::string_view text, std::string_view ours, const Verdict& theirs) {
  const auto has = [&](std::string_view part) { return text.find(part) != std::string_view::npos; };
  if (ours.empty() && has("\t") && theirs.problem == "found character that cannot start any token") {
    return "a tab as white space, behind a dash or on a line without text (YAML 1.2 allows it)";
  }
  if (theirs.accepted && has("*"))
    return "libyaml does not look for an alias's anchor, and allows fewer characters in its name";
  if (ours == "SKF018" && theirs.accepted && (has("\n>-") || has("\n|"))) {
    return "libyaml takes a block scalar that is not indented";
  }
  if (ours == "SKF018" && theirs.accepted && has("&n |")) {
    return "yaml-cpp takes no anchor in front of a block scalar in a list";
  }
  return {};
}

TEST(ReaderAndLibyaml, Agree) {
  std::mt19937 random(20240607);  // NOLINT: the same texts each time
  int accepted = 0;
  int refused = 0;
  int differences = 0;
  for (int i = 0; i < 60'000 && differences < 40; ++i) {
    const std::string text = random_text(random);
    const ReadResult result = read(text);
    const Diagnostics& found = result.diagnostics;
    const std::string_view rule = found.empty() ? std::string_view() : found.front().rule;
    const Verdict theirs = libyaml(text);
    const bool we_call_it_yaml = found.empty() || is_policy(rule);
    (found.empty() ? accepted : refused) += 1;
    // A finding of ours may stand before the place that libyaml stumbles over.
    if (we_call_it_yaml == theirs.accepted || (!found.empty() && !theirs.accepted)) continue;
    if (!known_difference(text, rule, theirs).empty()) continue;
    ++differences;
    ADD_FAILURE() << shown(text)
                  << "\n  ours: " << (found.empty() ? "accepted" : std::string(rule) + " " + found.front().message)
                  << "\n  libyaml: " << (theirs.accepted ? "accepted" : theirs.problem);
  }
  // The texts are neither all nonsense nor all trivial.
  EXPECT_GT(accepted, 3'000);
  EXPECT_GT(refused, 3'000);
}

}  // namespace
}  // namespace skiff
