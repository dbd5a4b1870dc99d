#pragma once

#include <string>

namespace skiff::bench {

/// A valid spec with `sets` node sets of `replicas` nodes each. The sets are of four kinds in turn (CPU, GPU,
/// catalogue, large memory), and every ten sets form a partition. The result has the same bytes every time.
std::string many_sets(int sets, int replicas);

}  // namespace skiff::bench
