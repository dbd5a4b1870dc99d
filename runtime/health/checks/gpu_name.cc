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

// `_nvidia_a100_sxm4_80gb_` for `NVIDIA A100-SXM4-80GB`.
std::string words(const std::string& text) {
  std::string all = "_";
  for (const auto& word : words_of(lower(text), " -_")) all += word + "_";
  return all;
}

// `h100`, `h100_80gb` or `nvidia_h100_80gb_hbm3` for `NVIDIA H100 80GB HBM3`; not `l4` for `NVIDIA L40S`. Slurm accepts
// any part of the name (gres.conf(5), Type).
bool is_type(const std::string& type, const std::string& name) {
  return words(name).find(words(type)) != std::string::npos;
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
