// opens FOLDER FILE: writes to FILE, until it is ended, what slurmd and the daemons of steps open of the file system that FOLDER is on, in whatever
// mount namespace and below whatever path: a line `PROGRAM CAPEFF UID PATH` for each open(2), also one for execve(2) or dlopen(3). The kernel asks it before
// each (fanotify(7), FAN_OPEN_PERM), so that what is said of the process is what holds at that moment. Prints `ready` when it has begun.
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

// A line of /proc/PID/status behind its name, the first word.
std::string status_of(int pid, const std::string& name) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/status");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(name + ":\t")) continue;
    const std::string value = line.substr(name.size() + 2);
    return value.substr(0, value.find('\t'));
  }
  return "?";
}

// Debian's programs end in -wlm.
bool is_slurms(const std::string& name) { return name.starts_with("slurmstepd") || name.starts_with("slurmd"); }

void note(std::FILE* out, const fanotify_event_metadata& event) {
  // A thread's own number comes with FAN_REPORT_TID; each thread of theirs may have another user for a moment.
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
