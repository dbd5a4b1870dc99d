#pragma once

#include <string>
#include <vector>

namespace skiff::policy {

/// One call of sacctmgr.
struct Call {
  std::vector<std::string> words;  ///< the arguments
  std::size_t names = 0;           ///< index of the word that ends with the names, separated by commas
  std::vector<std::string> keys;   ///< the keys of the records that it changes, in the order of the names
};

/// The same call for only one of its records.
Call only(const Call& call, std::size_t number);

/// True if slurmdbd reports the call to slurmctld, in one message. It does not report descriptions and organizations of
/// accounts, because they do not matter for jobs. Changes of a resource itself are reported to the clusters that may use
/// it; only the call for this cluster, which follows, counts.
bool is_reported(const Call& call);

/// Adds calls to a list. Calls that one Calls object adds and that differ only in the names become one call,
/// with at most 200 names.
class Calls {
 public:
  explicit Calls(std::vector<Call>& calls) : calls_(calls), first_(calls.size()) {}

  /// The call has the words `before`, then `prefix` and the name as one word, then `after`. `key` is the record's key.
  void add(const std::vector<std::string>& before, const std::string& prefix, const std::string& name,
           const std::vector<std::string>& after, const std::string& key);
  /// The same, but keeps the order: a call is only merged into the last one.
  void add_in_order(const std::vector<std::string>& before, const std::string& prefix, const std::string& name,
                    const std::vector<std::string>& after, const std::string& key);

 private:
  std::vector<Call>& calls_;
  const std::size_t first_;
};

}  // namespace skiff::policy
