// Runs next to slurmctld and serves metrics for Prometheus on http://POD:PORT/metrics. It asks slurmctld once per
// interval, however many clients there are.
//   skiff-exporter PORT INTERVAL MEMORY FORMAT    seconds; MiB for each of Slurm's commands; text or json, for the log
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/signalfd.h>

#include <atomic>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>

#include "common/log.h"
#include "exporter/collector.h"
#include "exporter/server.h"

namespace skiff::exporter {
namespace {

template <class Number>
bool read_number(std::string_view text, Number& into) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), into);
  return error == std::errc() && end == text.data() + text.size() && into > 0;
}

// Must be called before there are threads, which inherit the mask.
int block_signals() {
  signal(SIGPIPE, SIG_IGN);
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGTERM);
  sigaddset(&ends, SIGINT);
  sigprocmask(SIG_BLOCK, &ends, nullptr);
  const int handle = signalfd(-1, &ends, SFD_CLOEXEC | SFD_NONBLOCK);
  if (handle < 0) throw std::runtime_error(std::string("signalfd: ") + strerror(errno));
  return handle;
}

struct Arguments {
  std::uint16_t port = 0;
  std::uint32_t interval = 0, memory = 0;
  LogFormat format = LogFormat::text;
};

bool read_arguments(int count, char** words, Arguments& arguments) {
  if (count != 5) return false;
  const std::string_view format = words[4];
  if (format == "json") arguments.format = LogFormat::json;
  return (format == "json" || format == "text") && read_number(words[1], arguments.port) &&
         read_number(words[2], arguments.interval) && read_number(words[3], arguments.memory);
}

void run(const Arguments& arguments, int signals) {
  const Log log("info", arguments.format);
  Server server(arguments.port);
  std::atomic<bool> stop = false;
  std::mutex mutex;
  std::condition_variable stopped;
  Collector collector("/usr/bin", "/etc/slurm", "/run/sidecar/metrics", std::size_t{arguments.memory} * 1024 * 1024,
                      log, stop);
  log.info("exporter", "serving /metrics on port " + std::to_string(arguments.port));
  // From here on, only this thread writes to the log.
  std::thread collects([&] {
    while (!stop) {
      std::string page = collector.collect();
      if (!stop) server.set_page(std::move(page));
      malloc_trim(0);
      std::unique_lock lock(mutex);
      stopped.wait_for(lock, std::chrono::seconds(arguments.interval), [&] { return stop.load(); });
    }
  });
  server.run(signals);
  {
    const std::lock_guard lock(mutex);
    stop = true;
  }
  stopped.notify_all();
  collects.join();
}

}  // namespace
}  // namespace skiff::exporter

int main(int count, char** words) {
  mallopt(M_ARENA_MAX, 1);
  skiff::exporter::Arguments arguments;
  if (!skiff::exporter::read_arguments(count, words, arguments)) {
    fprintf(stderr, "usage: skiff-exporter PORT INTERVAL MEMORY text|json\n");
    return 2;
  }
  try {
    skiff::exporter::run(arguments, skiff::exporter::block_signals());
    return 0;
  } catch (const std::exception& error) {
    fprintf(stderr, "skiff-exporter: %s\n", error.what());
    return 1;
  }
}
