#include "sidecar/topology_file.h"

#include <gtest/gtest.h>

#include "sidecar/testing/nodes.h"

namespace skiff::sidecar {
namespace {

const std::string file = R"(# The network topology. Made by skiff from the spec: edit the spec, not this file.
- topology: default
  cluster_default: true
  tree:
    switches:
      - switch: spine
        children: leaf-1,leaf-2
      - switch: leaf-1
      - switch: leaf-2
        nodes: e-[0-1]
- topology: gpu
  cluster_default: false
  block:
    block_sizes:
      - 2
    blocks:
      - block: "1"
)";

/// The nodes of these that the file contradicts, separated by commas.
std::string contradicting(const std::optional<std::string>& text, const std::string& name,
                          const std::string& topology) {
  std::string line = shown(name, "IDLE");
  if (!topology.empty()) line.insert(line.size() - 1, " Topology=" + topology);
  std::string found;
  for (const auto& each : contradicting_places(text, parse_nodes(line))) found += each;
  return found;
}

TEST(TopologyFile, ContradictsPlacesThatItDoesNotHave) {
  for (const char* good : {"", "default:leaf-1", "default:spine:leaf-1", "gpu:1", "default:leaf-2,gpu:1"})
    EXPECT_EQ(contradicting(file, "g-0", good), "") << good;
  for (const char* bad : {"default:leaf-3", "other:leaf-1", "gpu:leaf-1", "default:leaf-1,gpu:2", "default"})
    EXPECT_EQ(contradicting(file, "g-0", bad), "g-0") << bad;
}

// For slurmctld, the place of the record counts more than that of the file.
TEST(TopologyFile, ContradictsPlacesOfTheNodesThatItLists) {
  EXPECT_EQ(contradicting(file, "e-1", "default:leaf-1"), "e-1");
  EXPECT_EQ(contradicting(file, "e-1", ""), "");
}

TEST(TopologyFile, ContradictsAllPlacesIfThereIsNone) {
  EXPECT_EQ(contradicting(std::nullopt, "g-0", "default:leaf-1"), "g-0");
}

TEST(TopologyFile, AllowsThePlacesThatItHas) {
  const Topology settings{"default", "l", {"leaf-1", "leaf-3"}, {"g-0", "e-0"}};
  const Topology allowed = allowed_by(file, settings);
  EXPECT_EQ(allowed.units, (std::set<std::string>{"leaf-1"}));
  EXPECT_EQ(allowed.nodes, (std::set<std::string>{"g-0"}));
  EXPECT_TRUE(allowed_by(std::nullopt, settings).units.empty());
}

TEST(TopologyFile, OfASiteContradictsNothing) {
  EXPECT_EQ(contradicting("- topology: default\n", "g-0", "default:leaf-1"), "");
}

}  // namespace
}  // namespace skiff::sidecar
