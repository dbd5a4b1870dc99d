#include "custom.h"

#include <sys/stat.h>
#include <unistd.h>

#include "common/files.h"
#include "common/program.h"

namespace skiff::health {
namespace {

// Why a program is not run; empty if it may run.
std::string refusal(const std::string& path) {
  struct stat file {};
  if (stat(path.c_str(), &file) != 0) return "cannot be read";
  if (file.st_uid != 0 && file.st_uid != geteuid()) return "is not run: it belongs to another user";
  if (file.st_mode & (S_IWGRP | S_IWOTH)) return "is not run: it is writable by other users";
  return "";
}

std::vector<std::string> environment_of(const Node& node) {
  std::vector<std::string> found = {"PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
                                    "LC_ALL=C.UTF-8", "SKIFF_HEALTH_AS=" + std::string(name_of(node.as)),
                                    "SKIFF_HEALTH_NODE=" + node.name};
  for (const auto& [key, value] : node.environment)
    if (key.starts_with("SLURM") || key == "CUDA_VISIBLE_DEVICES") found.push_back(key + "=" + value);
  return found;
}

Result run_custom(const Node& node, const std::string& path, std::chrono::milliseconds deadline) {
  if (const auto why = refusal(path); !why.empty()) return {Level::unknown, path + " " + why, {}};
  const Program program = run_program({path}, environment_of(node), deadline);
  if (program.timed_out) return {Level::unknown, "no answer within " + std::to_string(deadline.count()) + " ms", {}};
  if (program.signal) return {Level::unknown, "killed by signal " + std::to_string(program.signal), {}};
  if (program.code < 0 || program.code > 3)
    return {Level::unknown, "exit code " + std::to_string(program.code) + ": " + program.first_line(), {}};
  return {static_cast<Level>(program.code), program.first_line(), {}};
}

}  // namespace

std::vector<Task> custom_tasks(const Settings& settings) {
  std::vector<Task> tasks;
  if (!settings.custom) return tasks;
  unsigned contexts = 0;
  for (const Context context : {start, periodic, prolog, epilog})
    for (const auto& name : settings.custom->contexts)
      if (name == name_of(context)) contexts |= context;
  const std::chrono::milliseconds deadline(settings.custom->timeout * 1000);
  for (const auto& name : names_in(settings.custom->folder)) {
    const std::string path = settings.custom->folder + "/" + name;
    struct stat file {};
    // A mounted ConfigMap has links, and directories whose names begin with a dot.
    if (name[0] == '.' || stat(path.c_str(), &file) != 0 || !S_ISREG(file.st_mode) || !(file.st_mode & S_IXUSR))
      continue;
    tasks.push_back({"custom:" + name, contexts, "custom:" + name, deadline + std::chrono::milliseconds(500),
                     Level::unknown, [path, deadline](const Node& node) { return run_custom(node, path, deadline); }});
  }
  return tasks;
}

}  // namespace skiff::health
