#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "verify/object_set.h"
#include "verify/slurm_nodes.h"

// Slurm's files against the Kubernetes objects.

namespace skiff {

/// The numbers of a StatefulSet's pods.
struct Ordinals {
  std::uint64_t first = 0;
  std::uint64_t count = 0;
};

/// Of a PodTemplate, which has as many pods as its annotation skiff/max says.
Ordinals ordinals_of(const Item& workload);
/// What makes the worker pods of a node set: a StatefulSet or a PodTemplate; nullptr if there is neither.
const Item* node_set_named(const VerifyInput& input, const ObjectSet& set, std::string_view name);
/// The Service that gives its pods their names; empty if there is none.
std::string_view governing_service(const Item& workload);
/// The container of this name (our containers carry their daemon's name), or nullptr.
const Value* container_of(const Item& workload, std::string_view name);
/// True if the container declares the port, given as a number in a Slurm file.
bool declares_port(const Value& container, std::string_view port);
/// True if the pods' slurmd registers dynamically (`-Z`) and so needs no NodeName line.
bool joins_by_itself(const Item& workload);

/// Where a host name leads inside the cluster.
struct Destination {
  bool inside = false;            ///< the name is one of this cluster; else nothing is known of it
  const Item* service = nullptr;  ///< nullptr if the name leads nowhere
  const Item* workload = nullptr;
};

Destination resolve(const VerifyInput& input, const ObjectSet& set, std::string_view host);
/// The StatefulSet or PodTemplate that has a pod of this name, or nullptr.
const Item* owner_of_pod(const VerifyInput& input, const ObjectSet& set, std::string_view pod);

/// NodeName lines against StatefulSets: names, addresses, GPUs, memory, ports.
void check_nodes(const VerifyInput& input, const ObjectSet& set, const SlurmNodes& nodes, Diagnostics& out);
/// The daemons' hosts and ports.
void check_hosts(const VerifyInput& input, const ObjectSet& set, Diagnostics& out);
/// Programs that Slurm's files name and a ConfigMap has to bring.
void check_programs(const VerifyInput& input, const ObjectSet& set, Diagnostics& out);

}  // namespace skiff
