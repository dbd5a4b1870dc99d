#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "plan/version.h"

namespace skiff {

/// The daemon that must restart when a parameter changes: a row of schema/slurm/restart.tsv. `embed` writes the rows
/// when skiff is built.
struct RestartRow {
  enum class Effect : std::uint8_t {
    never,      ///< the key must not be changed
    slurmctld,  ///< this daemon restarts
    slurmd,
    slurmdbd,
    all,       ///< slurmctld and every slurmd
    together,  ///< the same, and daemons with different values do not reach each other
  };
  std::string_view file;  ///< slurm.conf
  std::string_view line;  ///< the first key of lines such as NodeName=; empty: any line
  std::string_view key;
  Effect effect;
  Version since;
  Version removed;  ///< 0.0: never
};

std::span<const RestartRow> restart_rows();

}  // namespace skiff
