// A plugin of the site that makes a directory in /run before the tasks start, as pyxis does: the tasks find it there.
#include <sys/stat.h>

#include <cerrno>

extern "C" {
#include <slurm/spank.h>

extern const char plugin_name[] = "writes";
extern const char plugin_type[] = "spank";
extern const unsigned int plugin_version = SLURM_VERSION_NUMBER;
extern const unsigned int spank_plugin_version = 1;

int slurm_spank_init_post_opt(spank_t spank, int, char*[]) {
  return spank_remote(spank) != 1 || mkdir("/run/of-a-plugin", 0755) == 0 || errno == EEXIST ? 0 : -1;
}
}
