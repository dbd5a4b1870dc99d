#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "common/testing/tree.h"
#include "node.h"
#include "testing/paths.h"

namespace skiff::health {

/// A node with its files in a temporary tree and its GPUs in a scenario: eight healthy H100 if the settings expect
/// GPUs.
struct CheckTest : testing::Test {
  CheckTest() {
    node.root = tree.root;
    node.name = "n0";
    node.now = 1000000;
    node.settings.catalogue = built_in_catalogue();
    gpus("");
  }
  void expect_gpus(std::int64_t count = 8, const std::string& type = "h100") {
    node.settings.gpus = Settings::Gpus{.count = count, .type = type, .imex = false, .nvml = fake_nvml_library()};
  }
  /// Changes the scenario and opens NVML again.
  void gpus(const std::string& scenario) {
    tree.write("/scenario", scenario);
    setenv("FAKE_NVML_SCENARIO", (tree.root + "/scenario").c_str(), 1);
    node.gpus.reset();
  }
  /// Runs a check and keeps what it remembers for the next time.
  Verdict again(Verdict (*check)(const Node&), const std::string& id) {
    Verdict verdict = check(node);
    if (verdict && verdict->memory) node.memory[id] = *verdict->memory;
    return verdict;
  }

  Tree tree;
  Node node;
};

/// The level and the detail, or `does not apply`.
inline std::string said(const Verdict& verdict) {
  if (!verdict) return "does not apply";
  return std::string(name_of(verdict->level)) + ": " + verdict->detail;
}

}  // namespace skiff::health
