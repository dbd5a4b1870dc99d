#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace jail {

/// The users and groups that the settings name. They are looked up once in the node's user database, as root and
/// outside the jail.
struct Names {
  std::vector<std::uint32_t> users;
  std::vector<std::uint32_t> groups;
};

/// What a decision needs to know about a step. None of it comes from the user's environment.
struct Subject {
  std::uint32_t uid = 0;
  std::vector<std::uint32_t> groups;  ///< primary and supplementary
  bool exempt_job = false;            ///< noted by the prolog: the job's partition or account is exempt
  bool asks_no_jail = false;          ///< --no-jail
};

enum class Verdict {
  jail,
  exempt,
  refuse,  ///< jailed, and none of its tasks runs
};

/// Exempt users and jobs are not jailed. Neither are users who ask for --no-jail and may use it. Unauthorised requests
/// for --no-jail are refused.
Verdict judge(const Names& exempt, const Names& no_jail, const Subject& subject);

/// True if the names include the subject's user or one of its groups.
bool named(const Names& names, const Subject& subject);

/// True if the job's partition or account is exempt. Slurm gives these names to the prolog from the job's credential.
/// In a step's environment, the user could have set them.
bool exempt_job(const std::vector<std::string>& partitions, const std::vector<std::string>& accounts,
                const char* partition, const char* account);

}  // namespace jail
