// hung_mount DIRECTORY: mounts a file system that never answers (FUSE without a server). When this program is killed,
// every access fails at once. Prints `mounted` when it is ready. Exits with 77 if the machine has no FUSE or does not
// allow it.
#include <fcntl.h>
#include <sys/mount.h>
#include <unistd.h>

#include <cstdio>
#include <string>

int main(int count, char** words) {
  if (count != 2) return 2;
  const int device = open("/dev/fuse", O_RDWR | O_CLOEXEC);
  const std::string options = "fd=" + std::to_string(device) + ",rootmode=40000,user_id=0,group_id=0";
  if (device < 0 || mount("hung", words[1], "fuse", MS_NOSUID | MS_NODEV, options.c_str()) != 0) {
    std::perror("hung_mount");
    return 77;
  }
  std::puts("mounted");
  std::fflush(stdout);
  pause();
  return 0;
}
