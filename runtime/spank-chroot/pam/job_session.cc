// PAM module of the jail. An SSH session on a node where its user has a job gets the root and the /tmp of the job's
// steps, and no capabilities beyond theirs. The module must come after pam_slurm_adopt, which moves the session into
// the job and sets SLURM_JOB_ID in PAM's environment (pam_slurm_adopt.c). The user can set this variable too (pam_env
// with user_readenv). Therefore the prolog's note must say that the job is the user's, and the job must be that of the
// control group that pam_slurm_adopt put the session into. The arguments are those of the plugin (docs/jail.md), or
// `arguments=PATH` alone for a file with them.
// Exempt users, and root without a job, stay on the node. Other users without a job are refused. sshd opens the
// session in the process that starts the user's processes, and ends that process if the module fails (session.c,
// do_pam_session).
#include <grp.h>
#include <pwd.h>
#include <security/pam_ext.h>
#include <security/pam_modules.h>
#include <syslog.h>

#include <algorithm>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "enter/checks.h"
#include "enter/confine.h"
#include "enter/enter.h"
#include "enter/names.h"
#include "enter/notes.h"
#include "kernel/files.h"
#include "plan/job_note.h"
#include "text/failure.h"
#include "text/words.h"

#define EXPORT __attribute__((visibility("default")))

namespace jail {
namespace {

// The libpam of Debian 12 (1.5.2) refuses a line of more than 1 KiB (seen), so the arguments can be in a file.
constexpr std::string_view from_file = "arguments=";
constexpr std::size_t longest_file = 64 * 1024;

std::vector<std::string> read_arguments(int count, const char** arguments) {
  std::vector<std::string> given(arguments, arguments + count);
  if (given.size() != 1 || !given.front().starts_with(from_file)) return given;
  std::string text = read_trusted(given.front().substr(from_file.size()), longest_file);
  std::ranges::replace(text, '\n', ' ');
  return words(text);
}

Settings read_settings(pam_handle_t* pam, int count, const char** arguments) {
  const std::vector<std::string> given = read_arguments(count, arguments);
  Arguments parsed = parse_arguments({given.begin(), given.end()});
  for (const std::string& fault : parsed.faults) pam_syslog(pam, LOG_ERR, "%s", fault.c_str());
  if (!parsed.faults.empty()) throw Failure("the module's arguments are wrong");
  // Only this process enters the jail, because there is no slurmstepd to move.
  parsed.settings.mode = Mode::task;
  return std::move(parsed.settings);
}

// The user who logs in, according to the node's user database.
Subject subject_of(pam_handle_t* pam) {
  const char* name = nullptr;
  if (pam_get_user(pam, &name, nullptr) != PAM_SUCCESS || !name) throw Failure("PAM does not provide the user name");
  const passwd* user = getpwnam(name);
  if (!user) throw Failure(std::string("there is no user ") + name);
  Subject subject{user->pw_uid};
  int count = 64;
  std::vector<gid_t> groups(static_cast<std::size_t>(count));
  if (getgrouplist(name, user->pw_gid, groups.data(), &count) < 0) {
    groups.resize(static_cast<std::size_t>(count));
    if (getgrouplist(name, user->pw_gid, groups.data(), &count) < 0)
      throw Failure(std::string("cannot read the groups of ") + name);
  }
  subject.groups.assign(groups.begin(), groups.begin() + count);
  return subject;
}

std::optional<std::uint32_t> job_of(pam_handle_t* pam) {
  const char* text = pam_getenv(pam, "SLURM_JOB_ID");
  if (!text) return std::nullopt;
  const auto job = number(text, 10, UINT32_MAX - 1);
  if (!job) throw Failure(std::string("SLURM_JOB_ID is not a number: ") + text);
  return static_cast<std::uint32_t>(*job);
}

void open_session(pam_handle_t* pam, int count, const char** words) {
  const Settings settings = read_settings(pam, count, words);
  Subject subject = subject_of(pam);
  const auto job = job_of(pam);
  // Root may be in any job that it was adopted into, and does not need a job.
  if (job && subject.uid != 0) {
    const auto note = read_job_note(settings.state, *job);
    subject.exempt_job = note_of_session(note, *job, subject.uid, read_kernel("/proc/self/cgroup")).exempt;
  }
  const Names exempt = look_up(settings.exempt_users, settings.exempt_groups,
                               [&](const std::string& line) { pam_syslog(pam, LOG_NOTICE, "%s", line.c_str()); });
  if (judge(exempt, {}, subject) == Verdict::exempt || (!job && subject.uid == 0)) return;
  if (!job)
    throw Failure("the session of user " + std::to_string(subject.uid) +
                  " is in no job: is pam_slurm_adopt configured before this module?");
  const Plan plan = prepare(settings, *job);
  enter(plan);
  confine(plan);
}

}  // namespace
}  // namespace jail

extern "C" {

EXPORT int pam_sm_open_session(pam_handle_t* pam, int, int count, const char** words) {
  try {
    jail::open_session(pam, count, words);
    return PAM_SUCCESS;
  } catch (const std::exception& failure) {
    pam_syslog(pam, LOG_ERR, "%s", failure.what());
  }
  return PAM_SESSION_ERR;
}

// Nothing to do: the mount namespace disappears with its last process.
EXPORT int pam_sm_close_session(pam_handle_t*, int, int, const char**) { return PAM_SUCCESS; }

}  // extern "C"
