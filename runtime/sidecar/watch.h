#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sidecar/api.h"
#include "sidecar/kube.h"

namespace skiff::sidecar {

/// Keeps a list of pods up to date with a watch of the API server, which continues from the version of the list. It is
/// only used to decide when to poll: actions follow from a list that was requested.
class PodWatch {
 public:
  /// `query`: path and query of the list, without the parameters of a watch.
  PodWatch(Api& api, std::string query) : api_(api), query_(std::move(query)) {}

  /// Starts a watch that continues from a list.
  void begin(std::vector<Pod> pods, std::string version);
  void end();
  /// Reads what has arrived. True if the pods have changed or are no longer known.
  bool pump();
  /// True while `pods` is up to date, as far as the watch has reported.
  bool live() const { return live_; }
  const std::vector<Pod>& pods() const { return pods_; }
  /// The error that ended the watch, returned once; empty if there was none.
  std::string take_error();
  int handle() const { return exchange_ ? exchange_->handle() : -1; }
  short events() const { return exchange_ ? exchange_->events() : 0; }

 private:
  void open();
  void lose(std::string error);
  bool take(std::string_view line);

  Api& api_;
  const std::string query_;
  std::unique_ptr<Exchange> exchange_;
  std::vector<Pod> pods_;
  std::string version_, error_;
  bool live_ = false;
  Clock::time_point begun_, not_before_;
};

}  // namespace skiff::sidecar
