#include "diag/render.h"

#include <gtest/gtest.h>

namespace skiff {
namespace {

const std::string source =
    "kind: SlurmCluster\n"
    "spec:\n"
    "  gpus: {type: h1OO, count: 8}\n"
    "  name: \xC3\xBC, twice\n"
    "  name: a: 100%\n";

Span span_of(std::string_view part) {
  const auto at = static_cast<std::uint32_t>(source.find(part));
  return {at, at + static_cast<std::uint32_t>(part.size())};
}

Diagnostics findings() {
  return {
      {.rule = "SKF021", .message = "about the whole file"},
      {.rule = "SKF105",
       .problem = Problem::unsupported,
       .span = span_of("h1OO"),
       .value = "\"h1OO\"",
       .message = "supported values: \"h100\"; did you mean \"h100\"?",
       .path = "spec.gpus.type"},
      {.rule = "SKF007",
       .severity = Severity::warning,
       .span = span_of("twice"),
       .message = "50%, \"quoted\"",
       .notes = {{span_of("name"), "the first one is here"}},
       .path = "spec.name"},
  };
}

std::string rendered(DiagnosticsFormat format, const Diagnostics& diagnostics, bool color = false) {
  return render(format, source, diagnostics, {.file = "a b.yaml", .color = color});
}

TEST(Render, Text) {
  EXPECT_EQ(rendered(DiagnosticsFormat::text, findings()),
            "a b.yaml: error: about the whole file [SKF021]\n"
            "a b.yaml:3:16: error: spec.gpus.type: Unsupported value: \"h1OO\": supported values: \"h100\"; "
            "did you mean \"h100\"? [SKF105]\n"
            "   3 |   gpus: {type: h1OO, count: 8}\n"
            "     |                ^~~~\n"
            "a b.yaml:4:12: warning: spec.name: 50%, \"quoted\" [SKF007]\n"
            "   4 |   name: \xC3\xBC, twice\n"
            "     |            ^~~~~\n"
            "a b.yaml:4:3: note: the first one is here\n"
            "   4 |   name: \xC3\xBC, twice\n"
            "     |   ^~~~\n");
}

TEST(Render, TextInColor) {
  Diagnostics one = findings();
  one.erase(one.begin());
  one.resize(1);
  EXPECT_EQ(rendered(DiagnosticsFormat::text, one, true),
            "\033[1ma b.yaml:3:16:\033[0m \033[1;31merror:\033[0m spec.gpus.type: Unsupported value: \"h1OO\": "
            "supported values: "
            "\"h100\"; did you mean \"h100\"? [SKF105]\n"
            "   3 |   gpus: {type: h1OO, count: 8}\n"
            "     |                \033[32m^~~~\033[0m\n");
}

TEST(Render, TextUnderlinesTheFirstLineOnly) {
  Diagnostics one = {{.rule = "SKF018", .span = {span_of("gpus").begin, span_of("twice").end}, .message = "m"}};
  EXPECT_EQ(rendered(DiagnosticsFormat::text, one),
            "a b.yaml:3:3: error: m [SKF018]\n"
            "   3 |   gpus: {type: h1OO, count: 8}\n"
            "     |   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~\n");
}

TEST(Render, TextCutsLongLinesAroundTheCaret) {
  const std::string line = "a: [" + std::string(200, 'x') + ", HERE, " + std::string(200, 'y') + "]\n";
  const auto at = static_cast<std::uint32_t>(line.find("HERE"));
  const Diagnostics one = {{.rule = "SKF018", .span = {at, at + 4}, .message = "m"}};
  EXPECT_EQ(render(DiagnosticsFormat::text, line, one, {.file = "f"}),
            "f:1:207: error: m [SKF018]\n"
            "   1 | ..." +
                std::string(23, 'x') + ", HERE, " + std::string(69, 'y') +
                "...\n"
                "     |    " +
                std::string(25, ' ') + "^~~~\n");
}

TEST(Render, TextReplacesUnsafeCharacters) {
  const std::string line =
      "a: \x1B[2J\xFF\t\xE2\x80\xAE"
      "b\n";
  const Diagnostics one = {{.rule = "SKF002", .span = {3, 4}, .message = "m"}};
  EXPECT_EQ(render(DiagnosticsFormat::text, line, one, {.file = "f"}),
            "f:1:4: error: m [SKF002]\n"
            "   1 | a: \xEF\xBF\xBD[2J\xEF\xBF\xBD \xEF\xBF\xBD"
            "b\n"
            "     |    ^\n");
}

TEST(Render, ProblemsAreWordedAsInKubernetes) {
  Diagnostics all;
  for (const Problem problem : {Problem::required, Problem::invalid, Problem::unsupported, Problem::duplicate,
                                Problem::not_found, Problem::forbidden}) {
    all.push_back({.rule = "SKF100", .problem = problem, .value = "\"v\"", .message = "why", .path = "p"});
  }
  all.push_back({.rule = "SKF100", .problem = Problem::required, .path = "p.q"});
  EXPECT_EQ(rendered(DiagnosticsFormat::text, all),
            "a b.yaml: error: p: Required value: why [SKF100]\n"
            "a b.yaml: error: p: Invalid value: \"v\": why [SKF100]\n"
            "a b.yaml: error: p: Unsupported value: \"v\": why [SKF100]\n"
            "a b.yaml: error: p: Duplicate value: \"v\": why [SKF100]\n"
            "a b.yaml: error: p: Not found: \"v\": why [SKF100]\n"
            "a b.yaml: error: p: Forbidden: why [SKF100]\n"
            "a b.yaml: error: p.q: Required value [SKF100]\n");
}

TEST(Render, Json) {
  EXPECT_EQ(rendered(DiagnosticsFormat::json, findings()), R"({
  "errors": 2,
  "warnings": 1,
  "diagnostics": [
    {
      "rule": "SKF021",
      "severity": "error",
      "file": "a b.yaml",
      "path": "",
      "message": "about the whole file",
      "text": "about the whole file"
    },
    {
      "rule": "SKF105",
      "severity": "error",
      "file": "a b.yaml",
      "line": 3,
      "column": 16,
      "endLine": 3,
      "endColumn": 20,
      "path": "spec.gpus.type",
      "problem": "Unsupported value",
      "value": "\"h1OO\"",
      "message": "supported values: \"h100\"; did you mean \"h100\"?",
      "text": "spec.gpus.type: Unsupported value: \"h1OO\": supported values: \"h100\"; did you mean \"h100\"?"
    },
    {
      "rule": "SKF007",
      "severity": "warning",
      "file": "a b.yaml",
      "line": 4,
      "column": 12,
      "endLine": 4,
      "endColumn": 17,
      "path": "spec.name",
      "message": "50%, \"quoted\"",
      "text": "spec.name: 50%, \"quoted\"",
      "notes": [
        {
          "line": 4,
          "column": 3,
          "endLine": 4,
          "endColumn": 7,
          "message": "the first one is here"
        }
      ]
    }
  ]
}
)");
}

TEST(Render, Sarif) {
  EXPECT_EQ(rendered(DiagnosticsFormat::sarif, findings()), R"({
  "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
  "version": "2.1.0",
  "runs": [
    {
      "tool": {
        "driver": {
          "name": "skiff",
          "rules": [
            {
              "id": "SKF007",
              "helpUri": "docs/rules.md#skf007"
            },
            {
              "id": "SKF021",
              "helpUri": "docs/rules.md#skf021"
            },
            {
              "id": "SKF105",
              "helpUri": "docs/rules.md#skf105"
            }
          ]
        }
      },
      "columnKind": "unicodeCodePoints",
      "results": [
        {
          "ruleId": "SKF021",
          "ruleIndex": 1,
          "level": "error",
          "message": {
            "text": "about the whole file"
          },
          "locations": [
            {
              "physicalLocation": {
                "artifactLocation": {
                  "uri": "a%20b.yaml"
                }
              }
            }
          ],
          "partialFingerprints": {
            "skiffRuleAndPath/v1": "SKF021:"
          }
        },
        {
          "ruleId": "SKF105",
          "ruleIndex": 2,
          "level": "error",
          "message": {
            "text": "spec.gpus.type: Unsupported value: \"h1OO\": supported values: \"h100\"; did you mean \"h100\"?"
          },
          "locations": [
            {
              "physicalLocation": {
                "artifactLocation": {
                  "uri": "a%20b.yaml"
                },
                "region": {
                  "startLine": 3,
                  "startColumn": 16,
                  "endLine": 3,
                  "endColumn": 20
                }
              },
              "logicalLocations": [
                {
                  "fullyQualifiedName": "spec.gpus.type"
                }
              ]
            }
          ],
          "partialFingerprints": {
            "skiffRuleAndPath/v1": "SKF105:spec.gpus.type"
          }
        },
        {
          "ruleId": "SKF007",
          "ruleIndex": 0,
          "level": "warning",
          "message": {
            "text": "spec.name: 50%, \"quoted\""
          },
          "locations": [
            {
              "physicalLocation": {
                "artifactLocation": {
                  "uri": "a%20b.yaml"
                },
                "region": {
                  "startLine": 4,
                  "startColumn": 12,
                  "endLine": 4,
                  "endColumn": 17
                }
              },
              "logicalLocations": [
                {
                  "fullyQualifiedName": "spec.name"
                }
              ]
            }
          ],
          "partialFingerprints": {
            "skiffRuleAndPath/v1": "SKF007:spec.name"
          },
          "relatedLocations": [
            {
              "physicalLocation": {
                "artifactLocation": {
                  "uri": "a%20b.yaml"
                },
                "region": {
                  "startLine": 4,
                  "startColumn": 3,
                  "endLine": 4,
                  "endColumn": 7
                }
              },
              "message": {
                "text": "the first one is here"
              }
            }
          ]
        }
      ]
    }
  ]
}
)");
}

