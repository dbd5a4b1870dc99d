#include "list.h"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>

namespace skiff::health {
namespace {

const Task& find(const std::vector<Task>& tasks, const std::string& id) {
  for (const Task& task : tasks)
    if (task.id == id) return task;
  throw std::logic_error(id);
}

TEST(HealthList, IdsAreUniqueAndEachTaskIsComplete) {
  Settings settings;
  settings.mounts = {{.path = "/data"}, {.path = "/scratch"}};
  settings.space = {"/data", "/data/sub", "/var"};
  settings.jail = Settings::Jail{"/mnt/jail", "", ""};
  std::set<std::string> ids;
  for (const Task& task : all_tasks(settings)) {
    EXPECT_TRUE(ids.insert(task.id).second) << task.id;
    EXPECT_TRUE(task.run && task.contexts && !task.worker.empty()) << task.id;
  }
  // 36 checks with one mount and one path. These settings have two mounts and three paths.
  EXPECT_EQ(ids.size(), 36U + 1 + 2);
}

TEST(HealthList, PathsOnAMountShareItsWorker) {
  Settings settings;
  settings.mounts = {{.path = "/"}, {.path = "/data"}};
  settings.space = {"/data/sub", "/database"};
  const auto tasks = all_tasks(settings);
  EXPECT_EQ(find(tasks, "space:/data/sub").worker, find(tasks, "mount:/data").worker);
  EXPECT_EQ(find(tasks, "space:/database").worker, find(tasks, "mount:/").worker);
}

TEST(HealthList, DisabledChecksAreNotListed) {
  Settings settings;
  settings.mounts = {{.path = "/data"}, {.path = "/scratch"}};
  settings.disabled = {"mount:/data", "clock"};
  const auto tasks = all_tasks(settings);
  EXPECT_THROW(find(tasks, "mount:/data"), std::logic_error);
  EXPECT_THROW(find(tasks, "clock"), std::logic_error);
  EXPECT_EQ(find(tasks, "mount:/scratch").on_hang, Level::critical);
}

// skiff, which writes the settings, knows the checks from the catalogue.
TEST(HealthList, TheCatalogueNamesExactlyTheExistingChecks) {
  std::set<std::string, std::less<>> ids = {"mount", "space", "jail", "custom"};
  for (const Task& task : all_tasks({})) ids.insert(task.id);
  EXPECT_EQ(built_in_catalogue().checks, ids);
}

TEST(HealthList, UnknownCheckIdsAreRejected) {
  Settings settings;
  settings.catalogue = built_in_catalogue();
  settings.disabled = {"mount:/data", "custom:mine", "gpu-xid"};
  EXPECT_NO_THROW(check_ids(settings));
  settings.disabled = {"gpu-xids"};
  EXPECT_THROW(check_ids(settings), std::runtime_error);
  settings.disabled.clear();
  settings.levels["clocks"] = {};
  EXPECT_THROW(check_ids(settings), std::runtime_error);
}

}  // namespace
}  // namespace skiff::health
