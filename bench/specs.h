#pragma once

#include <string>

namespace skiff::bench {

/// A valid spec of this many node sets of four kinds (CPU, GPU, catalogue, large memory), each of `replicas` nodes,
/// with a partition for every ten of them. The same bytes every time.
std::string many_sets(int sets, int replicas);

}  // namespace skiff::bench
