#pragma once

#include <time.h>

#include <cstdint>
#include <string>

namespace skiff::sidecar {

inline constexpr std::int64_t test_now = 1763750000;

/// A time as Slurm writes it.
inline std::string slurm_time(std::int64_t seconds) {
  const time_t at = seconds;
  tm parts{};
  gmtime_r(&at, &parts);
  char text[32];
  strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts);
  return text;
}

/// A reason that was set `age` seconds ago.
inline std::string reason(std::int64_t age, const std::string& text) {
  return text + " [root@" + slurm_time(test_now - age) + "]";
}

/// A line of scontrol's output.
inline std::string shown(const std::string& name, const std::string& state, const std::string& why = "") {
  return "NodeName=" + name + " Arch=x86_64 State=" + state + " ThreadsPerCore=1 Partitions=main" +
         (why.empty() ? "" : " Reason=" + why) + "\n";
}

}  // namespace skiff::sidecar
