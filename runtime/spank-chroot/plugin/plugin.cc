// The callbacks of spank(8), in the order in which Slurm calls them. Every failure is -1: up to 24.11, Slurm treats a
// positive code as a warning and runs the task outside the jail.
#include <exception>
#include <new>

#include "plugin/session.h"
#include "plugin/slurm.h"

namespace {

// One session for each process that loads the plugin. The callbacks share nothing else.
jail::Session& session() {
  static jail::Session* const only = new jail::Session;
  return *only;
}

// An exception that leaves a callback would end slurmd or slurmstepd.
template <typename Work>
int guarded(Work work) noexcept {
  try {
    work();
    return 0;
  } catch (const std::exception& failure) {
    slurm_error("spank_chroot: %s", failure.what());
  } catch (...) {
    slurm_error("spank_chroot: unknown error");
  }
  return -1;
}

int no_jail_option(int, const char*, int) {
  return guarded([] { session().ask_no_jail(); });
}

}  // namespace

extern "C" {

#define EXPORT __attribute__((visibility("default")))

// What SPANK_PLUGIN() of spank.h defines, but with external linkage: the macro's constants have internal linkage in
// C++.
extern EXPORT const char plugin_name[] = "chroot";
extern EXPORT const char plugin_type[] = "spank";
extern EXPORT const unsigned int plugin_version = SLURM_VERSION_NUMBER;
extern EXPORT const unsigned int spank_plugin_version = 1;

EXPORT int slurm_spank_init(spank_t spank, int count, char* arguments[]) {
  return guarded([&] {
    session().load(spank_context(), count, arguments);
    static char name[] = "no-jail";
    static char usage[] = "run outside the jail, if the administrator allows it";
    static spank_option option = {name, nullptr, usage, 0, 0, no_jail_option};
    const spank_context_t context = spank_context();
    if (session().has_no_jail() && (context == S_CTX_LOCAL || context == S_CTX_ALLOCATOR || context == S_CTX_REMOTE)) {
      if (spank_option_register(spank, &option) != ESPANK_SUCCESS) throw jail::Failure("can't register --no-jail");
    }
  });
}

EXPORT int slurm_spank_job_prolog(spank_t spank, int count, char* arguments[]) {
  return guarded([&] { session().prolog(spank, count, arguments); });
}

EXPORT int slurm_spank_init_post_opt(spank_t spank, int, char*[]) {
  const spank_context_t context = spank_context();
  if (context == S_CTX_LOCAL || context == S_CTX_ALLOCATOR) return guarded([] { session().submit(); });
  if (context != S_CTX_REMOTE) return 0;
  return guarded([&] { session().begin_step(spank); });
}

EXPORT int slurm_spank_task_init_privileged(spank_t spank, int, char*[]) {
  return guarded([&] { session().begin_task(spank); });
}

EXPORT int slurm_spank_job_epilog(spank_t spank, int count, char* arguments[]) {
  return guarded([&] { session().epilog(spank, count, arguments); });
}

}  // extern "C"
