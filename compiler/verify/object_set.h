#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "verify/verify.h"

namespace skiff {

/// One object, with the parts that checks need often.
struct Item {
  std::string_view file;
  const Value* value = nullptr;
  std::string_view api_version, kind, ns, name;
  const Value* pod_template = nullptr;  ///< the workload's pod template; the object itself for a Pod
  const Value* labels = nullptr;        ///< labels of the pods
  const Value* pod = nullptr;           ///< spec of the pods

  bool is(std::string_view wanted) const { return kind == wanted; }
};

/// All objects of the output, with indexes that keep every check linear.
class ObjectSet {
 public:
  explicit ObjectSet(const VerifyInput& input);

  const std::vector<Item>& items() const { return items_; }
  /// The object with this kind, namespace and name, or nullptr. The first one if there are several.
  const Item* find(std::string_view kind, std::string_view ns, std::string_view name) const;
  /// The workloads and Pods of a namespace whose pods have all labels of `selector` (a map of strings).
  std::vector<const Item*> selected(const Value& selector, std::string_view ns) const;

 private:
  std::vector<Item> items_;
  // The keys are hashes. Lookups also compare the texts, so hash collisions do no harm.
  std::unordered_map<std::size_t, std::vector<std::uint32_t>> by_name_;
  std::unordered_map<std::size_t, std::vector<std::uint32_t>> by_label_;
};

/// The text of the string member `key`, or "".
std::string_view text_of(const Value& map, std::string_view key);
/// The integer member `key`, or `otherwise`.
std::int64_t number_of(const Value& map, std::string_view key, std::int64_t otherwise);
/// True if the member is the boolean `true`.
bool is_true(const Value& map, std::string_view key);
/// The items of the list member `key`. Empty if there is no such member.
const SharedList<Value>& items_of(const Value& map, std::string_view key);
/// The item of a list of maps in which `key` has the value `text`, or nullptr.
const Value* item_named(const SharedList<Value>& list, std::string_view text, std::string_view key = "name");

/// Calls `f(container)` for the init containers and containers of a pod.
template <class F>
void each_container(const Value& pod, F&& f) {
  for (std::string_view list : {"initContainers", "containers"}) {
    for (const Value& container : items_of(pod, list)) f(container);
  }
}

/// True if one of the containers of a pod declares a port, which is a name or a number.
bool declares_port(const Value& pod, const Value& port);

}  // namespace skiff
