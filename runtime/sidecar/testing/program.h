#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "common/files.h"
#include "common/testing/tree.h"
#include "sidecar/testing/nodes.h"
#include "sidecar/testing/paths.h"

namespace skiff::sidecar {

/// A program in the background that writes its output to files. The destructor kills it.
class Background {
 public:
  Background(const std::vector<std::string>& words, const std::string& output, const std::string& errors) {
    child_ = fork();
    if (child_ != 0) return;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(open(output.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644), STDOUT_FILENO);
    dup2(open(errors.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644), STDERR_FILENO);
    std::vector<char*> arguments;
    for (const auto& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    execv(arguments[0], arguments.data());
    _exit(127);
  }
  ~Background() { end(SIGKILL); }
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  /// Ends the program. Returns its exit code, or the negative number of the signal that ended it.
  int end(int with = SIGTERM) {
    if (child_ <= 0) return code_;
    kill(child_, with);
    return wait();
  }
  /// Waits up to a minute; a program that still runs then is killed.
  int wait() {
    int status = 0;
    for (int i = 0; i < 1200 && waitpid(child_, &status, WNOHANG) == 0; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      if (i == 1199) kill(child_, SIGKILL), waitpid(child_, &status, 0);
    }
    child_ = 0;
    code_ = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    return code_;
  }
  pid_t pid() const { return child_; }

 private:
  pid_t child_ = 0;
  int code_ = 0;
};

/// skiff-sidecar with stand-ins for Slurm's commands and for the API server. slurmctld's answers are files in `tree`.
struct ProgramTest : testing::Test {
  ProgramTest() {
    for (const char* folder : {"/bin", "/api/pods", "/conf", "/run", "/wake", "/state", "/account"})
      tree.folder(folder);
    tree.write("/account/token", "first.token\n");
    tree.write("/conf/slurm.conf", "ClusterName=a\n");
    tree.write("/boot", slurm_time(time(nullptr) + 60));
    nodes("");
    command("scontrol", R"sh(case "$*" in
  "show hostnames x")
    if grep -q Bogus "$SLURM_CONF"; then
      echo 'scontrol: error: Parsing error at unrecognized key: Bogus' >&2
      exit 1
    fi
    ;;
  "show hostnames "*) tr ',' '\n' <<<"$3" ;;
  "show hostlistsorted "*) echo "$3" ;;
  "show config") echo "BOOT_TIME               = $(cat ../boot)" ;;
  ping) [ ! -e ../dead ] ;;
  --version) echo slurm 26.05.5 ;;
  *"show nodes") [ -e ../nodes ] && cat ../nodes ;;
  *"show node "*) cat ../node ;;
  update*)
    if [ -e ../busy ]; then
      echo 'slurm_update error: Invalid node state specified' >&2
      exit 1
    fi
    ;;
esac)sh");
    command("squeue", "cat ../jobs 2>/dev/null || true");
    api.emplace(std::vector<std::string>{fake_api_program(), "127.0.0.1", "0", tree.root + "/api"}, tree.root + "/port",
                "/dev/null");
    soon([&] { return read_line(tree.root + "/port").value_or("").size() > 1; }, "the port of the fake API server");
    setenv("SKIFF_API", ("http://127.0.0.1:" + *read_line(tree.root + "/port")).c_str(), 1);
  }

  ~ProgramTest() override { unsetenv("SKIFF_POLL"); }

  /// The program now does only what an event tells it to do. Without it, polls would hide that an event was missed.
  void only_events() { setenv("SKIFF_POLL", "3600", 1); }
  void command(const std::string& name, const std::string& text) {
    const std::string file = "/bin/" + name;
    tree.write(file,
               "#!/bin/bash\ncd \"$(dirname \"$0\")\"\nprintf '%s\\n' \"" + name + " $*\" >>../calls\n" + text + "\n");
    chmod((tree.root + file).c_str(), 0755);
  }
  void nodes(const std::string& text) { replace("/nodes", text); }
  /// Replaces a file atomically, as the kubelet does.
  void replace(const std::string& path, const std::string& text) {
    tree.write(path + ".new", text);
    rename((tree.root + path + ".new").c_str(), (tree.root + path).c_str());
  }
  /// Starts skiff-sidecar; `more` are further settings.
  void start(const std::string& more) {
    const auto place = [&](const char* key, const char* path) {
      return std::string(",\"") + key + "\":\"" + tree.root + path + "\"";
    };
    tree.write("/settings.json", R"({"cluster":"tide","namespace":"slurm","log":{"level":"debug"})" + more +
                                     place("config", "/conf") + place("run", "/run") + place("wake", "/wake/wake") +
                                     place("record", "/state/after-drain.json") + place("account", "/account") +
                                     place("commands", "/bin") + "}");
    tree.remove("/run/failing");
    program.emplace(std::vector<std::string>{sidecar_program(), "--settings", tree.root + "/settings.json"},
                    "/dev/null", tree.root + "/log");
  }
  std::string text(const std::string& path) const { return read_text(tree.root + path).value_or(""); }
  bool has(const std::string& path, const std::string& words) const {
    return text(path).find(words) != std::string::npos;
  }
  bool says(const std::string& words) const { return has("/log", words); }
  int count(const std::string& path, const std::string& words) const {
    int found = 0;
    for (const auto& line : lines_of(text(path))) found += line.find(words) != std::string::npos;
    return found;
  }
  void wake() { tree.write("/wake/wake", ""); }
  /// Waits up to a minute, which is enough on a busy machine too.
  void soon(const std::function<bool()>& met, const std::string& what) {
    for (int i = 0; i < 1200 && !met(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    EXPECT_TRUE(met()) << "never: " << what << "\n" << text("/log") << text("/calls") << text("/api/asked");
  }
  void said_soon(const std::string& words) {
    soon([&] { return says(words); }, words);
  }
  void asked_soon(const std::string& words) {
    soon([&] { return has("/api/asked", words); }, words);
  }
  void called_soon(const std::string& words) {
    soon([&] { return has("/calls", words); }, words);
  }
  void ready_soon(bool ready = true) {
    soon([&] { return text("/run/failing").empty() == ready; }, ready ? "ready" : "not ready");
  }
  void ends_well() { EXPECT_EQ(program->end(), 0); }

  Tree tree;
  std::optional<Background> api, program;
};

}  // namespace skiff::sidecar
