#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "plan/version.h"

namespace skiff {

/// A file beside slurm.conf that a part of Slurm reads: a row of schema/slurm/files.tsv. `embed` writes the rows at
/// build time.
struct SlurmFileRow {
  enum Reader : std::uint8_t { slurmctld = 1, slurmd = 2, login = 4 };
  std::string_view file;
  std::string_view parameter;  ///< of slurm.conf, whose value names the reader; empty: the file is always read
  std::string_view value;      ///< `*`: any
  bool needed;                 ///< the reader does not start without the file
  std::uint8_t readers;
  Version sent;          ///< from this release on slurmctld sends it to the workers; 0.0: never
  bool sent_to_clients;  ///< slurmctld also sends it to sackd
  Version since;         ///< first release with the reader
  Version removed;       ///< first release without the reader; 0.0: none
};

/// Sorted by file.
std::span<const SlurmFileRow> slurm_file_rows();

/// True if the release has the reader.
bool in_release(const SlurmFileRow& row, Version slurm);

/// True if a word of the row's parameter names its reader, with or without a prefix: `lua` or `job_submit/lua`.
bool names_reader(const SlurmFileRow& row, std::string_view word);

}  // namespace skiff
