#pragma once

#include "kernel/fd.h"

namespace jail {

/// The calling thread's mount namespace. Throws Failure.
Fd own_namespace();

/// The calling thread's mount namespace, root and working directory, and the way back to them.
class Way {
 public:
  /// Throws Failure if one of them cannot be opened.
  Way();

  /// Goes back. Throws nothing, because the first error is the one to report. If going back fails, slurmstepd exits in
  /// the new namespace, which disappears with it.
  void back() const;

 private:
  Fd namespace_, root_, folder_;
};

/// Runs `work`, which changes them. If it throws, goes back and throws the same exception.
template <typename Work>
void or_back(Work work) {
  const Way way;
  try {
    work();
  } catch (...) {
    way.back();
    throw;
  }
}

}  // namespace jail
