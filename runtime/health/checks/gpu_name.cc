#include "checks/checks.h"
#include "common/files.h"
#include "gpus.h"

namespace skiff::health {

namespace {

std::string lower(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

// `nvidia_h100_80gb_hbm3` or `h100` for `NVIDIA H100 80GB HBM3`; not `l4` for `NVIDIA L40S`.
bool is_type(const std::string& type, const std::string& name) {
  std::string whole = lower(name);
  for (const auto& word : words_of(whole, " -_"))
    if (word == type) return true;
  for (char& c : whole)
    if (c == ' ') c = '_';
  return whole == type;
}

}  // namespace

Verdict gpu_name(const Node& node) {
  if (!node.settings.gpus || node.settings.gpus->type.empty()) return std::nullopt;
  const std::string type = lower(node.settings.gpus->type);
  return each_gpu(node, "each is of type " + type, [&](const nvml::Api&, const Gpu& gpu, Findings& findings) {
    if (gpu.name.empty()) return nvml::not_found;
    if (!is_type(type, gpu.name))
      findings.add(Level::critical, gpu.label() + " is " + gpu.name + ", not of type " + type);
    return nvml::success;
  });
}

}  // namespace skiff::health
