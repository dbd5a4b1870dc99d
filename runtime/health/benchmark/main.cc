#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <stdexcept>

#include "benchmark/run.h"
#include "common/files.h"
#include "embedded/shared.h"

namespace {

// Set by SIGTERM, with which Kubernetes stops a pod, and by SIGINT. Submitted jobs must then be cancelled.
std::atomic<bool> stop = false;

constexpr const char* usage =
    "usage: skiff-benchmark [FILE]\n"
    "Runs the benchmark that FILE (/etc/skiff/benchmark/settings.json) describes on some of its nodes, as Slurm jobs, "
    "and\n"
    "drains nodes below the floor. Prints one line of JSON per result. Exit status: 0 all passed, 2 a node failed, 3 "
    "unknown.\n";

std::map<std::string, std::string, std::less<>> environment() {
  std::map<std::string, std::string, std::less<>> found;
  for (char** entry = environ; *entry; ++entry) {
    const std::string text = *entry;
    if (const auto equals = text.find('='); equals != text.npos)
      found.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  return found;
}

}  // namespace

int main(int count, char** words) {
  const std::string file = count > 1 ? words[1] : std::string(skiff::shared::paths::benchmark) + "/settings.json";
  if (count > 2 || file.starts_with("-")) {
    const bool help = count == 2 && (file == "-h" || file == "--help");
    std::fputs(usage, help ? stdout : stderr);
    return help ? 0 : 3;
  }
  struct sigaction action {};
  action.sa_handler = [](int) { stop = true; };
  for (const int number : {SIGTERM, SIGINT}) sigaction(number, &action, nullptr);
  try {
    const auto text = skiff::read_text(file);
    if (!text) throw std::runtime_error("cannot be read");
    return skiff::benchmark::run(skiff::benchmark::parse_settings(*text), environment(), stop);
  } catch (const std::exception& fault) {
    std::fprintf(stderr, "skiff-benchmark: %s: %s\n", file.c_str(), fault.what());
    return 3;
  }
}
