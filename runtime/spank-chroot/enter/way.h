#pragma once

#include "kernel/fd.h"

namespace jail {

/// The calling thread's mount namespace. Throws Failure.
Fd own_namespace();

/// Where the calling thread is, its mount namespace, root and working directory, and the way back there.
class Way {
 public:
  /// Throws Failure where that can't be opened.
  Way();

  /// Nothing is thrown: what went wrong first is what counts. Without a way back slurmstepd ends in the new namespace, which goes
  /// away with it.
  void back() const;

 private:
  Fd namespace_, root_, folder_;
};

/// Runs what changes them, and goes back where it throws.
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
