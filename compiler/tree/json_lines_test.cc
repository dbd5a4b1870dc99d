#include "tree/json_lines.h"

#include <gtest/gtest.h>

#include "tree/json.h"

namespace skiff {
namespace {

TEST(JsonLines, HaveTheTextOfTheJsonAndAnOriginEach) {
  const auto at = [](int line) { return Origin::fixed("file", static_cast<std::uint32_t>(line)); };
  Value value = Value::map(at(1));
  value.add("count", Value::integer(8, at(2)));
  Value list = Value::list({Value::string("a \"b\"", at(4)), Value()}, at(3));
  value.add("list", std::move(list));
  value.add("empty", Value::list({}, at(5)));
  OutputFile file{"x.json", {}, {}};
  append_json_lines(file, value);
  std::string whole;
  append_json(whole, value);
  EXPECT_EQ(file.text, whole + "\n");
  ASSERT_EQ(file.lines.size(), 7U);
  // The lines are `{`, `"count": 8,` and so on. A comma exists because of the value that follows it.
  const std::vector<std::vector<std::uint32_t>> expected = {{1}, {2, 3}, {3}, {4}, {3, 5}, {5}, {1}};
  for (std::size_t i = 0; i < file.lines.size(); ++i) {
    std::vector<std::uint32_t> lines;
    for (const Source& source : file.lines[i].sources()) lines.push_back(source.line);
    EXPECT_EQ(lines, expected[i]) << i;
  }
}

}  // namespace
}  // namespace skiff
