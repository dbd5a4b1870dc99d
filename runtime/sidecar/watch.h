#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sidecar/api.h"
#include "sidecar/kube.h"

namespace skiff::sidecar {

/// Keeps a list of pods as the API server tells of them, from the version of a list on. It only says when to look: what is done is decided
/// on a list that was asked for.
class PodWatch {
 public:
  /// `query`: path and query of the list, without a watch's own words.
  PodWatch(Api& api, std::string query) : api_(api), query_(std::move(query)) {}

  /// Goes on from a list.
  void begin(std::vector<Pod> pods, std::string version);
  void end();
  /// Takes what has come; true when the pods are others, or are no longer known.
  bool pump();
  /// True while `pods` is what the API server has, as far as it says.
  bool live() const { return live_; }
  const std::vector<Pod>& pods() const { return pods_; }
  /// What ended it, once; empty: nothing did.
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
