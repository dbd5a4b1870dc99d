#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "plan/version.h"

namespace skiff {

/// A file that something of Slurm reads beside slurm.conf: a row of schema/slurm/files.tsv, which `embed` writes when skiff is built.
struct SlurmFileRow {
  enum Reader : std::uint8_t { slurmctld = 1, slurmd = 2, login = 4 };
  std::string_view file;
  std::string_view parameter;  ///< of slurm.conf, whose value names the reader; empty: it is read where it is
  std::string_view value;      ///< `*`: any
  bool needed;                 ///< the reader does not start without it
  std::uint8_t readers;
  Version sent;          ///< from this release on slurmctld sends it to the workers; 0.0: never
  bool sent_to_clients;  ///< and to sackd
  Version since;         ///< of the reader
  Version removed;       ///< 0.0: never
};

/// Sorted by file.
std::span<const SlurmFileRow> slurm_file_rows();

/// Whether the release has what the row is about.
bool in_release(const SlurmFileRow& row, Version slurm);

/// Whether a word of the row's parameter names its reader: `lua` as `job_submit/lua`.
bool names_reader(const SlurmFileRow& row, std::string_view word);

}  // namespace skiff
