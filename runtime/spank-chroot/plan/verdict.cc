#include "plan/verdict.h"

#include <algorithm>

namespace jail {
namespace {

bool listed(const std::vector<std::string>& list, const char* name) {
  return name && std::find(list.begin(), list.end(), name) != list.end();
}

}  // namespace

bool named(const Names& names, const Subject& subject) {
  if (std::find(names.users.begin(), names.users.end(), subject.uid) != names.users.end()) return true;
  return std::any_of(subject.groups.begin(), subject.groups.end(), [&](std::uint32_t group) {
    return std::find(names.groups.begin(), names.groups.end(), group) != names.groups.end();
  });
}

Verdict judge(const Names& exempt, const Names& no_jail, const Subject& subject) {
  if (subject.exempt_job || named(exempt, subject)) return Verdict::exempt;
  if (!subject.asks_no_jail) return Verdict::jail;
  return named(no_jail, subject) ? Verdict::exempt : Verdict::refuse;
}

bool exempt_job(const std::vector<std::string>& partitions, const std::vector<std::string>& accounts,
                const char* partition, const char* account) {
  return listed(partitions, partition) || listed(accounts, account);
}

}  // namespace jail
