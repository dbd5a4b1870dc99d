#include <cstdint>

#include "checks/checks.h"
#include "common/files.h"
#include "gpus.h"
#include "kernel_log.h"
#include "text/number.h"

namespace skiff::health {

namespace {

struct Xid {
  std::string bus;  // 0000:1b:00
  int code = 0;
};

// `NVRM: Xid (PCI:0000:1b:00): 79, pid='<unknown>', name=<unknown>, GPU has fallen off the bus.`
std::optional<Xid> xid_of(const std::string& text) {
  constexpr std::string_view head = "NVRM: Xid (";
  const auto at = text.find(head);
  const auto close = at == text.npos ? text.npos : text.find("): ", at);
  if (close == text.npos) return std::nullopt;
  std::string bus = text.substr(at + head.size(), close - at - head.size());
  if (bus.starts_with("PCI:")) bus.erase(0, 4);
  const auto words = words_of(std::string_view(text).substr(close + 3), ", ");
  const auto code = words.empty() ? std::nullopt : to_number(words[0]);
  if (!code || *code < 0 || *code > 100000) return std::nullopt;
  return Xid{bus, static_cast<int>(*code)};
}

// The bus IDs of the GPUs that this pod was given: the container toolkit hides all others.
std::vector<std::string> own_buses(const Node& node) { return names_in(node.path("/proc/driver/nvidia/gpus")); }

// True if an XID is of a GPU that this pod does not have. This is certain only if the pod sees all of its own GPUs.
bool is_foreign(const Node& node, const std::vector<std::string>& own, const std::string& bus) {
  if (!node.settings.gpus || static_cast<std::int64_t>(own.size()) != node.settings.gpus->count) return false;
  for (const auto& name : own)
    if (name.starts_with(bus)) return false;
  return true;
}

std::string model_of(const Node& node, const std::vector<std::string>& own, const std::string& bus) {
  for (const auto& name : own) {
    if (!name.starts_with(bus)) continue;
    const auto text = read_text(node.path("/proc/driver/nvidia/gpus/" + name + "/information"));
    for (const auto& line : lines_of(text.value_or(""))) {
      if (!line.starts_with("Model:")) continue;
      const auto begin = line.find_first_not_of(" \t", 6);
      return begin == line.npos ? "" : line.substr(begin);
    }
  }
  return "";
}

}  // namespace

Verdict gpu_xid(const Node& node) {
  if (!node.settings.gpus) return std::nullopt;
  const auto events = kernel_events(node, "gpu-xid");
  if (!events) return Result{Level::unknown, "/dev/kmsg cannot be read", {}};
  const auto own = own_buses(node);
  const auto seen_before = events->fresh.empty() ? INT64_MAX : events->fresh.front().sequence;
  Findings findings;
  for (const auto& message : events->standing) {
    const auto xid = xid_of(message.text);
    if (!xid || is_foreign(node, own, xid->bus)) continue;
    const Level level = xid_level(node.settings.catalogue, xid->code, model_of(node, own, xid->bus));
    if (level == Level::ok || (level != Level::critical && message.sequence < seen_before)) continue;
    findings.add(level, "XID " + std::to_string(xid->code) + " on GPU " + xid->bus);
  }
  Result result = findings.result("none");
  result.memory = events->memory;
  return result;
}

}  // namespace skiff::health
