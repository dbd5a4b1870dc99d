#include "run.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>

#include "common/files.h"
#include "common/program.h"
#include "slurm.h"
#include "testing/fixture.h"

// Runs the program itself, with a stand-in for scontrol that keeps a node's record in files.
namespace skiff::health {
namespace {

struct RunTest : CheckTest {
  RunTest() {
    tree.write("/state", "IDLE\n");
    tree.write("/reason", "");
    tree.write("/log", "");
    tree.write("/bin/scontrol",
               "#!/bin/bash\n"
               "cd '" +
                   tree.root +
                   "'\n"
                   "echo \"$*\" >>calls\n"
                   "[ ! -e deaf ] || exit 1\n"
                   "if [ \"$1\" = show ]; then\n"
                   "  echo \"NodeName=n0\"; echo \"   State=$(cat state) ThreadsPerCore=1\"\n"
                   "  [ ! -s reason ] || echo \"   Reason=$(cat reason) [root@$(TZ=UTC date +%FT%T)]\"\n"
                   "  exit\n"
                   "fi\n"
                   "for word in \"${@:3}\"; do\n"
                   "  case $word in\n"
                   "    state=drain) echo IDLE+DRAIN >state ;;\n"
                   "    state=undrain) echo IDLE >state; : >reason ;;\n"
                   // Like scontrol, which removes a quotation mark at each end.
                   "    reason=*) word=${word#reason=} && word=${word#\\\"} && printf %s \"${word%\\\"}\" >reason ;;\n"
                   "  esac\n"
                   "done\n");
    chmod((tree.root + "/bin/scontrol").c_str(), 0755);
    settings("");
    scenario("");
    tree.write("/proc/self/mountinfo", "");
    tree.write("/dev/kmsg", "");
  }
  void settings(const std::string& more) {
    tree.write("/health.json",
               "{\"folder\": \"" + tree.root + "/run/health\", \"log\": \"" + tree.root + "/log\", \"scontrol\": \"" +
                   tree.root +
                   "/bin/scontrol\", \"recovery\": {\"goodRuns\": 2}, \"gpus\": {\"count\": 8, \"nvml\": \"" +
                   fake_nvml_library() + "\"}" + more + "}");
  }
  void scenario(const std::string& text) { tree.write("/scenario", text); }
  Program health(const std::string& as, const std::vector<std::string>& more = {}) {
    std::vector<std::string> words = {health_program(),           "--as",   as,       "--settings",
                                      tree.root + "/health.json", "--root", tree.root};
    words.insert(words.end(), more.begin(), more.end());
    return run_program(
        words,
        {"SLURMD_NODENAME=n0", "FAKE_NVML_SCENARIO=" + tree.root + "/scenario", "SLURM_JOB_GPUS=0,1", "SLURM_JOB_ID=5"},
        std::chrono::seconds(60));
  }
  std::string file(const std::string& path) const { return read_text(tree.root + path).value_or("none"); }
};

TEST_F(RunTest, HealthyNodesAskSlurmctldOnce) {
  EXPECT_EQ(health("periodic").code, 0) << health("periodic").output;
  health("periodic");
  health("periodic");
  EXPECT_EQ(file("/calls"), "show node n0\n");
}

TEST_F(RunTest, ACriticalRunDrainsAndPassingRunsResume) {
  health("periodic");
  scenario("count 7");
  EXPECT_EQ(health("periodic").code, 2);
  EXPECT_EQ(file("/state"), "IDLE+DRAIN\n");
  EXPECT_EQ(file("/reason"), "[HC] gpu-count: 7 of 8 GPUs");
  EXPECT_NE(file("/log").find("skiff-health: drained: [HC] gpu-count: 7 of 8 GPUs\n"), std::string::npos);
  scenario("");
  health("periodic");
  EXPECT_EQ(file("/state"), "IDLE+DRAIN\n");
  health("periodic");
  EXPECT_EQ(file("/state"), "IDLE\n");
}

TEST_F(RunTest, ANewPodUndoesHealthDrainsButNotBenchmarkDrains) {
  tree.write("/state", "IDLE+DRAIN\n");
  tree.write("/reason", "[HC] gpu-count: 7 of 8 GPUs");
  health("periodic");
  EXPECT_EQ(file("/state"), "IDLE+DRAIN\n");
  health("periodic");
  EXPECT_EQ(file("/state"), "IDLE\n");
  tree.remove("/run/health/state.json");
  tree.write("/state", "IDLE+DRAIN\n");
  tree.write("/reason", "[HC] nccl: 300 GB/s below 460 GB/s");
  for (int i = 0; i < 4; ++i) health("periodic");
  EXPECT_EQ(file("/state"), "IDLE+DRAIN\n");
}

TEST_F(RunTest, TheDrainIsRetriedAfterSlurmctldFailed) {
  tree.write("/deaf", "");
  scenario("count 7");
  EXPECT_EQ(health("periodic").code, 2);
  EXPECT_EQ(file("/state"), "IDLE\n");
  tree.remove("/deaf");
  health("periodic");
  EXPECT_EQ(file("/reason"), "[HC] gpu-count: 7 of 8 GPUs");
}

TEST_F(RunTest, PrologAndEpilogFailOnlyIfCriticalAndNeverCallSlurmctld) {
  EXPECT_EQ(health("prolog").code, 0);
  scenario("init.error 10\nmemory.used 999");
  tree.write("/dev/nvidia0", "");
  for (int i = 1; i < 8; ++i) tree.write("/dev/nvidia" + std::to_string(i), "");
  EXPECT_EQ(health("prolog").code, 0);
  scenario("3.rows.pending 1");
  EXPECT_EQ(health("prolog").code, 2);
  EXPECT_EQ(health("epilog").code, 2);
  EXPECT_EQ(file("/calls"), "none");
  // The program takes over Slurm's drain for the failed Prolog, and undoes it later.
  tree.write("/state", "IDLE+DRAIN\n");
  tree.write("/reason", "Prolog error");
  health("periodic");
  EXPECT_EQ(file("/reason"), "[HC] gpu-rows-pending: GPU 3: row remapping is pending, reset the GPU");
  scenario("");
  health("periodic");
  health("periodic");
  EXPECT_EQ(file("/state"), "IDLE\n");
}

TEST_F(RunTest, PeriodicRunsRepeatStartChecksUntilTheyPass) {
  settings(", \"realMemory\": 2048");
  tree.write("/proc/meminfo", "MemTotal:        1048576 kB\n");
  health("periodic");
  EXPECT_TRUE(file("/reason").starts_with("[HC] memory: "));
  EXPECT_EQ(health("start").code, 2);
  tree.write("/proc/meminfo", "MemTotal:        4194304 kB\n");
  health("periodic");
  health("periodic");
  EXPECT_EQ(file("/state"), "IDLE\n");
  // The start check has passed once, so it does not run again.
  tree.write("/proc/meminfo", "MemTotal:        1048576 kB\n");
  EXPECT_EQ(health("periodic").code, 0);
}

TEST_F(RunTest, AHungDriverDoesNotBlockTheRun) {
  scenario("init.hang 600");
  const auto before = std::chrono::steady_clock::now();
  const Program program = health("periodic");
  EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(50));
  EXPECT_EQ(program.code, 3);
  EXPECT_NE(program.output.find("gpu-driver"), std::string::npos);
  EXPECT_EQ(file("/state"), "IDLE\n");
}

TEST_F(RunTest, ADriverThatCrashesIsUnknown) {
  scenario("init.crash 1");
  const Program program = health("periodic");
  EXPECT_EQ(program.code, 3) << program.output;
}

TEST_F(RunTest, LevelsCanBeChanged) {
  settings(R"(, "levels": {"gpu-driver": {"unknown": "critical"}})");
  scenario("init.error 10");
  for (int i = 0; i < 8; ++i) tree.write("/dev/nvidia" + std::to_string(i), "");
  health("periodic");
  EXPECT_EQ(file("/reason"), "[HC] gpu-driver: NVML: the driver does not answer");
}

TEST_F(RunTest, ReadyReportsTheLastPeriodicRun) {
  EXPECT_EQ(health("ready").code, 0);
  health("periodic");
  EXPECT_EQ(health("ready").code, 0);
  scenario("count 7");
  health("periodic");
  const Program program = health("ready");
  EXPECT_EQ(program.code, 2);
  EXPECT_EQ(program.output, file("/run/health/last.json"));
}

// The program cannot read its settings: it uses the usual paths of a pod, here below the tree.
struct UnreadableTest : RunTest {
  UnreadableTest() {
    tree.write("/usr/bin/scontrol", file("/bin/scontrol"));
    chmod((tree.root + "/usr/bin/scontrol").c_str(), 0755);
    tree.write("/proc/1/fd/2", "");
  }
  void good() {
    tree.write("/health.json", R"({"folder": ")" + tree.root + R"(/run/skiff/health", "log": ")" + tree.root +
                                   R"(/proc/1/fd/2", "scontrol": ")" + tree.root +
                                   R"(/usr/bin/scontrol", "recovery": {"goodRuns": 2}})");
  }
  void bad(const std::string& text) { tree.write("/health.json", text); }
  std::string reason(const std::string& why) { return "[HC] settings: " + tree.root + "/health.json: " + why; }
};

