// Runs one test for ctest: creates its directories, prints its wall
// and processor time, and fails it if it leaves something behind.
//   run-test NAME SECONDS COMMAND...
// The command's output is passed on. These variables are set for the command:
//   SKIFF_LOGS   an empty directory for logs, build/failed/NAME. The output is copied into its file `output`. The
//                directory is kept only if the test fails
//   TMPDIR       an empty directory, which must be empty again at the end
// After SECONDS, the command's process group gets SIGTERM; a minute later, all descendants get SIGKILL. To end a test
// early, send SIGTERM to run-test.
// Exit status: the command's; 1 if processes, mounts or files were left behind, or on timeout; 2 for wrong arguments.
// Environment: SKIFF_FAILED is used instead of build/failed.
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

// Creates the empty directory for a test's logs.
fs::path make_logs(const std::string& name) {
  const char* failed = std::getenv("SKIFF_FAILED");
  const fs::path logs = fs::absolute(failed ? failed : "build/failed") / name;
  fs::remove_all(logs);
  fs::create_directories(logs);
  return logs;
}

// Creates the directory for temporary files. Its path is short, because the length of a socket's path is limited.
fs::path make_temporary() {
  std::string pattern = (fs::temp_directory_path() / "t.XXXXXX").string();
  if (!mkdtemp(pattern.data())) throw std::runtime_error("cannot create the directory " + pattern);
  // Tests run programs as other users in it.
  fs::permissions(pattern, fs::perms(0755));
  return pattern;
}

// Prints what is mounted below a directory. Returns true if anything is.
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

// Prints what is in the directory of temporary files, and removes the directory. Returns true if there was anything.
bool left_files(const fs::path& folder) {
  // remove_all would follow a mount and remove files that are not the test's.
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
    std::cout << "run-test: timed out after " << seconds << " s\n";
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
