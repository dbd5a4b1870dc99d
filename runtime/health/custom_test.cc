#include "custom.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "testing/fixture.h"

namespace skiff::health {
namespace {

struct CustomTest : CheckTest {
  CustomTest() {
    node.settings.custom =
        Settings::Custom{.folder = tree.root + "/health.d", .timeout = 1, .contexts = {"periodic", "prolog"}};
    tree.folder("/health.d");
  }
  void program(const std::string& name, const std::string& script, mode_t mode = 0755) {
    tree.write("/health.d/" + name, "#!/bin/sh\n" + script + "\n");
    chmod((tree.root + "/health.d/" + name).c_str(), mode);
  }
  std::string only() {
    const auto tasks = custom_tasks(node.settings);
    return tasks.size() == 1 ? said(tasks[0].run(node)) : std::to_string(tasks.size()) + " tasks";
  }
};

TEST_F(CustomTest, ExitCodesAreLevels) {
  for (const auto& [code, level] : {std::pair{0, "ok"}, {1, "warn"}, {2, "critical"}, {3, "unknown"}}) {
    program("one", "echo 'disk 3 is slow'; echo more; exit " + std::to_string(code));
    EXPECT_EQ(only(), std::string(level) + ": disk 3 is slow");
  }
}

TEST_F(CustomTest, OtherExitCodesSignalsAndTimeoutsAreUnknown) {
  program("one", "echo oh >&2; exit 4");
  EXPECT_EQ(only(), "unknown: exit code 4: oh");
  program("one", "kill -KILL $$");
  EXPECT_EQ(only(), "unknown: killed by signal 9");
  program("one", "sleep 30");
  EXPECT_EQ(only(), "unknown: no answer within 1000 ms");
}

TEST_F(CustomTest, TheEnvironmentHasContextNodeAndJobButNoOtherVariables) {
  node.as = prolog;
  node.environment = {{"SLURM_JOB_ID", "12"}, {"SECRET", "x"}};
  program("one", "echo \"$SKIFF_HEALTH_AS $SKIFF_HEALTH_NODE $SLURM_JOB_ID ${SECRET-none}\"");
  EXPECT_EQ(only(), "ok: prolog n0 12 none");
}

TEST_F(CustomTest, ListsOnlyExecutablesInOrder) {
  program("b", "");
  program("a", "");
  program("readme", "", 0644);
  program(".hidden", "");
  tree.folder("/health.d/folder");
  const auto tasks = custom_tasks(node.settings);
  ASSERT_EQ(tasks.size(), 2U);
  EXPECT_EQ(tasks[0].id, "custom:a");
  EXPECT_EQ(tasks[0].contexts, static_cast<unsigned>(periodic | prolog));
}

TEST_F(CustomTest, AProgramThatOthersCanWriteIsNotRun) {
  program("one", "exit 2", 0777);
  EXPECT_TRUE(only().ends_with("/one is not run: it is writable by other users"));
}

}  // namespace
}  // namespace skiff::health
