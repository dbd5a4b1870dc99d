#include "change/immutable.h"

#include <gtest/gtest.h>

#include "read/values.h"

namespace skiff::change {
namespace {

using Effect = ImmutableRow::Effect;

/// The effect of the only difference between two objects; nullopt if no row covers it.
std::optional<Effect> effect(std::string_view kind, const std::string& before, const std::string& after,
                             Version kubernetes = {1, 33}) {
  const ReadValues old_values = read_values(before), new_values = read_values(after);
  const std::vector<Difference> found = differences(old_values.documents.at(0), new_values.documents.at(0));
  EXPECT_EQ(found.size(), 1u);
  const ImmutableRow* row = immutable_row(kind, found.at(0), kubernetes);
  return row ? std::optional(row->effect) : std::nullopt;
}

TEST(Immutable, TheLongestFieldDecides) {
  EXPECT_EQ(effect("StatefulSet", "{spec: {serviceName: a}}", "{spec: {serviceName: b}}"), Effect::refused);
  EXPECT_EQ(effect("StatefulSet", "{spec: {template: {spec: {x: 1}}}}", "{spec: {template: {spec: {x: 2}}}}"),
            Effect::pods);
}

TEST(Immutable, AFieldIsNoPrefixOfAnotherName) {
  EXPECT_EQ(effect("Deployment", "{spec: {templateX: 1}}", "{spec: {templateX: 2}}"), std::nullopt);
}

TEST(Immutable, TheReleaseDecides) {
  const auto at = [](int minor) {
    return effect("StatefulSet", "{spec: {revisionHistoryLimit: 1}}", "{spec: {revisionHistoryLimit: 2}}", {1, minor});
  };
  EXPECT_EQ(at(32), Effect::refused);
  EXPECT_EQ(at(33), Effect::live);
}

TEST(Immutable, QuantitiesGrowAndShrink) {
  const auto claim = [](const std::string& before, const std::string& after) {
    return effect("PersistentVolumeClaim", "{spec: {resources: {requests: {storage: " + before + "}}}}",
                  "{spec: {resources: {requests: {storage: " + after + "}}}}");
  };
  EXPECT_EQ(claim("900Mi", "1Gi"), Effect::expand);
  EXPECT_EQ(claim("1Gi", "900Mi"), Effect::refused);
  EXPECT_EQ(effect("StatefulSet", "{spec: {replicas: 3}}", "{spec: {replicas: 2}}"), Effect::fewer_pods);
  EXPECT_EQ(effect("StatefulSet", "{spec: {replicas: 2}}", "{spec: {replicas: 10}}"), Effect::live);
}

TEST(Immutable, TheKindOfChangeDecides) {
  EXPECT_EQ(effect("PersistentVolumeClaim", "{spec: {a: b}}", "{spec: {a: b, storageClassName: x}}"), Effect::unknown);
  EXPECT_EQ(effect("PersistentVolumeClaim", "{spec: {storageClassName: y}}", "{spec: {storageClassName: x}}"),
            Effect::refused);
}

TEST(Immutable, WhatNoRowCoversIsNotHarmless) {
  EXPECT_EQ(effect("Service", "{spec: {strange: 1}}", "{spec: {strange: 2}}"), std::nullopt);
  EXPECT_EQ(effect("Unheard", "{spec: {x: 1}}", "{spec: {x: 2}}"), std::nullopt);
  EXPECT_EQ(effect("Unheard", "{metadata: {labels: {x: a}}}", "{metadata: {labels: {x: b}}}"), Effect::live);
}

}  // namespace
}  // namespace skiff::change
