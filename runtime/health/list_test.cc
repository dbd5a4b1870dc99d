#include "list.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <stdexcept>

#include "common/files.h"
#include "testing/paths.h"

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

// When each check runs, by id, in the lines `| `id` | contexts | critical | warn |` of docs/health.md.
std::map<std::string, std::string> checks_in_the_manual() {
  std::map<std::string, std::string> found;
  for (const auto& line : lines_of(read_text(repository() + "/docs/health.md").value())) {
    const auto cells = words_of(line, "|");
    if (cells.size() == 4 && cells[0].starts_with(" `"))
      found[words_of(cells[0], " `").front()] = cells[1].substr(1, cells[1].size() - 2);
  }
  return found;
}

TEST(HealthList, TheManualListsEachCheckAndWhenItRuns) {
  Settings settings;
  settings.mounts = {{.path = "PATH"}};
  settings.space = {"PATH"};
  settings.jail = Settings::Jail{"/mnt/jail", "", ""};
  std::map<std::string, std::string> expected = {{"custom:NAME", "as in `contexts`"}};
  for (const Task& task : all_tasks(settings)) {
    std::string& contexts = expected[task.id];
    for (const Context context : {start, periodic, prolog, epilog})
      if (task.contexts & context) contexts += (contexts.empty() ? "" : " ") + std::string(name_of(context));
  }
  EXPECT_EQ(checks_in_the_manual(), expected);
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
