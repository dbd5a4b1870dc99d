#include "places.h"

#include <array>
#include <string>

namespace skiff::mutants {
namespace {

using Pointer = Json::json_pointer;

struct Place {
  std::string_view file, map;
};

// Files with parameters at the top level, and their maps in spec.slurm.
constexpr std::array<Place, 6> maps = {{{"slurm.conf", "config"},
                                        {"cgroup.conf", "cgroup"},
                                        {"slurmdbd.conf", "slurmdbd"},
                                        {"mpi.conf", "mpi"},
                                        {"acct_gather.conf", "acctGather"},
                                        {"job_container.conf", "jobContainer"}}};

std::optional<Pointer> item_of(const Json& spec, std::string_view list, Random& random) {
  const Pointer at("/spec/" + std::string(list));
  if (!spec.contains(at) || !spec[at].is_array() || spec[at].empty()) return std::nullopt;
  return at / random.below(spec[at].size()) / "config";
}

}  // namespace

std::optional<Pointer> place_of(const Json& spec, std::string_view file, std::string_view line, Random& random) {
  if (file == "slurm.conf" && line == "NodeName") return item_of(spec, "nodeSets", random);
  if (file == "slurm.conf" && line == "PartitionName") return item_of(spec, "partitions", random);
  if (!line.empty()) return std::nullopt;
  if (file == "slurmdbd.conf" && !spec.contains(Pointer("/spec/accounting"))) return std::nullopt;
  for (const Place& place : maps) {
    if (place.file == file) return Pointer("/spec/slurm/" + std::string(place.map));
  }
  return std::nullopt;
}

void set_parameter(Json& spec, const Pointer& place, std::string_view key, const Json& value) {
  spec[place][std::string(key)] = value;
}

}  // namespace skiff::mutants
