#include "process_tree.h"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <iterator>

namespace {

// Returns the children of a process. It reads only the children of the main thread (proc(5), task/[tid]/children),
// because no test starts processes from another thread and leaves them running.
std::vector<pid_t> children(pid_t pid) {
  const std::string number = std::to_string(pid);
  std::ifstream file("/proc/" + number + "/task/" + number + "/children");
  return {std::istream_iterator<pid_t>(file), std::istream_iterator<pid_t>()};
}

// Calls `visit` with each descendant, parents first.
void each_descendant(pid_t pid, const std::function<void(pid_t)>& visit) {
  for (const pid_t child : children(pid)) {
    visit(child);
    each_descendant(child, visit);
  }
}

// Returns the command line of a process, or its name in the kernel if there is no command line, as for a zombie.
std::string command_line(pid_t pid) {
  const std::string folder = "/proc/" + std::to_string(pid);
  std::ifstream file(folder + "/cmdline", std::ios::binary);
  std::string line{std::istreambuf_iterator<char>(file), {}};
  if (line.empty()) std::getline(std::ifstream(folder + "/comm"), line);
  std::replace(line.begin(), line.end(), '\0', ' ');
  return line;
}

}  // namespace

std::vector<std::string> descendants() {
  std::vector<std::string> all;
  each_descendant(getpid(), [&](pid_t pid) { all.push_back(std::to_string(pid) + " " + command_line(pid)); });
  return all;
}

void kill_descendants() {
  each_descendant(getpid(), [](pid_t pid) { kill(pid, SIGKILL); });
}
