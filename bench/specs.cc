#include "specs.h"

#include <array>

namespace skiff::bench {
namespace {

constexpr std::array kinds = {
    "    hardware: {cpus: 32, memory: 120Gi}\n    features: [avx2]\n",
    "    hardware: {sockets: 2, coresPerSocket: 24, threadsPerCore: 2, memory: 960Gi}\n"
    "    gpus: {type: a100, count: 4}\n    features: [ib]\n    weight: 50\n",
    "    hardware: azure/ND96isr_H100_v5\n    reserve: {cores: 4, memory: 64Gi}\n    weight: 60\n",
    "    hardware: {sockets: 4, coresPerSocket: 28, threadsPerCore: 1, memory: 3Ti}\n"
    "    reserve: {cores: 2, memory: 64Gi}\n    nodeSelector: {pool: big}\n    weight: 100\n",
};

constexpr int sets_of_a_partition = 10;

std::string set_name(int number) { return "set" + std::to_string(number); }

}  // namespace

std::string many_sets(int sets, int replicas) {
  std::string text =
      "apiVersion: skiff/v1alpha1\nkind: SlurmCluster\nmetadata: {name: large}\nspec:\n"
      "  target: {slurm: \"24.11\"}\n  images: {registry: registry.example.com/skiff}\n"
      "  controller: {state: {size: 20Gi}}\n  nodeSets:\n";
  for (int i = 0; i < sets; ++i) {
    text += "  - name: " + set_name(i) + "\n    replicas: " + std::to_string(replicas) + "\n";
    text += kinds[static_cast<std::size_t>(i) % kinds.size()];
  }
  text += "  partitions:\n";
  for (int first = 0; first < sets; first += sets_of_a_partition) {
    text += "  - name: part" + std::to_string(first / sets_of_a_partition) + "\n    nodeSets: [";
    for (int i = first; i < sets && i < first + sets_of_a_partition; ++i) {
      if (i > first) text += ", ";
      text += set_name(i);
    }
    text += first == 0 ? "]\n    default: true\n" : "]\n    maxTime: 1-00:00:00\n";
  }
  text += "  login: [{name: login}]\n";
  return text;
}

}  // namespace skiff::bench
