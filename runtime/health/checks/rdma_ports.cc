#include "checks/checks.h"
#include "common/files.h"
#include "rdma.h"
#include "text/number.h"

namespace skiff::health {

namespace {

// What is wrong with a port; empty if it is healthy.
std::string fault(const Node& node, const RdmaPort& port) {
  // `4: ACTIVE`, `5: LinkUp`, `400 Gb/sec (4X NDR)`
  const auto state = read_line(port.folder + "/state").value_or("unknown");
  const auto physical = read_line(port.folder + "/phys_state").value_or("unknown");
  const auto rate = read_line(port.folder + "/rate").value_or("unknown");
  if (!state.ends_with("ACTIVE") || state.ends_with("INACTIVE")) return port.label() + " state is " + state;
  if (!physical.ends_with("LinkUp")) return port.label() + " physical state is " + physical;
  const auto speed = words_of(rate, " .");
  if (speed.empty() || to_number(speed[0]).value_or(0) < node.settings.rdma->rate)
    return port.label() + " rate is " + rate + ", expected " + std::to_string(node.settings.rdma->rate) + " Gb/s";
  return "";
}

}  // namespace

Verdict rdma_ports(const Node& node) {
  if (!node.settings.rdma || node.settings.rdma->ports == 0) return std::nullopt;
  const std::int64_t expected = node.settings.rdma->ports;
  std::int64_t good = 0;
  std::string faults;
  for (const auto& port : rdma_ports_of(node)) {
    const std::string text = fault(node, port);
    if (text.empty()) ++good;
    if (!text.empty()) faults += (faults.empty() ? "" : "; ") + text;
  }
  const std::string count = std::to_string(good) + " of " + std::to_string(expected) + " ports";
  if (good < expected) return Result{Level::critical, count + " healthy" + (faults.empty() ? "" : ": " + faults), {}};
  if (!faults.empty()) return Result{Level::warn, count + " healthy; extra ports: " + faults, {}};
  return Result{Level::ok, count, {}};
}

}  // namespace skiff::health
