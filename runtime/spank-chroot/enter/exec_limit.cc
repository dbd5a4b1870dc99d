#include "enter/exec_limit.h"

#include "text/failure.h"

namespace jail {
namespace {

rlimit present() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0) fail_errno("read the limit of the address space");
  return limit;
}

void set(const rlimit& limit) {
  if (setrlimit(RLIMIT_AS, &limit) != 0) fail_errno("set the limit of the address space");
}

}  // namespace

rlimit forbid_exec() {
  const rlimit before = present();
  set({0, before.rlim_max});
  return before;
}

void allow_exec(const rlimit& before) {
  // Keep a limit that Slurm has set for the user meanwhile.
  if (present().rlim_cur == 0) set(before);
}

}  // namespace jail
