// Stands beside slurmctld and sees to three things: that it takes up changed files, that each node of an elastic set has its pod while it is
// powered up and none otherwise, and what follows when health checks have drained a node.
//   skiff-sidecar --settings FILE              beside slurmctld
//   skiff-sidecar --settings FILE --make-qos   before it first starts: what it would not start without
// It ends with 1, and says why, where it can't do its work at all; what passes is in RUN/failing instead (readiness probe).
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>

#include "common/files.h"
#include "sidecar/loop.h"

namespace skiff::sidecar {
namespace {

std::atomic<bool> told_to_stop = false;
int wake_end = -1;

extern "C" void stop_at_signal(int) {
  const int error = errno;
  told_to_stop = true;
  [[maybe_unused]] const auto ignored = write(wake_end, "", 1);
  errno = error;
}

// A signal is seen as a byte at the end of a pipe, too, for who waits.
int listen_to_signals() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) throw std::runtime_error(std::string("pipe: ") + strerror(errno));
  wake_end = ends[1];
  struct sigaction action {};
  action.sa_handler = stop_at_signal;
  sigaction(SIGTERM, &action, nullptr);
  sigaction(SIGINT, &action, nullptr);
  signal(SIGPIPE, SIG_IGN);
  return ends[0];
}

int run(int count, char** words, int signals) {
  const bool make_qos = count == 4 && std::string_view(words[3]) == "--make-qos";
  if ((count != 3 && !make_qos) || std::string_view(words[1]) != "--settings") {
    fprintf(stderr, "usage: skiff-sidecar --settings FILE [--make-qos]\n");
    return 2;
  }
  const std::string file = words[2];
  const auto text = read_text(file);
  if (!text) throw std::runtime_error(file + " can't be read: " + strerror(errno));
  Settings settings;
  try {
    settings = parse_settings(*text);
  } catch (const std::exception& error) {
    throw std::runtime_error(file + ": " + error.what());
  }
  const Log log(settings.log_level, settings.log_format);
  Status status(settings.run, log);
  if (make_qos) {
    const Slurm slurm(settings.commands, settings.config, told_to_stop);
    KeepPolicy(settings, slurm, log, status).make_qos();
    return 0;
  }
  if (!Loop(file, *text, settings, log, status, told_to_stop).run(signals)) return 0;
  // What is to be remembered lies in files: the program begins anew, in the same container.
  log.info("sidecar", "its settings are others: begins anew");
  execv("/proc/self/exe", words);
  throw std::runtime_error(std::string("it can't be started again: ") + strerror(errno));
}

}  // namespace
}  // namespace skiff::sidecar

int main(int count, char** words) {
  // One heap is enough for one thread.
  mallopt(M_ARENA_MAX, 1);
  try {
    // First of all: the first process of a container gets no signal that it has not asked for.
    const int signals = skiff::sidecar::listen_to_signals();
    return skiff::sidecar::run(count, words, signals);
  } catch (const std::exception& error) {
    fprintf(stderr, "skiff-sidecar: %s\n", error.what());
    return 1;
  }
}
