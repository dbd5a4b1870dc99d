#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "verify/verify.h"

namespace skiff {

/// One object with what the checks ask for again and again.
struct Item {
  std::string_view file;
  const Value* value = nullptr;
  std::string_view api_version, kind, ns, name;
  const Value* pod_template = nullptr;  ///< of a workload; the object itself for a Pod
  const Value* labels = nullptr;        ///< of the pods
  const Value* pod = nullptr;           ///< their spec

  bool is(std::string_view wanted) const { return kind == wanted; }
};

/// All objects of the output, with the indexes that keep every check linear.
class ObjectSet {
 public:
  explicit ObjectSet(const VerifyInput& input);

  const std::vector<Item>& items() const { return items_; }
  /// The object of this kind and name, or nullptr.
  const Item* find(std::string_view kind, std::string_view ns, std::string_view name) const;
  /// Workloads and Pods of a namespace whose labels hold every pair of `selector` (a map of strings).
  std::vector<const Item*> selected(const Value& selector, std::string_view ns) const;

 private:
  std::vector<Item> items_;
  // By hashes; what is found is compared, so that equal hashes of different texts do no harm.
  std::unordered_map<std::size_t, std::vector<std::uint32_t>> by_name_;
  std::unordered_map<std::size_t, std::vector<std::uint32_t>> by_label_;
};

/// The text of a string member, or "".
std::string_view text_of(const Value& map, std::string_view key);
/// The integer member, or `otherwise`.
std::int64_t number_of(const Value& map, std::string_view key, std::int64_t otherwise);
/// True if the member is the boolean `true`.
bool is_true(const Value& map, std::string_view key);
/// The items of a list member; empty if it is not there.
const SharedList<Value>& items_of(const Value& map, std::string_view key);
/// The item of a list of maps whose `key` is `text`, or nullptr.
const Value* item_named(const SharedList<Value>& list, std::string_view text, std::string_view key = "name");

/// Calls `f(container)` for the init containers and containers of a pod.
template <class F>
void each_container(const Value& pod, F&& f) {
  for (std::string_view list : {"initContainers", "containers"}) {
    for (const Value& container : items_of(pod, list)) f(container);
  }
}

}  // namespace skiff
