#include <algorithm>

#include "cli/catalogue.h"
#include "testing/examples.h"
#include "testing/manual.h"
#include "testing/repository.h"
#include "text/ascii.h"

namespace skiff::testing {
namespace {

/// The passes by the hundreds of their rules' ids.
constexpr std::pair<char, std::string_view> passes[] = {
    {'0', "Reading the YAML"},      {'1', "Checking against the schema"}, {'2', "Resolving names and defaults"},
    {'3', "Judging across fields"}, {'4', "Verifying the output"},
};

/// What a pinned bad spec is told; "" where it holds what a page can't show, such as a control character.
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
      "Every finding of skiff ends with the id of its rule. `skiff explain SKF317` prints the same text as this page. "
      "Ids are\n"
      "stable: an id never gets another meaning.\n\n"
      "<!-- Made from the rules' own tables; a test holds this page against them. -->\n";
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
