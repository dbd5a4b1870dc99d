#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace skiff::sidecar {

/// Both clocks, in seconds. The wall clock counts from 1970, and may be set by hours or days at any time.
struct Clocks {
  std::int64_t wall = 0, steady = 0;
};
Clocks clocks_now();

/// The time with which delays are measured. It starts as the wall clock's time and then follows the steady clock. So
/// no delay gets shorter or longer if the wall clock is set while the program runs.
class Timeline {
 public:
  /// To be called before each poll.
  void set(const Clocks& clocks);
  /// Seconds since 1970, if the wall clock has not been set since the first call of set().
  std::int64_t now() const { return start_ + clocks_.steady; }
  /// The wall clock's time: for what others read, never for a delay.
  std::int64_t wall() const { return clocks_.wall; }

  /// When something began, on this line. Slurm or Kubernetes reports the wall clock's `time` of it. Its age is read from
  /// the wall clock only the first time, and follows the steady clock after that. A time in the future counts as now.
  /// `what` identifies it. `not_before`: it cannot have begun earlier, whatever its `time`.
  std::int64_t from_wall_clock(const std::string& what, std::int64_t time, std::int64_t not_before = INT64_MIN);

 private:
  struct Place {
    std::int64_t time, begun, used;
  };
  Clocks clocks_;
  std::int64_t start_ = 0;
  bool started_ = false;
  std::map<std::string, Place> places_;
};

}  // namespace skiff::sidecar
