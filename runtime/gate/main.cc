// Stands between the users of the jail and a socket at which Slurm or munge vouches for whoever connects. The gate
// passes each connection on as the user who made it, and refuses the users whom Slurm would obey: root and SlurmUser.
// So root in the jail is not root for Slurm. The daemon's own socket must not be in the jail.
//   skiff-gate LISTEN TARGET REFUSED-USER-ID...
// Runs until SIGTERM. Exit status 1 if it cannot listen, 2 for a wrong command line.
#include <signal.h>
#include <sys/resource.h>
#include <sys/signalfd.h>

#include <charconv>
#include <cstdio>
#include <exception>
#include <optional>
#include <string_view>

#include "gate/serve.h"

namespace skiff::gate {
namespace {

std::optional<uid_t> user_of(std::string_view word) {
  uid_t user = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), user);
  if (error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
  return user;
}

std::optional<Doors> doors_of(int count, char** words) {
  if (count < 4 || words[1][0] != '/' || words[2][0] != '/') return std::nullopt;
  Doors doors{words[1], words[2], {}};
  for (int at = 3; at < count; ++at) {
    const auto user = user_of(words[at]);
    if (!user) return std::nullopt;
    doors.refused.push_back(*user);
  }
  return doors;
}

// Becomes readable when the process should stop.
Fd stop_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  sigprocmask(SIG_BLOCK, &signals, nullptr);
  return Fd(signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK));
}

// Each guest needs two descriptors.
void raise_descriptors() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace
}  // namespace skiff::gate

int main(int count, char** words) {
  using namespace skiff::gate;
  const auto doors = doors_of(count, words);
  if (!doors) {
    std::fputs("usage: skiff-gate LISTEN TARGET REFUSED-USER-ID...\n", stderr);
    return 2;
  }
  try {
    raise_descriptors();
    serve(*doors, stop_signals());
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "skiff-gate: %s\n", failure.what());
    return 1;
  }
  return 0;
}
