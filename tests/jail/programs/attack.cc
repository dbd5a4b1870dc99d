// Makes attempts on the jail that a shell cannot make: attack NAME [ARGUMENT...]
// Exit status: 0 when the attempt succeeded, 1 when it was refused,
// with the reason on standard output, 2 when NAME is unknown.
#include <dirent.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/fs.h>
#include <linux/keyctl.h>
#include <sched.h>
#include <sys/fanotify.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/swap.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

int refused(const char* what) {
  std::printf("refused: %s: %s\n", what, std::strerror(errno));
  return 1;
}

// Opens the root of a file system by its handle, like the "shocker" exploit of 2014. It needs only CAP_DAC_READ_SEARCH.
int by_handle(const char* mount_point) {
  struct {
    file_handle head;
    unsigned char bytes[64];
  } handle{};
  handle.head.handle_bytes = sizeof handle.bytes;
  int mount = 0;
  if (name_to_handle_at(AT_FDCWD, mount_point, &handle.head, &mount, 0) != 0) return refused("name_to_handle_at");
  const int folder = open(mount_point, O_RDONLY | O_DIRECTORY);
  const int file = open_by_handle_at(folder, &handle.head, O_RDONLY);
  if (file < 0) return refused("open_by_handle_at");
  return 0;
}

int trace(const char* pid) {
  if (ptrace(PTRACE_SEIZE, std::atoi(pid), 0, 0) != 0) return refused("ptrace");
  return 0;
}

int read_memory(const char* pid) {
  const int file = open((std::string("/proc/") + pid + "/mem").c_str(), O_RDWR);
  return file < 0 ? refused("open mem") : 0;
}

// Leaves a chroot with a second chroot, above which the working directory stays: the oldest escape from chroot(2).
int double_chroot() {
  mkdir("/tmp/inner", 0755);
  if (chroot("/tmp/inner") != 0) return refused("chroot");
  for (int up = 0; up < 64; ++up) (void)!chdir("..");
  if (chroot(".") != 0) return refused("second chroot");
  return access("/node-secret", F_OK) == 0 ? 0 : refused("the node's root");
}

// Looks for an open directory that was inherited from outside.
int inherited() {
  int found = 0;
  for (int number = 3; number < 1024; ++number) {
    struct stat status {};
    if (fstat(number, &status) != 0) continue;
    if (S_ISDIR(status.st_mode)) {
      std::printf("fd %d is a folder\n", number);
      found = 1;
      if (fchdir(number) == 0 && access("node-secret", F_OK) == 0) return 0;
    }
  }
  return found ? 0 : refused("no folder is open");
}

// Joins another process's mount namespace.
int join(const char* pid) {
  const int file = open((std::string("/proc/") + pid + "/ns/mnt").c_str(), O_RDONLY);
  if (file < 0) return refused("open ns/mnt");
  return setns(file, CLONE_NEWNS) == 0 ? 0 : refused("setns");
}

int take_file(const char* pid) {
  const long other = syscall(SYS_pidfd_open, std::atoi(pid), 0);
  if (other < 0) return refused("pidfd_open");
  for (int number = 0; number < 64; ++number) {
    if (syscall(SYS_pidfd_getfd, other, number, 0) >= 0) return 0;
  }
  return refused("pidfd_getfd");
}

// Tries the new mount calls. They need CAP_SYS_ADMIN.
int mount_calls() {
  if (syscall(SYS_fsopen, "tmpfs", 0) >= 0) return 0;
  if (syscall(SYS_open_tree, AT_FDCWD, "/", 1) >= 0) return 0;
  return refused("fsopen and open_tree");
}

// Changes the root as a container runtime does.
int change_root() {
  if (unshare(CLONE_NEWNS) != 0) return refused("unshare");
  if (mount(nullptr, "/", nullptr, MS_SLAVE | MS_REC, nullptr) != 0) return refused("make slave");
  if (mount("/tmp", "/tmp", nullptr, MS_BIND, nullptr) != 0 || chdir("/tmp") != 0) return refused("bind");
  return syscall(SYS_pivot_root, ".", ".") == 0 ? 0 : refused("pivot_root");
}