TEST(Render, Github) {
  EXPECT_EQ(render(DiagnosticsFormat::github, source, findings(), {.file = "a,b:c.yaml"}),
            "::error file=a%2Cb%3Ac.yaml,title=SKF021::about the whole file\n"
            "::error file=a%2Cb%3Ac.yaml,line=3,endLine=3,col=16,endColumn=19,title=SKF105::spec.gpus.type: "
            "Unsupported value: "
            "\"h1OO\": supported values: \"h100\"; did you mean \"h100\"?\n"
            "::warning file=a%2Cb%3Ac.yaml,line=4,endLine=4,col=12,endColumn=16,title=SKF007::spec.name: 50%25, "
            "\"quoted\"%0Aline 4: the first one is here\n");
}

TEST(Render, NoDiagnostics) {
  EXPECT_EQ(rendered(DiagnosticsFormat::text, {}), "");
  EXPECT_EQ(rendered(DiagnosticsFormat::github, {}), "");
  EXPECT_EQ(rendered(DiagnosticsFormat::json, {}),
            "{\n  \"errors\": 0,\n  \"warnings\": 0,\n  \"diagnostics\": []\n}\n");
  EXPECT_NE(rendered(DiagnosticsFormat::sarif, {}).find("\"results\": []"), std::string::npos);
}

TEST(Diagnostics, HaveErrorsIfNotAllAreWarnings) {
  EXPECT_FALSE(has_errors({}));
  EXPECT_FALSE(has_errors({{.severity = Severity::warning}}));
  EXPECT_TRUE(has_errors({{.severity = Severity::warning}, {.severity = Severity::error}}));
}

}  // namespace
}  // namespace skiff
