// Runs one test, for ctest: its wall and processor time are told, its folders are made, and what it leaves behind fails it.
//   run-test NAME SECONDS COMMAND...
// The command's output goes through. It gets
//   SKIFF_LOGS   an empty folder, build/failed/NAME, that outlives the test only if it fails: for logs; the output is in it as `output`
//   TMPDIR       a folder of its own, that has to be empty in the end
// After SECONDS it is sent SIGTERM, with all of its process group, and a minute later SIGKILL, with all of its descendants. Who wants to end
// a test early sends SIGTERM here.
// Exit status: the command's; 1 also where processes or files were left behind or the time was up; 2 for wrong arguments.
// Environment: SKIFF_FAILED is the folder that gets NAME's, build/failed by default.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

#include "process_tree.h"
#include "watched_command.h"

namespace fs = std::filesystem;

namespace {

constexpr int kSkipped = 77;

// The folder for a test's logs, empty.
fs::path make_logs(const std::string& name) {
  const char* failed = std::getenv("SKIFF_FAILED");
  const fs::path logs = fs::absolute(failed ? failed : "build/failed") / name;
  fs::remove_all(logs);
  fs::create_directories(logs);
  return logs;
}

// A short path: the names of sockets below it are limited.
fs::path make_temporary() {
  std::string pattern = (fs::temp_directory_path() / "t.XXXXXX").string();
  if (!mkdtemp(pattern.data())) throw std::runtime_error("no folder " + pattern);
  // Tests let other users in.
  fs::permissions(pattern, fs::perms(0755));
  return pattern;
}

// Says what is mounted below a folder; true when something is.
bool left_mounts(const fs::path& folder) {
  bool some = false;
  std::ifstream mounts("/proc/self/mounts");
  for (std::string line, what, where; std::getline(mounts, line);) {
    std::istringstream(line) >> what >> where;
    if (!where.starts_with(folder.string() + "/")) continue;
    std::cout << "left behind: mount " << where << '\n';
    some = true;
  }
  return some;
}

// Says what is in the folder of temporary files, and removes it; true when there was something.
bool left_files(const fs::path& folder) {
  // Through a mount it would remove what is not the test's.
  if (left_mounts(folder)) return true;
  bool some = false;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    std::cout << "left behind: " << entry.path().filename().string() << " in TMPDIR\n";
    some = true;
  }
  fs::remove_all(folder);
  return some;
}

int run(const std::string& name, int seconds, char** command) {
  const fs::path logs = make_logs(name);
  const fs::path temporary = make_temporary();
  setenv("SKIFF_LOGS", logs.c_str(), 1);
  setenv("TMPDIR", temporary.c_str(), 1);

  const Ended ended = run_watched(command, seconds, logs / "output");
  int status = ended.status;
  if (ended.timed_out) {
    std::cout << "run-test: not over after " << seconds << " s\n";
    status = 1;
  }
  for (const std::string& process : ended.left) {
    std::cout << "left behind: process " << process << '\n';
    status = 1;
  }
  if (left_files(temporary)) status = 1;
  std::cout << "run-test: " << in_seconds(ended.wall_ms) << " s, " << in_seconds(ended.processor_ms)
            << " s of processor" << std::endl;
  if (status == 0 || status == kSkipped) fs::remove_all(logs);
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  const int seconds = argc > 2 ? std::atoi(argv[2]) : 0;
  if (argc < 4 || seconds <= 0) {
    std::cerr << "usage: run-test NAME SECONDS COMMAND...\n";
    return 2;
  }
  try {
    return run(argv[1], seconds, argv + 3);
  } catch (const std::exception& error) {
    std::cerr << "run-test: " << error.what() << '\n';
    return 2;
  }
}
