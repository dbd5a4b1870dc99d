#include "change/compare.h"

#include <gtest/gtest.h>

#include "read/values.h"

namespace skiff::change {
namespace {

/// `PATH: BEFORE -> AFTER`, one line for each difference. `+` and `-`: a side has no such field.
std::string told(const std::string& before, const std::string& after) {
  const ReadValues old_values = read_values(before), new_values = read_values(after);
  std::string text;
  for (const Difference& one : differences(old_values.documents.at(0), new_values.documents.at(0))) {
    text += one.path + ": " + (one.before ? shown(*one.before) : "+") + " -> " + (one.after ? shown(*one.after) : "-");
    text += '\n';
  }
  return text;
}

TEST(Compare, IgnoresTheOrderOfFields) { EXPECT_EQ(told("{a: 1, b: [x]}", "{b: [x], a: 1}"), ""); }

TEST(Compare, NamesFieldsThatChangedCameAndWent) {
  EXPECT_EQ(told("{spec: {a: 1, b: 2}}", "{spec: {a: 3, c: {d: [1, x]}}}"),
            "spec.a: 1 -> 3\nspec.c: + -> {d: [1, x]}\nspec.b: 2 -> -\n");
  EXPECT_EQ(told("{a: {skiff/x: y}}", "{a: {skiff/x: z}}"), "a[\"skiff/x\"]: y -> z\n");
}

TEST(Compare, TextIsNotANumber) { EXPECT_EQ(told("{a: \"1\"}", "{a: 1}"), "a: 1 -> 1\n"); }

TEST(Compare, PairsItemsByTheirNames) {
  EXPECT_EQ(told("{c: [{name: a, v: 1}, {name: b, v: 1}]}", "{c: [{name: x, v: 0}, {name: a, v: 1}, {name: b, v: 2}]}"),
            "c[x]: + -> {name: x, v: 0}\nc[b].v: 1 -> 2\n");
  EXPECT_EQ(told("{m: [{name: a, mountPath: /x, r: 1}, {name: a, mountPath: /y}]}",
                 "{m: [{name: a, mountPath: /y}, {name: a, mountPath: /z}]}"),
            "m[/z]: + -> {name: a, mountPath: /z}\nm[/x]: {name: a, mountPath: /x, r: 1} -> -\n");
  EXPECT_EQ(told("{t: [{metadata: {name: s}, v: 1}]}", "{t: [{metadata: {name: s}, v: 2}]}"), "t[s].v: 1 -> 2\n");
}

// Init containers run in their order.
TEST(Compare, SeesAnotherOrderOfItems) {
  EXPECT_EQ(told("{c: [{name: a}, {name: b}]}", "{c: [{name: b}, {name: a}]}"),
            "c: [{name: a}, {name: b}] -> [{name: b}, {name: a}]\n");
}

TEST(Compare, PairsOtherItemsByTheirPlaces) {
  EXPECT_EQ(told("{c: [a, b]}", "{c: [a, x]}"), "c[1]: b -> x\n");
  EXPECT_EQ(told("{c: [a, b]}", "{c: [a]}"), "c: [a, b] -> [a]\n");
}

TEST(Shown, CutsLongValuesBetweenCharacters) {
  std::string text = "{a: ";
  for (int i = 0; i < 100; ++i) text += "ü";
  const std::string line = shown(read_values(text + "}").documents.at(0));
  EXPECT_TRUE(line.ends_with("ü…")) << line;
  EXPECT_LT(line.size(), 110u);
}

}  // namespace
}  // namespace skiff::change
