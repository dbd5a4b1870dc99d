#include "change/rules.h"

namespace skiff {
namespace {

constexpr Rule rules[] = {
    {"SKF501", "Kubernetes would refuse a change of an object"},
    {"SKF502", "the output directory belongs to another cluster"},
};

}  // namespace

std::span<const Rule> change_rules() { return rules; }

}  // namespace skiff
