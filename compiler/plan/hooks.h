#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace skiff {

/// What Slurm runs a program of the site's at.
struct HookRow {
  enum class Place : std::uint8_t {
    worker,      ///< root, in the pod of slurmd
    controller,  ///< user slurm, in the pod of slurmctld
    user,        ///< the user, where the jobs and logins are
  };
  std::string_view field;      ///< prologSlurmctld, of spec.slurm.scripts
  std::string_view parameter;  ///< PrologSlurmctld
  std::string_view program;    ///< hook-prolog-slurmctld, of the pods' scripts
  Place place;
  /// The program is in the pods whether the spec has one or not: Slurm fails jobs, drains nodes or ends where it is missing, and the
  /// parameter may be there a minute before the file.
  bool always;
};

/// In the order of the spec.
std::span<const HookRow> hook_rows();
const HookRow& hook_row(std::string_view field);

}  // namespace skiff
