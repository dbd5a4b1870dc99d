#include <algorithm>

#include "cli/catalogue.h"
#include "testing/examples.h"
#include "testing/manual.h"
#include "testing/repository.h"
#include "text/ascii.h"

namespace skiff::testing {
namespace {

/// The titles of the passes, by the first digit of their rules' ids.
constexpr std::pair<char, std::string_view> passes[] = {
    {'0', "Reading the YAML"},         {'1', "Checking against the schema"}, {'2', "Resolving names and defaults"},
    {'3', "Validating across fields"}, {'4', "Verifying the output"},        {'5', "Comparing with the older output"},
};

/// The expected messages for an invalid spec. "" if they contain characters that a page cannot show, such as control
/// characters.
std::string told(std::string_view example) {
  if (example.empty()) return "";
  const auto path = repository() / "golden" / "errors" / (std::string(example) + ".txt");
  const std::string text = file_text(path);
  const bool printable =
      std::all_of(text.begin(), text.end(), [](unsigned char c) { return c == '\n' || (c >= 0x20 && c < 0x7f); });
  return printable ? text : "";
}

}  // namespace

std::string rules_page() {
  std::string page =
      "# Rules\n\n"
      "Every diagnostic of skiff ends with the ID of its rule. `skiff explain SKF317` prints the same text as this page. "
      "IDs are\n"
      "stable: an ID never gets another meaning.\n\n"
      "<!-- Generated from the tables of the rules; a test compares this page with them. -->\n";
  char pass = 0;
  for (const Rule& rule : all_rules()) {
    if (rule.id[3] != pass) {
      pass = rule.id[3];
      const auto found =
          std::find_if(std::begin(passes), std::end(passes), [&](const auto& entry) { return entry.first == pass; });
      page += "\n## " + std::string(found->second) + " (SKF" + pass + "xx)\n";
    }
    page += "\n### <a id=\"" + to_lower(rule.id) + "\"></a>" + std::string(rule.id) + ": " + std::string(rule.title) +
            "\n\n";
    page += std::string(text_of(rule)) + "\n";
    if (const std::string text = told(rule.example); !text.empty())
      page += "\n[" + std::string(rule.example) + ".yaml](../golden/errors/" + std::string(rule.example) +
              ".yaml):\n\n```\n" + text + "```\n";
  }
  return page;
}

}  // namespace skiff::testing
