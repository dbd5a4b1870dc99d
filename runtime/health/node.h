#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "settings.h"

namespace skiff::health {

struct Gpus;

/// Who asks. Bits, as a check names all of its own.
enum Context : unsigned { start = 1, periodic = 2, prolog = 4, epilog = 8 };

std::string_view name_of(Context context);

/// What a check sees of the machine, and of the run that it is part of.
struct Node {
  Settings settings;
  Context as = periodic;
  /// Stands before every path of /proc, /sys, /dev and of the mounts; empty but in tests.
  std::string root;
  std::string name;                                             ///< Slurm's node name
  std::map<std::string, std::string, std::less<>> environment;  ///< what Slurm says of the job
  std::int64_t now = 0;                                         ///< seconds since 1970
  std::map<std::string, std::string, std::less<>> memory;       ///< of the run before, by check
  std::int64_t acknowledged = -1;                               ///< kernel messages up to here are past
  /// Opened by the first check that needs it, in the process of that check.
  mutable std::shared_ptr<Gpus> gpus;

  std::string path(std::string_view absolute) const { return root + std::string(absolute); }
  std::string variable(std::string_view key) const;
  /// What the check of this id left at the run before; empty where there was none.
  std::string remembered(std::string_view id) const;
};

}  // namespace skiff::health
