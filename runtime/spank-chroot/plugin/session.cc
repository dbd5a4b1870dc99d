#include "plugin/session.h"

#include <cstdlib>
#include <utility>

#include "enter/checks.h"
#include "enter/enter.h"
#include "enter/names.h"
#include "enter/notes.h"
#include "kernel/job_folders.h"
#include "plugin/environment.h"

namespace jail {
namespace {

// Step ids of slurm.h.
constexpr std::uint32_t extern_step = 0xfffffffc;

Settings read_settings(int count, char* arguments[]) {
  Arguments parsed = parse_arguments({arguments, arguments + count});
  // All of them, as plugstack.conf is mended in one go; the last is the caller's to report.
  for (std::size_t index = 0; index + 1 < parsed.faults.size(); ++index) {
    slurm_error("spank_chroot: plugstack.conf: %s", parsed.faults[index].c_str());
  }
  if (!parsed.faults.empty()) throw Failure("plugstack.conf: " + parsed.faults.back());
  return std::move(parsed.settings);
}

}  // namespace

void Session::load(spank_context_t context, int count, char* arguments[]) {
  settings_ = read_settings(count, arguments);
  if (context == S_CTX_SLURMD) read_mounts(*settings_);
  if (context == S_CTX_REMOTE) {
    const auto say = [](const std::string& line) { slurm_info("spank_chroot: plugstack.conf: %s", line.c_str()); };
    exempt_ = look_up(settings_->exempt_users, settings_->exempt_groups, say);
    no_jail_ = look_up(settings_->no_jail_users, settings_->no_jail_groups, say);
  }
}

void Session::prolog(spank_t spank, int count, char* arguments[]) {
  const Settings settings = read_settings(count, arguments);
  const auto job = item<std::uint32_t>(spank, S_JOB_ID, "job");
  // slurmd sets these from the job's credential; the user's own environment is not here.
  const bool exempt = exempt_job(settings.exempt_partitions, settings.exempt_accounts,
                                 std::getenv("SLURM_JOB_PARTITION"), std::getenv("SLURM_JOB_ACCOUNT"));
  note_exempt(settings.state, job, exempt);
  if (settings.check_in_prolog && !exempt) prepare(settings, job);
}

void Session::begin_step(spank_t spank) {
  if (!settings_) throw Failure("the step begins before the plugin was loaded");
  const auto step = item<std::uint32_t>(spank, S_JOB_STEPID, "step");
  if (step == extern_step && !settings_->extern_step) {
    verdict_ = Verdict::exempt;
    return;
  }
  const auto job = item<std::uint32_t>(spank, S_JOB_ID, "job");
  const Subject subject{item<uid_t>(spank, S_JOB_UID, "user"), groups_of(spank), noted_exempt(settings_->state, job),
                        asks_no_jail_};
  verdict_ = judge(exempt_, no_jail_, subject);
  if (verdict_ == Verdict::refuse) {
    throw Failure("user " + std::to_string(subject.uid) + " may not use --no-jail");
  }
  if (verdict_ == Verdict::exempt)
    slurm_info("spank_chroot: job %u of user %u runs outside the jail", job, subject.uid);
  if (verdict_ != Verdict::jail || settings_->mode != Mode::step) return;
  plan_ = prepare_step(spank);
  // The modules of the node's user database, before the jail's would be loaded in their place.
  warm_up(subject.uid);
  enter(*plan_);
}

void Session::begin_task(spank_t spank) {
  if (!settings_ || !verdict_) throw Failure("the task begins before its step was judged");
  if (verdict_ == Verdict::exempt) return;
  if (verdict_ != Verdict::jail) throw Failure("the step was refused");
  const bool entered = settings_->mode == Mode::step;
  if (!entered) {
    plan_ = prepare_step(spank);
    enter(*plan_);
  } else if (!plan_) {
    throw Failure("the step did not enter the jail");
  }
  confine(*plan_, entered);
}

void Session::epilog(spank_t spank, int count, char* arguments[]) {
  const Settings settings = read_settings(count, arguments);
  const auto job = item<std::uint32_t>(spank, S_JOB_ID, "job");
  note_exempt(settings.state, job, false);
  // A folder that stays is no reason to drain the node.
  for (const std::string& fault : remove_job_folders(read_mounts(settings), job))
    slurm_error("spank_chroot: %s", fault.c_str());
}

Plan Session::prepare_step(spank_t spank) const {
  Plan plan = prepare(*settings_, item<std::uint32_t>(spank, S_JOB_ID, "job"));
  for (const Mount& mount : plan.mounts) {
    if (mount.type == MountType::gpu) {
      append_path(spank, "LD_LIBRARY_PATH", mount.target + "/lib64");
      append_path(spank, "PATH", mount.target + "/bin");
    }
  }
  return plan;
}

}  // namespace jail