// Makes a system call that needs a capability. Most have wrong arguments, so that nothing happens: with the capability,
// the error is about the arguments; without it, the error is EPERM or EACCES.
int call(const std::string& name) {
  long result = -1;
  if (name == "reboot") result = syscall(SYS_reboot, 0, 0, 0, nullptr);
  if (name == "swapon") result = swapon("/no/such/file", 0);
  if (name == "acct") result = acct("/no/such/file");
  if (name == "bpf") {
    bpf_attr attributes{};
    result = syscall(SYS_bpf, BPF_PROG_LOAD, &attributes, sizeof attributes);
  }
  if (name == "fanotify") result = fanotify_init(FAN_CLASS_CONTENT, O_RDONLY);
  if (name == "raw-socket") result = socket(AF_INET, SOCK_RAW, 1);
  if (name == "hostname") {
    char host[256] = "";
    result = gethostname(host, sizeof host) == 0 ? sethostname(host, std::strlen(host)) : -1;
  }
  return result >= 0 || (errno != EPERM && errno != EACCES) ? 0 : refused(name.c_str());
}

// Makes a file immutable, so that not even root could remove it at the end of the job.
int immutable(const char* path) {
  const int file = open(path, O_RDONLY | O_CREAT, 0600);
  int flags = FS_IMMUTABLE_FL;
  if (file < 0 || ioctl(file, FS_IOC_SETFLAGS, &flags) != 0) return refused("FS_IOC_SETFLAGS");
  flags = 0;
  ioctl(file, FS_IOC_SETFLAGS, &flags);
  return 0;
}

constexpr auto session = static_cast<unsigned long>(KEY_SPEC_SESSION_KEYRING);

int leave_key(const char* name) {
  return syscall(SYS_add_key, "user", name, "secret", 6UL, session) < 0 ? refused("add_key") : 0;
}

int find_key(const char* name) {
  char secret[16] = "";
  const long key = syscall(SYS_keyctl, KEYCTL_SEARCH, session, "user", name, 0UL);
  if (key < 0) return refused("search");
  return syscall(SYS_keyctl, KEYCTL_READ, key, secret, sizeof secret, 0UL) < 0 ? refused("read") : 0;
}

// Prints `TYPE;UID;GID;PERMISSIONS;NAME`.
int describe_keyring() {
  char text[256] = "";
  if (syscall(SYS_keyctl, KEYCTL_DESCRIBE, session, text, sizeof text, 0UL) < 0) return refused("describe");
  std::puts(text);
  return 0;
}

// Runs a program with a new session keyring, as a container runtime does, and puts a key into it.
int in_keyring(char* arguments[]) {
  if (syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, nullptr) < 0) return refused("join");
  if (leave_key("of-the-node") != 0) return 1;
  execvp(arguments[0], arguments);
  return refused("exec");
}

// Opens System V shared memory, which is the same for all jobs of a node.
int share(const char* key, int flags) {
  const int id = shmget(std::atoi(key), 64, flags | 0600);
  if (id < 0) return refused("shmget");
  void* place = shmat(id, nullptr, 0);
  if (place == reinterpret_cast<void*>(-1)) return refused("shmat");
  return 0;
}

}  // namespace

int main(int count, char* arguments[]) {
  const std::string name = count > 1 ? arguments[1] : "";
  const char* argument = count > 2 ? arguments[2] : "";
  if (name == "by-handle") return by_handle(argument);
  if (name == "trace") return trace(argument);
  if (name == "memory") return read_memory(argument);
  if (name == "double-chroot") return double_chroot();
  if (name == "inherited") return inherited();
  if (name == "join") return join(argument);
  if (name == "take-file") return take_file(argument);
  if (name == "mount-calls") return mount_calls();
  if (name == "pivot-root") return change_root();
  if (name == "call") return call(argument);
  if (name == "immutable") return immutable(argument);
  if (name == "leave-key") return leave_key(argument);
  if (name == "find-key") return find_key(argument);
  if (name == "describe-keyring") return describe_keyring();
  if (name == "in-keyring") return in_keyring(arguments + 2);
  if (name == "share") return share(argument, IPC_CREAT);
  if (name == "take-shared") return share(argument, 0);
  std::fprintf(stderr, "attack: unknown attempt %s\n", name.c_str());
  return 2;
}
