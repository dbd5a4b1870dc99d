// A minimal jail, for comparison in benchmarks: unshare and pivot_root for each task, without checks or mounts.
#include <sched.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <unistd.h>

extern "C" {
#include <slurm/spank.h>

extern const char plugin_name[] = "plain_jail";
extern const char plugin_type[] = "spank";
extern const unsigned int plugin_version = SLURM_VERSION_NUMBER;
extern const unsigned int spank_plugin_version = 1;

int slurm_spank_task_init_privileged(spank_t, int, char* arguments[]) {
  if (unshare(CLONE_NEWNS) != 0 || mount(nullptr, "/", nullptr, MS_SLAVE | MS_REC, nullptr) != 0) return -1;
  if (mount(arguments[0], arguments[0], nullptr, MS_BIND, nullptr) != 0 || chdir(arguments[0]) != 0) return -1;
  if (syscall(SYS_pivot_root, ".", ".") != 0 || umount2(".", MNT_DETACH) != 0 || chdir("/") != 0) return -1;
  return 0;
}
}
