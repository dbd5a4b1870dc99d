#include "change/change.h"

#include <algorithm>
#include <array>

namespace skiff::change {
namespace {

constexpr std::array<ClassName, 9> names{{{Class::nothing, "nothing", "nothing happens"},
                                          {Class::live, "live", "taken up live"},
                                          {Class::reconfigure, "reconfigure", "reconfigure"},
                                          {Class::restart, "restart", "daemon restart"},
                                          {Class::pods, "pods", "pods replaced"},
                                          {Class::drain, "drain", "nodes drained"},
                                          {Class::unknown, "unknown", "unknown"},
                                          {Class::refused, "refused", "refused by Kubernetes"},
                                          {Class::loses_data, "loses-data", "loses data"}}};

}  // namespace

std::span<const ClassName> class_names() { return names; }

const ClassName& name_of(Class value) { return *std::ranges::find(names, value, &ClassName::value); }

std::optional<Class> class_of(std::string_view id) {
  const auto found = std::ranges::find(names, id, &ClassName::id);
  return found == names.end() ? std::nullopt : std::optional(found->value);
}

std::string place_of(const Decision& decision) {
  return decision.file + ":" + std::to_string(decision.place.line) + ":" + std::to_string(decision.place.column);
}

}  // namespace skiff::change
