#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "verify/object_set.h"
#include "verify/slurm_nodes.h"

// Compares Slurm's files with the Kubernetes objects.

namespace skiff {

/// The numbers of a StatefulSet's pods.
struct Ordinals {
  std::uint64_t first = 0;
  std::uint64_t count = 0;
};

/// The numbers of the workload's pods. A PodTemplate has as many pods as its annotation skiff/max.
Ordinals ordinals_of(const Item& workload);
/// The StatefulSet or PodTemplate of a node set's worker pods, or nullptr.
const Item* node_set_named(const VerifyInput& input, const ObjectSet& set, std::string_view name);
/// The Service that gives the workload's pods their DNS names. Empty if there is none.
std::string_view governing_service(const Item& workload);
/// The container with this name, or nullptr. skiff's containers have the name of their daemon.
const Value* container_of(const Item& workload, std::string_view name);
/// The mount of the container that contains a path: the one with the longest path that it begins with. nullptr if the
/// path is in the root of the image.
const Value* mount_of(const Value& container, std::string_view path);
/// True if the container declares the port. `port` is a number or a range as in a Slurm file; the first number counts.
bool declares_port(const Value& container, std::string_view port);
/// The slurmd of such pods (`-Z`) needs no NodeName line.
bool registers_dynamically(const Item& workload);

/// The Service and the workload that a host name resolves to inside the cluster.
struct Destination {
  bool inside = false;            ///< the name belongs to this cluster; otherwise nothing is known about it
  const Item* service = nullptr;  ///< nullptr if the name does not resolve
  const Item* workload = nullptr;
};

Destination resolve(const VerifyInput& input, const ObjectSet& set, std::string_view host);
/// The StatefulSet or PodTemplate that has a pod of this name, or nullptr.
const Item* owner_of_pod(const VerifyInput& input, const ObjectSet& set, std::string_view pod);

/// Compares NodeName lines with StatefulSets and PodTemplates: names, addresses, GPUs, memory, ports.
void check_nodes(const VerifyInput& input, const ObjectSet& set, const SlurmNodes& nodes, Diagnostics& out);
/// Compares the hosts and ports of the daemons in Slurm's files with the Services and pods.
void check_hosts(const VerifyInput& input, const ObjectSet& set, Diagnostics& out);
/// The programs that slurm.conf names, if a ConfigMap must provide them.
void check_programs(const VerifyInput& input, const ObjectSet& set, Diagnostics& out);
/// The files that slurmctld and slurmdbd write must be in directories that their pods can write.
void check_written_files(const VerifyInput& input, const ObjectSet& set, Diagnostics& out);
/// The files of StorageParameters must exist in the pod of slurmdbd.
void check_storage_files(const VerifyInput& input, const ObjectSet& set, Diagnostics& out);
/// PluginDir must contain the directory of the plugins in the images.
void check_plugin_folder(const VerifyInput& input, Diagnostics& out);

}  // namespace skiff
