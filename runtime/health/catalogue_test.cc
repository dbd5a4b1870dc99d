#include "catalogue.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace skiff::health {
namespace {

TEST(HealthCatalogue, HasThresholdsOfModelsAndLevelsOfXids) {
  const Catalogue catalogue = built_in_catalogue();
  EXPECT_EQ(threshold(catalogue, "nvlinks"), 0);
  EXPECT_EQ(threshold(catalogue, "nvlinks", "NVIDIA H100 80GB HBM3"), 18);
  EXPECT_EQ(threshold(catalogue, "spaceWarn", "NVIDIA H100 80GB HBM3"), 20);
  EXPECT_EQ(xid_level(catalogue, 79), Level::critical);
  EXPECT_EQ(xid_level(catalogue, 13), Level::warn);
  EXPECT_EQ(xid_level(catalogue, 43), Level::ok);
  EXPECT_EQ(xid_level(catalogue, 9999), Level::critical);
  EXPECT_THROW(threshold(catalogue, "noSuchThing"), std::logic_error);
}

// A threshold of a model would never be read if there is no general threshold with this key.
TEST(HealthCatalogue, ModelsOverrideOnlyExistingThresholds) {
  const Catalogue catalogue = built_in_catalogue();
  for (const auto& [name, model] : catalogue.models)
    for (const auto& [key, value] : model.thresholds)
      EXPECT_TRUE(catalogue.thresholds.contains(key)) << name << key << value;
}

TEST(HealthCatalogue, SettingsOverrideSingleKeys) {
  Catalogue catalogue = built_in_catalogue();
  Catalogue over;
  over.thresholds["spaceWarn"] = 5;
  over.xids[13] = Level::critical;
  over.models["NVIDIA H200"].thresholds["nvlinks"] = 4;
  over.models["NVIDIA H200"].xids[79] = Level::warn;
  merge(catalogue, over);
  EXPECT_EQ(threshold(catalogue, "spaceWarn"), 5);
  EXPECT_EQ(threshold(catalogue, "nvlinks", "NVIDIA H200"), 4);
  EXPECT_EQ(threshold(catalogue, "nvlinkSpeed", "NVIDIA H200"), 26562);
  EXPECT_EQ(xid_level(catalogue, 13), Level::critical);
  EXPECT_EQ(xid_level(catalogue, 79, "NVIDIA H200"), Level::warn);
  EXPECT_EQ(xid_level(catalogue, 79), Level::critical);
}

}  // namespace
}  // namespace skiff::health
