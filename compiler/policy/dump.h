#pragma once

#include <string>
#include <string_view>

#include "policy/decide.h"

namespace skiff::policy {

/// The accounting records of a cluster, as dump.sh prints them.
struct Dump {
  std::string cluster;
  Records records;  ///< with all columns of the dump
  Memory memory;    ///< empty if the cluster is not one of skiff, or if the dump was not made in slurmctld's pod
};

/// Reads a dump. Throws std::runtime_error if it is not complete.
Dump parse_dump(std::string_view text);

/// The same records with only the columns that the sidecar would ask for. The names of columns may differ in case.
Records with_columns(const Records& records, const Columns& columns);

}  // namespace skiff::policy
