#include "checks/checks.h"
#include "common/files.h"
#include "gpus.h"
#include "kernel_log.h"

namespace skiff::health {

// `nvidia-nvswitch3: SXid (PCI:0000:c1:00.0): 28006, Non-fatal, Link 46 MC TS crumbstore MCTO (First)`
Verdict gpu_sxid(const Node& node) {
  if (!node.settings.gpus) return std::nullopt;
  const auto events = kernel_events(node, "gpu-sxid");
  if (!events) return Result{Level::unknown, "/dev/kmsg cannot be read", {}};
  Findings findings;
  for (const auto& message : events->standing) {
    constexpr std::string_view head = ": SXid (";
    const auto at = message.text.find(head);
    const auto close = at == message.text.npos ? at : message.text.find("): ", at);
    if (close == message.text.npos || !message.text.starts_with("nvidia-nvswitch")) continue;
    const auto words = words_of(std::string_view(message.text).substr(close + 3), ", ");
    if (words.size() < 2 || words[1] != "Fatal") continue;
    findings.add(Level::critical, message.text.substr(0, at) + ": fatal SXid " + words[0]);
  }
  Result result = findings.result("none");
  result.memory = events->memory;
  return result;
}

}  // namespace skiff::health
