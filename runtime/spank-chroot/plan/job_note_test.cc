#include "plan/job_note.h"

#include <gtest/gtest.h>

#include <string>

#include "text/failure.h"

namespace jail {
namespace {

TEST(JobNote, IsReadAsItWasWritten) {
  const JobNote note{1000, true, {"/mnt/nvme", "/dev/shm"}};
  EXPECT_EQ(text_of(note), "uid 1000\nexempt\nsource /mnt/nvme\nsource /dev/shm\n");
  EXPECT_EQ(parse_job_note(text_of(note), "note"), note);
  EXPECT_EQ(parse_job_note(text_of({0, false, {}}), "note"), JobNote{});
}

TEST(JobNote, RefusesAnInvalidNote) {
  for (const char* text :
       {"", "exempt\n", "uid\n", "uid x\n", "uid 4294967296\n", "uid 1\nsource a\n", "uid 1\nother\n"})
    EXPECT_THROW(parse_job_note(text, "note"), Failure) << text;
}

// What an SSH session of user 1000 gets for job 7: "exempt", "jailed", or the message of the refusal.
std::string session(const std::optional<JobNote>& note, std::string_view cgroup) {
  try {
    return note_of_session(note, 7, 1000, cgroup).exempt ? "exempt" : "jailed";
  } catch (const Failure& failure) {
    return failure.what();
  }
}

TEST(JobNote, ASessionEntersOnlyItsUsersJob) {
  const std::string none = "0::/\n";
  EXPECT_EQ(session(JobNote{1000, false, {}}, none), "jailed");
  EXPECT_EQ(session(JobNote{1000, true, {}}, none), "exempt");
  EXPECT_EQ(session(JobNote{1001, true, {}}, none), "job 7 does not belong to user 1000");
  EXPECT_EQ(session(std::nullopt, none), "job 7 is not on this node");
}

// The user can set SLURM_JOB_ID to another job of theirs, for example one in an exempt partition. But the user cannot
// change the control group that pam_slurm_adopt put the session into.
TEST(JobNote, ASessionEntersOnlyTheJobOfItsControlGroup) {
  const JobNote note{1000, true, {}};
  EXPECT_EQ(session(note, "0::/system.slice/slurmstepd.scope/job_7/step_extern/user/task_special\n"), "exempt");
  EXPECT_EQ(session(note, "0::/system.slice/slurmstepd.scope/job_8/step_extern/user/task_special\n"),
            "job 7 is not the job of this session, which is 8");
  EXPECT_EQ(session(note, "4:freezer:/slurm_n1/uid_1000/job_70/step_extern\n"),
            "job 7 is not the job of this session, which is 70");
}

}  // namespace
}  // namespace jail
