#include "plugin/session.h"

#include <pthread.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "enter/checks.h"
#include "enter/confine.h"
#include "enter/daemon_root.h"
#include "enter/enter.h"
#include "enter/names.h"
#include "enter/notes.h"
#include "kernel/forked.h"
#include "kernel/job_folders.h"
#include "kernel/keyring.h"
#include "plan/places.h"
#include "plugin/environment.h"
#include "plugin/user_env.h"
#include "text/failure.h"

namespace jail {
namespace {

// SLURM_EXTERN_CONT of slurm.h.
constexpr std::uint32_t extern_step = 0xfffffffc;

// slurmd runs it in the node's root if a job asks for its user's environment (--get-user-env, --export=NONE). slurmd
// exits if it is missing.
constexpr const char* su = "/bin/su";

constexpr const char* user_env_refused =
    "--get-user-env is not allowed: it would run the user's profile on the node, outside the jail";

Settings read_settings(int count, char* arguments[]) {
  Arguments parsed = parse_arguments({arguments, arguments + count});
  // Report all errors, so that plugstack.conf can be fixed in one go. The caller reports the last one.
  for (std::size_t index = 0; index + 1 < parsed.faults.size(); ++index) {
    slurm_error("spank_chroot: plugstack.conf: %s", parsed.faults[index].c_str());
  }
  if (!parsed.faults.empty()) throw Failure("plugstack.conf: " + parsed.faults.back());
  return std::move(parsed.settings);
}

// The sources of the job directories. If the mounts file is wrong, throws Failure if `strict`; otherwise logs the
// error and returns no sources.
std::vector<std::string> sources_of(const Settings& settings, bool strict) {
  try {
    return job_sources(read_mounts(settings));
  } catch (const Failure& failure) {
    if (strict) throw;
    slurm_error("spank_chroot: %s", failure.what());
    return {};
  }
}

// True for su itself, and false for a replacement of it.
bool is_setuid(const char* program) {
  struct stat status {};
  return stat(program, &status) == 0 && (status.st_mode & S_ISUID) != 0;
}

Session* forking = nullptr;

void after_fork() { forking->begin_process(); }

}  // namespace

void Session::load(spank_context_t context, int count, char* arguments[]) {
  settings_ = read_settings(count, arguments);
  if (context == S_CTX_SLURMD) {
    own_job_folders(job_sources(read_mounts(*settings_)));
    if (is_setuid(su))
      slurm_info(
          "spank_chroot: with %s, slurmd runs users' profiles outside the jail: replace it as docs/jail.md describes",
          su);
  }
  if (context == S_CTX_REMOTE) {
    keyring_ = session_keyring();
    const auto say = [](const std::string& line) { slurm_info("spank_chroot: plugstack.conf: %s", line.c_str()); };
    exempt_ = look_up(settings_->exempt_users, settings_->exempt_groups, say);
    no_jail_ = look_up(settings_->no_jail_users, settings_->no_jail_groups, say);
  }
}

void Session::submit() const {
  if (!settings_) throw Failure("the options were read before the plugin was initialized");
  const auto nothing = [](const std::string&) {};
  const Subject subject = caller();
  if (named(look_up(settings_->exempt_users, settings_->exempt_groups, nothing), subject)) return;
  if (asks_user_env()) throw Failure(user_env_refused);
  if (asks_no_jail_ && !named(look_up(settings_->no_jail_users, settings_->no_jail_groups, nothing), subject))
    throw Failure("user " + std::to_string(subject.uid) + " may not use --no-jail");
}

void Session::prolog(spank_t spank, int count, char* arguments[]) {
  const Settings settings = read_settings(count, arguments);
  const auto job = item<std::uint32_t>(spank, S_JOB_ID, "job");
  JobNote note{item<uid_t>(spank, S_JOB_UID, "user")};
  // slurmd sets these from the job's credential. The prolog does not have the user's environment.
  note.exempt = exempt_job(settings.exempt_partitions, settings.exempt_accounts, std::getenv("SLURM_JOB_PARTITION"),
                           std::getenv("SLURM_JOB_ACCOUNT"));
  note.sources = sources_of(settings, settings.check_in_prolog && !note.exempt);
  own_job_folders(note.sources);
  // Leftovers of an earlier job with this number: the node failed while it ran, or slurmctld has lost its state.
  if (const auto faults = remove_job_folders(note.sources, job); !faults.empty()) throw Failure(faults.front());
  write_job_note(settings.state, job, note);
  if (settings.check_in_prolog && !note.exempt) prepare(settings, job);
}

void Session::begin_step(spank_t spank) {
  if (!settings_) throw Failure("the step started before the plugin was initialized");
  const auto step = item<std::uint32_t>(spank, S_JOB_STEPID, "step");
  if (step == extern_step && !settings_->extern_step) {
    verdict_ = Verdict::exempt;
    return;
  }
  job_ = item<std::uint32_t>(spank, S_JOB_ID, "job");
  const auto user = item<uid_t>(spank, S_JOB_UID, "user");
  const auto note = read_job_note(settings_->state, job_);
  const Subject subject{user, groups_of(spank), note && note->exempt, asks_no_jail_};
  verdict_ = judge(exempt_, no_jail_, subject);
  if (verdict_ == Verdict::exempt) {
    slurm_info("spank_chroot: job %u of user %u runs outside the jail", job_, subject.uid);
    return;
  }
  // A batch step that fails before its task starts drains the node. So a mistake of the user fails only the task.
  if (verdict_ == Verdict::refuse) refusal_ = "user " + std::to_string(subject.uid) + " may not use --no-jail";
  if (settings_->mode == Mode::step) {
    plan_ = prepare(*settings_, job_);
    // Load the modules of the node's user database now, for later lookups.
    warm_up(subject.uid);
    try {
      daemon_ = enter_as_daemon(*plan_);
    } catch (const NoRoom& full) {
      refusal_ = full.what();
    }
  }
  forking = this;
  if (const int error = pthread_atfork(nullptr, nullptr, after_fork))
    throw Failure(with_errno("register the fork handler", error));
}

void Session::begin_process() noexcept {
  // A child of a process that is in the jail is there too. It cannot enter again: a plugin of the site that starts a
  // program in a task (pyxis) does so as the user.
  if (began_) return;
  try {
    if (keyring_ != 0 && session_keyring() == keyring_) as_root(new_session_keyring);
    if (settings_->mode == Mode::task) {
      limit_before_ = forbid_exec();
    } else {
      if (!daemon_.space) throw Failure(refusal_);
      as_root([&] {
        follow(daemon_);
        confine(*plan_);
      });
    }
    began_ = true;
  } catch (const std::exception& failure) {
    refusal_ = failure.what();
    enter_empty_root_or_exit();
  }
}

void Session::begin_task(spank_t spank) {
  if (!settings_ || !verdict_) throw Failure("the task started before its step was evaluated");
  if (verdict_ == Verdict::exempt) return;
  if (refusal_.empty() && !began_) refusal_ = "the plugin's fork handler did not run in the task";
  if (!refusal_.empty()) throw Failure(refusal_);
  if (settings_->mode == Mode::task) {
    allow_exec(limit_before_);
    plan_ = prepare(*settings_, job_);
    enter(*plan_);
    confine(*plan_);
  }
  for (const Mount& mount : plan_->mounts) {
    if (mount.type == MountType::gpu) {
      append_path(spank, "LD_LIBRARY_PATH", mount.target + "/lib64");
      append_path(spank, "PATH", mount.target + "/bin");
    }
  }
}

void Session::epilog(spank_t spank, int count, char* arguments[]) {
  const Settings settings = read_settings(count, arguments);
  const auto job = item<std::uint32_t>(spank, S_JOB_ID, "job");
  // The sources of the mounts file now, which later steps have used, and as it was when the job began. If the file is
  // wrong by now, the node is not drained, and the directories are removed all the same.
  std::vector<std::string> sources = sources_of(settings, false);
  if (const auto note = read_job_note(settings.state, job)) {
    for (const std::string& source : note->sources) {
      if (std::find(sources.begin(), sources.end(), source) == sources.end()) sources.push_back(source);
    }
  }
  remove_job_note(settings.state, job);
  for (const std::string& fault : remove_job_folders(sources, job)) slurm_error("spank_chroot: %s", fault.c_str());
}

}  // namespace jail