TEST_F(UnreadableTest, EachCallFailsAndSlurmsDrainGetsTheReason) {
  bad(R"({"gpu": {}})");
  for (const char* as : {"prolog", "epilog", "start", "ready"}) EXPECT_EQ(health(as).code, 2) << as;
  EXPECT_EQ(health("prolog", {"--output", "none"}).code, 2);
  EXPECT_EQ(health("periodic", {"--list"}).code, 2);
  EXPECT_EQ(file("/calls"), "none");
  // The program sets its own reason for Slurm's drain.
  tree.write("/state", "IDLE+DRAIN\n");
  tree.write("/reason", "Prolog error");
  health("periodic");
  EXPECT_EQ(file("/reason"), reason("gpu: unknown field"));
}

TEST_F(UnreadableTest, TheNodeIsDrainedUntilTheSettingsCanBeRead) {
  good();
  EXPECT_EQ(health("periodic").code, 0);
  for (const std::string text : {"{", R"({"timeout": 0})", R"({"disabled": ["gpu"]})"}) {
    bad(text);
    EXPECT_EQ(health("periodic").code, 2) << text;
    EXPECT_EQ(file("/state"), "IDLE+DRAIN\n");
    EXPECT_TRUE(file("/reason").starts_with("[HC] settings: ")) << file("/reason");
    EXPECT_NE(file("/proc/1/fd/2").find("skiff-health: drained: [HC] settings: "), std::string::npos);
    good();
    health("periodic");
    EXPECT_EQ(file("/state"), "IDLE+DRAIN\n");
    for (int i = 0; i < 8; ++i) health("periodic");
    EXPECT_EQ(file("/state"), "IDLE\n");
  }
  tree.remove("/health.json");
  health("periodic");
  EXPECT_EQ(file("/reason"), reason("cannot be read"));
  // A new pod recognises the drain as its own.
  tree.remove("/run/skiff/health/state.json");
  good();
  health("periodic");
  health("periodic");
  EXPECT_EQ(file("/state"), "IDLE\n");
}

