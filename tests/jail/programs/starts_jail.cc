// A plugin of the site that starts a program in each task, as pyxis does: it runs where the task runs, as the task's user.
#include <sys/wait.h>
#include <unistd.h>

extern "C" {
#include <slurm/spank.h>

extern const char plugin_name[] = "starts";
extern const char plugin_type[] = "spank";
extern const unsigned int plugin_version = SLURM_VERSION_NUMBER;
extern const unsigned int spank_plugin_version = 1;

int slurm_spank_task_init(spank_t, int, char*[]) {
  const pid_t child = fork();
  if (child == 0) {
    execl("/bin/sh", "sh", "-c", "echo $(cat /etc/skiff-jail) $(id -u)", nullptr);
    _exit(1);
  }
  int status = 0;
  return child > 0 && waitpid(child, &status, 0) == child && status == 0 ? 0 : -1;
}
}
