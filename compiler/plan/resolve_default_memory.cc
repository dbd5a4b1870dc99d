#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "plan/owned.h"
#include "plan/resolve_parts.h"
#include "text/slurm_number.h"
#include "text/split.h"

namespace skiff {
namespace {

const plan::Text* find(const plan::Pairs& pairs, std::string_view key) {
  const auto found = std::ranges::find_if(pairs, [&](const auto& pair) { return same_key(pair.first, key); });
  return found == pairs.end() ? nullptr : &found->second;
}

// True if Slurm gives jobs a part of a node's memory, as with the default CR_Core_Memory. Otherwise a default would only
// limit jobs. A partition may have its own SelectTypeParameters.
bool shares_memory(const plan::Pairs& cluster, const plan::Pairs& partition, Origin& why) {
  const plan::Text* const type = find(cluster, "SelectType");
  const plan::Text* const own = find(partition, "SelectTypeParameters");
  const plan::Text* const parameters = own ? own : find(cluster, "SelectTypeParameters");
  if (type) why |= type->origin;
  if (parameters) why |= parameters->origin;
  if (type && same_key(**type, "select/linear")) return false;
  if (!parameters) return true;
  for (const std::string_view word : Parts(**parameters, ',')) {
    constexpr std::string_view end = "_memory";
    if (word.size() > end.size() && same_key(word.substr(word.size() - end.size()), end) &&
        !same_key(word, "CR_Memory"))
      return true;
  }
  return false;
}

// The number of a parameter, or std::nullopt for none and 0.
std::optional<std::int64_t> limit_in(const plan::Pairs& pairs, std::string_view key, Origin& why) {
  const plan::Text* const value = find(pairs, key);
  if (!value) return std::nullopt;
  why |= value->origin;
  const auto number = to_slurm_number(**value);
  return number && *number > 0 ? number : std::nullopt;
}

std::optional<std::int64_t> least(std::optional<std::int64_t> a, std::optional<std::int64_t> b) {
  return a && b ? std::min(*a, *b) : a ? a : b;
}

class DefaultMemory {
 public:
  DefaultMemory(const plan::Pairs& cluster, plan::Partition& partition) : cluster_(cluster), partition_(partition) {}

  /// `why` is the origin of the list of sets.
  void operator()(const std::vector<const plan::NodeSet*>& sets, Origin why) {
    if (!shares_memory(cluster_, partition_.config, why)) {
      partition_.nodes.origin |= why;
      return;
    }
    std::optional<std::int64_t> per_cpu = limit("MaxMemPerCPU", why), per_gpu;
    const std::optional<std::int64_t> per_node = limit("MaxMemPerNode", why);
    Origin of_cpu = why, of_gpu = why;
    for (const plan::NodeSet* set : sets) {
      // A set whose hardware has an error.
      if (*set->cpus <= 0) continue;
      Origin own = set->real_memory.origin;
      const std::int64_t reserved = limit_in(set->config, "MemSpecLimit", own).value_or(0);
      const std::int64_t memory = *least(*set->real_memory - reserved, per_node);
      per_cpu = least(per_cpu, memory / *set->cpus);
      of_cpu |= own | set->cpus.origin;
      if (!set->gpus || *set->gpus->count <= 0) continue;
      per_gpu = least(per_gpu, memory / *set->gpus->count);
      of_gpu |= own | set->gpus->count.origin;
    }
    if (!set_by_user({"DefMemPerCPU", "DefMemPerNode"})) add("DefMemPerCPU", per_cpu, of_cpu);
    if (!set_by_user({"DefMemPerGPU"})) add("DefMemPerGPU", per_gpu, of_gpu);
  }

 private:
  std::optional<std::int64_t> limit(std::string_view key, Origin& why) {
    const auto own = limit_in(partition_.config, key, why);
    return own ? own : limit_in(cluster_, key, why);
  }

  bool set_by_user(std::initializer_list<std::string_view> keys) {
    return std::ranges::any_of(keys, [&](std::string_view key) {
      const plan::Text* const value = find(cluster_, key);
      if (value) partition_.nodes.origin |= value->origin;
      return value || find(partition_.config, key);
    });
  }

  void add(const char* key, std::optional<std::int64_t> mebibytes, const Origin& why) {
    if (mebibytes && *mebibytes > 0) partition_.config.emplace_back(key, plan::Text{std::to_string(*mebibytes), why});
  }

  const plan::Pairs& cluster_;
  plan::Partition& partition_;
};

}  // namespace

void resolve_default_memory(const spec::ClusterSpec& spec, plan::Plan& plan) {
  for (std::size_t i = 0; i < plan.partitions.size(); ++i) {
    std::vector<const plan::NodeSet*> sets;
    Origin why;
    for (const plan::NodeSet& set : plan.node_sets) {
      const auto named = [&](const auto& name) { return *name == *set.name; };
      if (!spec.partitions.empty() && std::ranges::none_of(spec.partitions[i].node_sets, named)) continue;
      sets.push_back(&set);
      why |= set.name.origin;
    }
    if (!spec.partitions.empty())
      for (const auto& name : spec.partitions[i].node_sets) why |= name.origin;
    DefaultMemory(plan.files.config, plan.partitions[i])(sets, why);
  }
}

}  // namespace skiff