TEST_F(UnreadableTest, ADrainWhoseReasonHasQuotesIsRecognizedAndUndone) {
  good();
  health("periodic");
  bad(R"({"it's \"x\"": {}})");
  health("periodic");
  EXPECT_EQ(file("/state"), "IDLE+DRAIN\n");
  EXPECT_EQ(file("/reason"), reason("it's \"x\": unknown field"));
  good();
  health("periodic");
  health("periodic");
  EXPECT_EQ(file("/state"), "IDLE\n");
}

TEST_F(UnreadableTest, AnAdministratorsDrainIsKept) {
  bad("{");
  tree.write("/state", "IDLE+DRAIN\n");
  tree.write("/reason", "disk swap");
  health("periodic");
  EXPECT_EQ(file("/reason"), "disk swap");
}

TEST_F(UnreadableTest, PeriodicPrologAndEpilogFailWithoutARunDirectory) {
  bad("{");
  tree.write("/run/skiff", "");
  for (const char* as : {"periodic", "prolog", "epilog"}) EXPECT_EQ(health(as).code, 2) << as;
}

TEST_F(RunTest, ListShowsWhenEachCheckRuns) {
  const Program program = health("periodic", {"--list"});
  EXPECT_NE(program.output.find("gpu-count                start periodic prolog\n"), std::string::npos);
}

}  // namespace
}  // namespace skiff::health
