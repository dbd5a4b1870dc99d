#include "plan/catalogue.h"

#include <charconv>
#include <stdexcept>

#include "embedded/catalogue.h"

namespace skiff {
namespace {

/// The members of the map at `map`, by position in the table.
class Members {
 public:
  Members(const Template& table, std::size_t map) : table_(table), map_(map) {}

  template <class F>
  void each(F&& visit) const {
    const std::size_t end = map_ + table_.nodes[map_].size;
    for (std::size_t at = map_ + 1; at < end; at += table_.nodes[at].size) visit(at);
  }

  std::optional<std::size_t> find(std::string_view key) const {
    std::optional<std::size_t> found;
    each([&](std::size_t at) {
      if (table_.nodes[at].key == key) found = at;
    });
    return found;
  }

  std::optional<plan::Text> text(std::string_view key) const {
    const auto at = find(key);
    if (!at) return std::nullopt;
    const TemplateNode& node = table_.nodes[*at];
    return plan::Text{std::string(node.text), Origin::catalogue(table_.path, node.line)};
  }

  std::optional<plan::Int> number(std::string_view key) const {
    const auto value = text(key);
    if (!value) return std::nullopt;
    std::int64_t parsed = 0;
    std::from_chars(value->value.data(), value->value.data() + value->value.size(), parsed);
    return plan::Int{parsed, value->origin};
  }

  template <class T>
  static T need(std::optional<T> value, const char* what) {
    if (!value) throw std::logic_error(std::string("catalogue: an entry has no ") + what);
    return std::move(*value);
  }

 private:
  const Template& table_;
  std::size_t map_;
};

std::vector<std::string_view> keys(const Template& table, std::size_t map) {
  std::vector<std::string_view> names;
  Members(table, map).each([&](std::size_t at) { names.push_back(table.nodes[at].key); });
  return names;
}

std::vector<std::string_view> items(const Template& table, std::string_view list) {
  std::vector<std::string_view> words;
  Members(table, *Members(table, 0).find(list)).each([&](std::size_t at) { words.push_back(table.nodes[at].text); });
  return words;
}

}  // namespace

std::optional<HardwareEntry> find_hardware(std::string_view name) {
  const Template& table = catalogue::hardware;
  const auto at = Members(table, 0).find(name);
  if (!at) return std::nullopt;
  const Members entry(table, *at);
  HardwareEntry found;
  found.platform = table.nodes[*entry.find("platform")].text;
  found.instance_type = entry.text("instanceType");
  found.cpus = entry.number("cpus");
  found.sockets = entry.number("sockets");
  found.cores_per_socket = entry.number("coresPerSocket");
  found.threads_per_core = entry.number("threadsPerCore");
  found.pod_cpus = Members::need(entry.number("podCpus"), "podCpus");
  found.memory = Members::need(entry.text("memory"), "memory");
  found.gpu_type = entry.text("gpuType");
  found.gpu_count = entry.number("gpuCount");
  found.rdma_resource = entry.text("rdmaResource");
  found.rdma_count = entry.number("rdmaCount");
  found.rdma_ports = entry.number("rdmaPorts");
  found.rdma_rate = entry.number("rdmaRate");
  return found;
}

std::vector<std::string_view> hardware_names() { return keys(catalogue::hardware, 0); }

std::optional<GpuEntry> find_gpu(std::string_view type) {
  const Template& table = catalogue::gpus;
  const auto at = Members(table, *Members(table, 0).find("types")).find(type);
  if (!at) return std::nullopt;
  const auto vendor_name = Members::need(Members(table, *at).text("vendor"), "vendor");
  const auto vendor = Members(table, *Members(table, 0).find("vendors")).find(*vendor_name);
  const Members entry(table, vendor.value());
  return GpuEntry{Members::need(entry.text("resource"), "resource"), Members::need(entry.text("device"), "device"),
                  *Members::need(entry.number("first"), "first")};
}

std::optional<FloorEntry> find_floor(std::string_view kind, std::string_view platform, std::string_view gpu_type) {
  const Template& table = catalogue::benchmarks;
  const auto floors = Members(table, 0).find(kind);
  if (!floors) return std::nullopt;
  auto at = Members(table, *floors).find(std::string(platform) + "/" + std::string(gpu_type));
  if (!at) at = Members(table, *floors).find(gpu_type);
  if (!at) return std::nullopt;
  const Members entry(table, *at);
  return FloorEntry{Members::need(entry.number("gpus"), "gpus"), Members::need(entry.text("size"), "size"),
                    Members::need(entry.text("floor"), "floor")};
}

std::vector<std::pair<std::string_view, std::string_view>> floor_names() {
  std::vector<std::pair<std::string_view, std::string_view>> names;
  for (const auto kind : keys(catalogue::benchmarks, 0))
    for (const auto type : keys(catalogue::benchmarks, *Members(catalogue::benchmarks, 0).find(kind)))
      names.emplace_back(kind, type);
  return names;
}

std::vector<std::string_view> sshd_keywords() { return items(catalogue::sshd, "keywords"); }

std::vector<std::string_view> health_thresholds() {
  return keys(catalogue::health, *Members(catalogue::health, 0).find("thresholds"));
}

plan::Int health_threshold(std::string_view name) {
  const Members thresholds(catalogue::health, *Members(catalogue::health, 0).find("thresholds"));
  return Members::need(thresholds.number(name), std::string(name).c_str());
}

std::vector<std::string_view> health_checks() { return items(catalogue::health, "checks"); }

std::vector<std::string_view> gpu_types() { return keys(catalogue::gpus, *Members(catalogue::gpus, 0).find("types")); }

}  // namespace skiff
