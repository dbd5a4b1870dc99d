#include "tree/value.h"

#include <gtest/gtest.h>

namespace skiff {
namespace {

Origin at(std::uint32_t begin) { return Origin::spec({begin, begin + 1}); }

std::vector<std::uint32_t> begins(const Origin& origin) {
  std::vector<std::uint32_t> found;
  for (const Source& source : origin.sources()) found.push_back(source.span.begin);
  return found;
}

TEST(Value, KeepsTheOrderOfMembersAndOmitsNoneValues) {
  Value map = Value::map();
  map.add("b", Tracked<int>{2, at(2)}).add("gone", Value{}).add("a", Tracked<std::string>{"x", at(1)});
  ASSERT_EQ(map.members.size(), 2u);
  EXPECT_EQ(map.members[0].key, "b");
  EXPECT_EQ(map.members[0].value.number, 2);
  EXPECT_EQ(map.members[1].key, "a");
  EXPECT_EQ(begins(map.members[1].value.origin), std::vector<std::uint32_t>{1});
}

TEST(Value, CopiesShareDataUntilOneIsChanged) {
  Value first = Value::map().add("labels", Value::map().add("a", Value::string(std::string("one"), at(1))));
  Value second = first;
  EXPECT_EQ(first.members.identity(), second.members.identity());
  EXPECT_EQ(first.members.identity(3), nullptr);
  *second.find("labels")->find("a") = Value::string("two", at(2));
  add_origin(second, at(3));
  EXPECT_EQ(first.members.identity(), nullptr);
  EXPECT_EQ(first.at({"labels", "a"})->text, "one");
  EXPECT_EQ(begins(first.at({"labels", "a"})->origin), std::vector<std::uint32_t>{1});
  EXPECT_EQ(second.at({"labels", "a"})->text, "two");
}

TEST(Value, FindsAValueByItsKeys) {
  Value root = Value::map();
  root.add("spec", Value::map().add("template", Value::map().add("on", Tracked<bool>{true, {}})));
  ASSERT_NE(root.at({"spec", "template", "on"}), nullptr);
  EXPECT_EQ(root.at({"spec", "template", "on"})->kind, Value::Kind::boolean);
  EXPECT_EQ(root.at({"spec", "missing", "on"}), nullptr);
  EXPECT_EQ(root.at({"spec", "template", "on", "deeper"}), nullptr);
}

TEST(Value, BecauseAddsAnOriginToEveryNode) {
  Value list = Value::list({Value::map().add("key", Tracked<int>{1, at(1)})}, at(2));
  add_origin(list, at(3));
  EXPECT_EQ(begins(list.origin), (std::vector<std::uint32_t>{2, 3}));
  EXPECT_EQ(begins(list.items[0].origin), (std::vector<std::uint32_t>{3}));
  EXPECT_EQ(begins(list.items[0].members[0].value.origin), (std::vector<std::uint32_t>{1, 3}));
}

}  // namespace
}  // namespace skiff
