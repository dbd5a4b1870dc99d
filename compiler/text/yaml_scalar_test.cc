#include "text/yaml_scalar.h"

#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <stdexcept>

namespace skiff {
namespace {

TEST(YamlScalar, StaysPlainOnlyIfEveryReaderSeesAString) {
  for (const char* plain : {"slurm",
                            "registry.example.com/skiff/slurmd:24.11-1",
                            "/etc/slurm",
                            "-D",
                            "--conf-server",
                            "$(POD_NAME)",
                            "10m",
                            "16Gi",
                            "2Ti",
                            "30s",
                            "a, b",
                            "h100-[0-3]",
                            "it's",
                            "say \"x\"",
                            "a#b",
                            "a:b",
                            "_x",
                            "yess",
                            "nullable",
                            "default:8080",
                            "-y",
                            "A_B"}) {
    EXPECT_EQ(yaml_scalar(plain), plain);
  }
  for (const char* quoted : {"y",
                             "Y",
                             "n",
                             "N",
                             "yes",
                             "Yes",
                             "YES",
                             "no",
                             "No",
                             "on",
                             "On",
                             "OFF",
                             "off",
                             "true",
                             "True",
                             "TRUE",
                             "false",
                             "null",
                             "Null",
                             "NULL",
                             "~",
                             "123",
                             "-1",
                             "+1",
                             "1_000",
                             "0x1F",
                             "0o17",
                             "017",
                             "0b11",
                             "1e3",
                             "1E+3",
                             "12e03",
                             ".inf",
                             "-.inf",
                             ".NaN",
                             ".5",
                             "5.",
                             "1.5",
                             "1.2.3",
                             "10.0.0.1",
                             "2024-01-01",
                             "2001-12-14t21:59:43z",
                             "2001-12-14T21:59:43.10-05:00",
                             "12:30:45",
                             "190:20:30.15",
                             "7-00:00:00",
                             "=",
                             "<<",
                             "---",
                             "...",
                             "--- a",
                             " a",
                             "a ",
                             "a: b",
                             "a:",
                             "a #b",
                             "#a",
                             "-",
                             "--",
                             "- a",
                             "-1a",
                             "? a",
                             ": a",
                             ":a",
                             "?",
                             "!tag",
                             "&a",
                             "*a",
                             "|",
                             ">",
                             "%a",
                             "@a",
                             "`a",
                             "[a]",
                             "{a}",
                             "]",
                             "}",
                             ",",
                             "'a'",
                             "\"a\"",
                             "",
                             " ",
                             "24.11",
                             "1_000.5"}) {
    EXPECT_EQ(yaml_scalar(quoted).front(), '"') << quoted;
    EXPECT_EQ(YAML::Load(yaml_scalar(quoted)).as<std::string>(), quoted);
  }
}

TEST(YamlScalar, EscapesUnprintableCharactersAndRefusesInvalidUtf8) {
  EXPECT_EQ(yaml_scalar("a\tb\\\"\n"), "\"a\\tb\\\\\\\"\\n\"");
  EXPECT_EQ(yaml_scalar("\r\x1b\x7f"), "\"\\x0d\\x1b\\x7f\"");
  EXPECT_EQ(yaml_scalar("é\xc2\x85\xe2\x80\xa8\xef\xbb\xbf😀"), "\"é\\x85\\u2028\\ufeff😀\"");
  for (const char* bad : {"\xff", "\xc0\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "a\xe2\x82"}) {
    EXPECT_THROW(yaml_scalar(bad), std::logic_error);
  }
}

}  // namespace
}  // namespace skiff
