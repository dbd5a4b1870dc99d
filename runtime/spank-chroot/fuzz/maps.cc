// The files that slurmstepd has loaded, from /proc/PID/maps, and the node's paths in slurmstepd's root.
#include <algorithm>

#include "fuzz/claim.h"
#include "plan/mounts_file.h"
#include "plan/node_paths.h"
#include "text/words.h"

using namespace fuzz;
using namespace jail;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  static const std::vector<Mount> mounts = parse_mounts(default_mounts()).mounts;
  const auto paths = node_paths({reinterpret_cast<const char*>(bytes), size}, mounts);
  const auto names = names_below(paths, "");
  for (const NodePath& path : paths) {
    claim(path_fault(path.path).empty(), "a path is plain");
    claim(match_node_paths(paths, path.path) == NodePathMatch::exact, "each path is found in the list");
    for (const NodePath& other : paths)
      claim(other.path == path.path || other.writable || !inside(other.path, path.path),
            "only the spool is inside another path");
    const std::string first = split(path.path.substr(1), '/').front();
    claim(std::find(names.begin(), names.end(), first) != names.end(), "the root leads to each path");
  }
  return 0;
}
