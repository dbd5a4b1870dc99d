#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace jail {

/// Whom the settings name, as the node's user database has them: resolved once, as root, outside the jail.
struct Names {
  std::vector<std::uint32_t> users;
  std::vector<std::uint32_t> groups;
};

/// What a decision needs of a step; nothing of it comes from the user's environment.
struct Subject {
  std::uint32_t uid = 0;
  std::vector<std::uint32_t> groups;  ///< primary and supplementary
  bool exempt_job = false;            ///< noted by the prolog: the job's partition or account is exempt
  bool asks_no_jail = false;          ///< --no-jail
};

enum class Verdict {
  jail,
  exempt,
  refuse,  ///< jailed, and no task of it runs
};

/// Who is exempt is not jailed; who asks for --no-jail and may is not either; who asks and may not is refused.
Verdict judge(const Names& exempt, const Names& no_jail, const Subject& subject);

/// True if the subject is one of those, by name or by a group.
bool named(const Names& names, const Subject& subject);

/// True if the job's partition or account is among those exempt. Slurm gives the names to the prolog from the job's
/// credential; in a step's environment they would be the user's word.
bool exempt_job(const std::vector<std::string>& partitions, const std::vector<std::string>& accounts,
                const char* partition, const char* account);

}  // namespace jail
