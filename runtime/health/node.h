#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "settings.h"

namespace skiff::health {

struct Gpus;

/// Calling contexts, as a bit mask, so that a check can name several.
enum Context : unsigned { start = 1, periodic = 2, prolog = 4, epilog = 8 };

std::string_view name_of(Context context);

/// What a check knows about the machine and about the run that it is part of.
struct Node {
  Settings settings;
  Context as = periodic;
  /// Prefix of all paths in /proc, /sys, /dev and of the mounts; empty except in tests.
  std::string root;
  std::string name;                                             ///< Slurm's node name
  std::map<std::string, std::string, std::less<>> environment;  ///< of this process; Slurm describes the job in it
  std::int64_t now = 0;                                         ///< seconds since 1970
  std::map<std::string, std::string, std::less<>> memory;       ///< what each check remembered in the last run
  std::int64_t acknowledged = -1;                               ///< kernel messages up to this number are ignored
  /// Opened by the first check that needs it, in the process of that check.
  mutable std::shared_ptr<Gpus> gpus;

  std::string path(std::string_view absolute) const { return root + std::string(absolute); }
  std::string variable(std::string_view key) const;
  /// What the check with this id remembered in the last run; empty if nothing.
  std::string remembered(std::string_view id) const;
};

}  // namespace skiff::health
