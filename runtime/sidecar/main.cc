// Runs next to slurmctld and has eight tasks. It makes slurmctld apply changed files. It keeps the accounting records
// and the reservations of the spec. It gives each node of an elastic set a pod while the node is powered up, and only
// then. It acts after health checks have drained a node. It tells slurmctld where in the network the pod of each node
// runs. It sets a condition of each worker's pod that says whether Slurm gives jobs to its node. It renews the tokens of
// services in their Secrets. For the exporter, it writes metrics about itself into RUN/metrics.
//   skiff-sidecar --settings FILE              next to slurmctld
//   skiff-sidecar --settings FILE --make-qos   before slurmctld's first start: creates the QOS that it needs to start
// If it cannot work at all, it prints why and exits with 1. Temporary problems are in RUN/failing (readiness probe).
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

// A signal also writes a byte to a pipe, to wake up poll(2).
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
  if (!text) throw std::runtime_error(file + " cannot be read: " + strerror(errno));
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
    PolicySync(settings, slurm, log, status).make_qos();
    return 0;
  }
  if (!Loop(file, *text, settings, log, status, told_to_stop, poll_intervals_from_environment()).run(signals)) return 0;
  // All state is in files, so the program can restart in the same container.
  log.info("sidecar", "the settings changed; restarting");
  execv("/proc/self/exe", words);
  throw std::runtime_error(std::string("cannot restart: ") + strerror(errno));
}

}  // namespace
}  // namespace skiff::sidecar

int main(int count, char** words) {
  // One heap is enough for one thread.
  mallopt(M_ARENA_MAX, 1);
  try {
    // Do this first: process 1 of a container receives only signals for which it has a handler.
    const int signals = skiff::sidecar::listen_to_signals();
    return skiff::sidecar::run(count, words, signals);
  } catch (const std::exception& error) {
    fprintf(stderr, "skiff-sidecar: %s\n", error.what());
    return 1;
  }
}
