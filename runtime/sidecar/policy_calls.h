#pragma once

#include <string>
#include <vector>

namespace skiff::sidecar {

/// One call of sacctmgr.
struct PolicyCall {
  std::vector<std::string> words;  ///< with the names at `names`
  std::size_t names = 0;           ///< which word ends with the names, commas between
  std::vector<std::string> keys;   ///< of the records that it is about, in the order of their names
};

/// The same call for one of its records alone.
PolicyCall only(const PolicyCall& call, std::size_t number);

/// Whether slurmdbd tells slurmctld of it, with one message: of what is not for jobs it does not.
bool is_told(const PolicyCall& call);

/// Adds calls to a list. Those of one object that differ in nothing but the names become one, of 200 names at most.
class PolicyCalls {
 public:
  explicit PolicyCalls(std::vector<PolicyCall>& calls) : calls_(calls), first_(calls.size()) {}

  /// `before`, the word of the names, which begins with `prefix`, and what follows.
  void add(const std::vector<std::string>& before, const std::string& prefix, const std::string& name,
           const std::vector<std::string>& after, const std::string& key);
  /// The same where no call may come before one that was added earlier.
  void add_in_order(const std::vector<std::string>& before, const std::string& prefix, const std::string& name,
                    const std::vector<std::string>& after, const std::string& key);

 private:
  std::vector<PolicyCall>& calls_;
  const std::size_t first_;
};

}  // namespace skiff::sidecar
