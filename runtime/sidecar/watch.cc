#include "sidecar/watch.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace skiff::sidecar {
namespace {

// The server ends a watch after this many seconds. If it does not, the server is no longer there.
constexpr int server_ends_after = 240;
constexpr std::chrono::seconds silent_after(server_ends_after + 30);
constexpr std::chrono::seconds time_to_begin(35);
// If the API server refuses a watch, try again after this time: if watching is not allowed, and otherwise.
constexpr std::chrono::minutes forbidden_for(10);
constexpr std::chrono::seconds refused_for(15);

}  // namespace

void PodWatch::begin(std::vector<Pod> pods, std::string version) {
  pods_ = std::move(pods);
  version_ = std::move(version);
  live_ = false;
  exchange_.reset();
  // A watch cannot continue from a list without a version.
  if (!version_.empty() && Clock::now() >= not_before_) open();
}

void PodWatch::end() {
  live_ = false;
  exchange_.reset();
  pods_ = {};
}

void PodWatch::open() {
  try {
    exchange_ = api_.open({"GET", query_ + "&watch=true&allowWatchBookmarks=true&timeoutSeconds=" +
                                      std::to_string(server_ends_after) + "&resourceVersion=" + escaped(version_)});
    begun_ = Clock::now();
    live_ = true;
  } catch (const std::runtime_error& error) {
    lose(error.what());
  }
}

void PodWatch::lose(std::string error) {
  live_ = false;
  exchange_.reset();
  error_ = std::move(error);
}

std::string PodWatch::take_error() { return std::exchange(error_, {}); }

bool PodWatch::take(std::string_view line) {
  const WatchEvent event = parse_watch_line(line);
  if (!event.version.empty()) version_ = event.version;
  switch (event.kind) {
    case WatchEvent::Kind::bookmark:
      return false;
    case WatchEvent::Kind::expired:
      // Not an error: if nothing changes for long, the version of the watch gets too old.
      lose("");
      return true;
    case WatchEvent::Kind::failed:
      lose("the API server ended a watch: " + event.error);
      return true;
    case WatchEvent::Kind::changed:
    case WatchEvent::Kind::deleted:
      break;
  }
  std::erase_if(pods_, [&](const Pod& pod) { return pod.name == event.pod.name; });
  if (event.kind == WatchEvent::Kind::changed) pods_.push_back(event.pod);
  return true;
}

bool PodWatch::pump() {
  if (!live_) return false;
  exchange_->step();
  HttpReader& reader = exchange_->reader();
  // Not a refusal: the API server has forgotten the list's version. A watch can begin at once from a new list.
  if (reader.status == 410) {
    lose("");
    return true;
  }
  if (reader.status >= 400 && exchange_->over()) {
    const bool forbidden = reader.status == 401 || reader.status == 403 || reader.status == 405;
    not_before_ = Clock::now() + (forbidden ? forbidden_for : refused_for);
    lose("the API server refuses a watch, so it is polled every 15 s: " + std::to_string(reader.status) + " " +
         parse_message(reader.body));
    return true;
  }
  bool changed = false;
  try {
    for (auto end = reader.body.find('\n'); live_ && reader.status == 200 && end != std::string::npos;
         end = reader.body.find('\n')) {
      const std::string line = reader.body.substr(0, end);
      reader.body.erase(0, end + 1);
      changed = take(line) || changed;
    }
  } catch (const std::runtime_error& error) {
    lose(std::string("invalid watch event: ") + error.what());
    return true;
  }
  if (!live_) return true;
  if (exchange_->over()) {
    if (const std::string error = exchange_->error(); !error.empty()) {
      lose("a watch ended: " + error);
      return true;
    }
    open();
  } else if (const auto age = Clock::now() - begun_;
             age > (reader.has_status() ? std::chrono::seconds(silent_after) : time_to_begin)) {
    lose("a watch timed out");
    return true;
  }
  return changed;
}

}  // namespace skiff::sidecar
