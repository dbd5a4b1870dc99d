// opens FOLDER FILE: records in FILE which files slurmd and slurmstepd open on the file system of FOLDER, until it is
// killed. Each open(2) is a line `PROGRAM CAPEFF UID PATH`, also those of execve(2) and dlopen(3), in any mount
// namespace and below any path. The kernel asks this program before each open (fanotify(7), FAN_OPEN_PERM), so the
// capabilities and the user are those of that moment. Prints `ready` when it has started.
#include <fcntl.h>
#include <limits.h>
#include <sys/fanotify.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <string>

namespace {

std::string link_of(const std::string& path) {
  char text[PATH_MAX];
  const ssize_t size = readlink(path.c_str(), text, sizeof text);
  return size < 0 ? "?" : std::string(text, static_cast<std::size_t>(size));
}

// Returns the first value of a line in /proc/PID/status.
std::string status_of(int pid, const std::string& name) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/status");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(name + ":\t")) continue;
    const std::string value = line.substr(name.size() + 2);
    return value.substr(0, value.find('\t'));
  }
  return "?";
}

// Debian's programs have names that end in -wlm.
bool is_slurms(const std::string& name) { return name.starts_with("slurmstepd") || name.starts_with("slurmd"); }

void note(std::FILE* out, const fanotify_event_metadata& event) {
  // With FAN_REPORT_TID, the event has the ID of the thread. Each thread may have another user for a moment.
  const std::string program = link_of("/proc/" + std::to_string(event.pid) + "/exe");
  const std::string name = program.substr(program.rfind('/') + 1);
  if (!is_slurms(name)) return;
  std::fprintf(out, "%s %s %s %s\n", name.c_str(), status_of(event.pid, "CapEff").c_str(),
               status_of(event.pid, "Uid").c_str(), link_of("/proc/self/fd/" + std::to_string(event.fd)).c_str());
  std::fflush(out);
}

}  // namespace

int main(int count, char* arguments[]) {
  if (count != 3) {
    std::fputs("usage: opens FOLDER FILE\n", stderr);
    return 2;
  }
  std::FILE* const out = std::fopen(arguments[2], "we");
  const int watch = fanotify_init(FAN_CLASS_CONTENT | FAN_CLOEXEC | FAN_REPORT_TID, O_RDONLY | O_LARGEFILE | O_CLOEXEC);
  if (!out || watch < 0 ||
      fanotify_mark(watch, FAN_MARK_ADD | FAN_MARK_FILESYSTEM, FAN_OPEN_PERM, AT_FDCWD, arguments[1]) != 0) {
    std::perror("opens");
    return 1;
  }
  std::puts("ready");
  std::fflush(stdout);
  alignas(fanotify_event_metadata) char buffer[16384];
  for (;;) {
    ssize_t size = read(watch, buffer, sizeof buffer);
    if (size <= 0) return 1;
    for (auto* event = reinterpret_cast<fanotify_event_metadata*>(buffer); FAN_EVENT_OK(event, size);
         event = FAN_EVENT_NEXT(event, size)) {
      if (event->fd < 0) continue;
      note(out, *event);
      const fanotify_response answer{event->fd, FAN_ALLOW};
      if (write(watch, &answer, sizeof answer) != sizeof answer) return 1;
      close(event->fd);
    }
  }
}
