#include <gtest/gtest.h>

#include "benchmark/trial.h"
#include "common/files.h"
#include "testing/paths.h"

namespace skiff::benchmark {
namespace {

struct GradeTest : testing::Test {
  GradeTest() {
    settings.kind = Kind::nccl_all_reduce;
    settings.time_limit = 60;
    set.floor = Quantity{460, "GB/s"};
    end.began = true;
    end.code = 0;
    end.job_state = "RUNNING";
    end.output = recorded("all_reduce_good");
  }
  static std::string recorded(const std::string& name) {
    return read_text(health::recorded_outputs() + "/" + name).value_or("");
  }
  void expect(Grade expected, const std::string& detail) {
    const Result found = grade(end, settings, set);
    EXPECT_EQ(found.grade, expected) << found.detail;
    EXPECT_EQ(found.detail, detail);
  }
  Settings settings;
  Set set;
  StepEnd end;
};

TEST_F(GradeTest, TheFloorDecides) {
  expect(Grade::pass, "478.938 GB/s");
  end.output = recorded("all_reduce_slow");
  expect(Grade::fail, "312.396 GB/s below 460 GB/s");
  set.floor = Quantity{312.396, "GB/s"};
  expect(Grade::pass, "312.396 GB/s");
  set.floor->unit = "MB/s";
  expect(Grade::unknown, "312.396 GB/s is not in the floor's unit, MB/s");
}

TEST_F(GradeTest, NoResultIsAFailure) {
  end.output = recorded("all_reduce_garbled");
  expect(Grade::fail, "no result: a broken line in the table of results");
  end.output = "";
  expect(Grade::fail, "no result: no Avg bus bandwidth line in the output");
  end.code = 134;
  end.errors = "n0: Test NCCL failure\nsrun: error: n0: task 0: Aborted\n";
  expect(Grade::fail, "no result, exit code 134: n0: Test NCCL failure");
  end.timed_out = true;
  expect(Grade::fail, "no result within 60 s");
  end.job_state = "TIMEOUT";
  expect(Grade::fail, "no result within 60 s");
}

TEST_F(GradeTest, ACrashAfterAResultIsAFailure) {
  end.code = 1;
  expect(Grade::fail, "no result, exit code 1");
}

TEST_F(GradeTest, AProgramThatNeverRanIsUnknown) {
  end.began = false;
  end.code = 1;
  end.errors = "srun: error: Unable to create step for job 5: Job/step already completing or completed\n";
  expect(Grade::unknown,
         "the program was not started: srun: error: Unable to create step for job 5: Job/step already completing or "
         "completed");
  end.began = true;
  end.code = 127;
  end.errors = "benchmark: 1: exec: all_reduce_perf: not found\n";
  expect(Grade::unknown, "the program cannot be run: benchmark: 1: exec: all_reduce_perf: not found");
}

TEST_F(GradeTest, AnInterruptedJobIsUnknown) {
  for (const char* state : {"CANCELLED", "PREEMPTED", "NODE_FAIL", "SUSPENDED"}) {
    end.job_state = state;
    expect(Grade::unknown, std::string("the job was interrupted: ") + state);
  }
  end.job_state = "";
  expect(Grade::unknown, "slurmctld does not report the state of the job");
}

TEST_F(GradeTest, DcgmDecidesWhatPasses) {
  settings.kind = Kind::dcgm_diag;
  set.floor.reset();
  end.output = recorded("dcgm4");
  expect(Grade::pass, "every test passed");
  end.code = 226;
  expect(Grade::fail, "no result, exit code 226");
  end.output.replace(end.output.find("Pass"), 4, "Fail");
  expect(Grade::fail, "software failed on GPU 0");
  end.output = "";
  expect(Grade::fail, "no result: the output is not JSON from DCGM");
  end.output = "{\"DCGM Diagnostic\": {\"runtime_error\": \"Error: the start of a plugin failed\"}}\n";
  expect(Grade::fail, "no result: Error: the start of a plugin failed");
}

TEST_F(GradeTest, AHostEngineThatDoesNotAnswerIsUnknown) {
  settings.kind = Kind::dcgm_diag;
  set.floor.reset();
  end.output = "Error: unable to establish a connection to the specified host: nvidia-dcgm\n" + recorded("dcgm4");
  expect(Grade::unknown, "Error: unable to establish a connection to the specified host: nvidia-dcgm");
  end.timed_out = true;
  expect(Grade::unknown, "Error: unable to establish a connection to the specified host: nvidia-dcgm");
}

TEST(TakeMarks, RemovesOnlyTheMarks) {
  std::string text = "skiff-benchmark: the program begins\nline\nskiff-benchmark: the program begins\nlast";
  EXPECT_TRUE(take_marks(text));
  EXPECT_EQ(text, "line\nlast");
  EXPECT_FALSE(take_marks(text));
  EXPECT_EQ(text, "line\nlast");
}

}  // namespace
}  // namespace skiff::benchmark
