#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace skiff {

/// An event at which Slurm runs programs of the site.
struct HookRow {
  enum class Place : std::uint8_t {
    worker,      ///< root, in the pod of slurmd
    controller,  ///< user slurm, in the pod of slurmctld
    user,        ///< the user, in worker and login pods
  };
  std::string_view field;      ///< prologSlurmctld, of spec.slurm.scripts
  std::string_view parameter;  ///< PrologSlurmctld
  std::string_view program;    ///< hook-prolog-slurmctld, of the pods' scripts
  Place place;
  /// True if the program is in the pods even if the spec has none. Without the program, Slurm would fail jobs, drain
  /// nodes or exit, and the parameter can reach a pod up to a minute before the file.
  bool always;
};

/// In the order of the spec.
std::span<const HookRow> hook_rows();
const HookRow& hook_row(std::string_view field);

}  // namespace skiff
