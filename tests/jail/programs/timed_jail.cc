// Measures the jail's plugin: `timed_jail.so PLUGIN ARGUMENT...` in plugstack.conf. For each step it writes a line to
// /w/log/timed, the microseconds that the plugin took in slurmstepd, in the processes that it forks and in the tasks.
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <ctime>

extern "C" {
#include <slurm/spank.h>

extern const char plugin_name[] = "timed_jail";
extern const char plugin_type[] = "spank";
extern const unsigned int plugin_version = SLURM_VERSION_NUMBER;
extern const unsigned int spank_plugin_version = 1;
}

namespace {

using Hook = int (*)(spank_t, int, char*[]);

void* plugin = nullptr;
int log_file = -1;
std::atomic<long>* spent = nullptr;  // nanoseconds, of all processes of the step
long fork_began = 0;

long now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000 + time.tv_nsec;
}

int call(const char* name, spank_t spank, int count, char* arguments[]) {
  const auto hook = reinterpret_cast<Hook>(plugin == nullptr ? nullptr : dlsym(plugin, name));
  if (hook == nullptr) return 0;
  const long from = now();
  const int status = hook(spank, count - 1, arguments + 1);
  if (spent != nullptr) *spent += now() - from;
  return status;
}

// Fork handlers run in the child in the order in which they were registered: one before the plugin's own, one after it.
void before_plugin() { fork_began = now(); }
void after_plugin() { *spent += now() - fork_began; }

}  // namespace

extern "C" {

int slurm_spank_init(spank_t spank, int count, char* arguments[]) {
  const long from = now();
  plugin = dlopen(arguments[0], RTLD_NOW | RTLD_LOCAL);
  if (plugin == nullptr) return -1;
  if (spank_context() == S_CTX_REMOTE) {
    log_file = open("/w/log/timed", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    void* page = mmap(nullptr, sizeof *spent, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (log_file < 0 || page == MAP_FAILED) return -1;
    spent = new (page) std::atomic<long>(now() - from);
  }
  return call("slurm_spank_init", spank, count, arguments);
}

int slurm_spank_init_post_opt(spank_t spank, int count, char* arguments[]) {
  if (spent == nullptr) return call("slurm_spank_init_post_opt", spank, count, arguments);
  if (pthread_atfork(nullptr, nullptr, before_plugin) != 0) return -1;
  const int status = call("slurm_spank_init_post_opt", spank, count, arguments);
  if (pthread_atfork(nullptr, nullptr, after_plugin) != 0) return -1;
  return status;
}

int slurm_spank_task_init_privileged(spank_t spank, int count, char* arguments[]) {
  return call("slurm_spank_task_init_privileged", spank, count, arguments);
}

int slurm_spank_job_prolog(spank_t spank, int count, char* arguments[]) {
  return call("slurm_spank_job_prolog", spank, count, arguments);
}

int slurm_spank_job_epilog(spank_t spank, int count, char* arguments[]) {
  return call("slurm_spank_job_epilog", spank, count, arguments);
}

int slurm_spank_exit(spank_t, int, char*[]) {
  if (spent != nullptr) dprintf(log_file, "%ld\n", spent->load() / 1000);
  return 0;
}
}
