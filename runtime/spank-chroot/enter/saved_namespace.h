#pragma once

#include "kernel/fd.h"

namespace jail {

/// The calling thread's mount namespace. Throws Failure.
Fd own_namespace();

/// The calling thread's mount namespace, root and working directory, to restore them.
class SavedNamespace {
 public:
  /// Throws Failure if one of them cannot be opened.
  SavedNamespace();

  /// Throws nothing, because the first error is the one to report. If it fails, slurmstepd exits in the new namespace,
  /// which disappears with it.
  void restore() const;

 private:
  Fd namespace_, root_, folder_;
};

/// Runs `work`, which changes them. If it throws, restores them and throws the same exception.
template <typename Work>
void restore_on_failure(Work work) {
  const SavedNamespace before;
  try {
    work();
  } catch (...) {
    before.restore();
    throw;
  }
}

}  // namespace jail
