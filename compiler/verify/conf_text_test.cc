#include "verify/conf_text.h"

#include <gtest/gtest.h>

namespace skiff {
namespace {

// The lines as `key|value` pairs separated by spaces, one per line, followed by the errors.
std::string read(std::string_view text) {
  std::string out;
  const ParsedConf conf = parse_conf(text);
  for (const ParsedLine& line : conf.lines) {
    out += std::to_string(line.number) + ':';
    for (const auto& [key, value] : line.parameters) out += ' ' + std::string(key) + '|' + std::string(value);
    out += '\n';
  }
  for (const auto& [number, message] : conf.errors) out += "error " + std::to_string(number) + ": " + message + '\n';
  return out;
}

TEST(ConfText, Lines) {
  EXPECT_EQ(read("# c\n\nA=1\r\n  B = 2 \nNodeName=x-[0-3] CPUs=4\n"), "3: A|1\n4: B|2\n5: NodeName|x-[0-3] CPUs|4\n");
  EXPECT_EQ(read("A=1"), "1: A|1\n") << "without a line end";
  EXPECT_EQ(read("A+=1\n"), "1: A|1\n");
}

TEST(ConfText, Quotes) {
  EXPECT_EQ(read("A=\"x y\" B=\"\"\n"), "1: A|x y B|\n");
  EXPECT_EQ(read("A=\"x\"y\n"), "1: A|\"x\"y\n") << "quotes that do not wrap the value belong to it";
  EXPECT_EQ(read("A=\"x\n"), "1: A|\"x\n");
}

TEST(ConfText, CommentsAndEscapes) {
  EXPECT_EQ(read("A=1#2\n"), "1: A|1\n");
  EXPECT_EQ(read("A=\"1#2\"\n"), "1: A|\"1\n") << "a comment begins even inside quotes";
  EXPECT_EQ(read("A=1\\#2\n"), "1: A|1#2\n");
  EXPECT_EQ(read("A=a\\\\b\n"), "1: A|a\\b\n");
  EXPECT_EQ(read("A=1 \\\nB=2\nC=3\n"), "1: A|1 B|2\n3: C|3\n");
}

TEST(ConfText, Errors) {
  EXPECT_EQ(read("A=\nB=1\n"), "2: B|1\nerror 1: A has no value\n");
  EXPECT_EQ(read("hello\n"), "error 1: cannot be parsed from \"hello\" on\n");
  EXPECT_EQ(read("\x01\x7f\t!\n"), "error 1: cannot be parsed from \"\\x01\\x7f\\t!\" on\n");
  EXPECT_EQ(read("A=1 b\n"), "1: A|1\nerror 1: cannot be parsed from \"b\" on\n");
}

}  // namespace
}  // namespace skiff
