#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diag/diagnostic.h"
#include "plan/version.h"
#include "tree/conf.h"
#include "tree/value.h"

namespace skiff {

/// An object and its output file.
struct OutputObject {
  std::string_view file;
  const Value* value;
};

/// One file of a generated ConfigMap.
/// An entry of a ConfigMap, with its sizes in bytes: of the value, and of the value as a string of JSON (json_size).
struct ConfigMapEntry {
  std::string_view key;
  std::size_t size;
  std::size_t in_json = 0;
};

/// The length of a text as a string of JSON, with its quotes, as Kubernetes writes it: Go's encoding/json, which also escapes <, > and &.
std::size_t json_size(std::string_view text);

/// A ConfigMap that kustomization.yaml generates from files, with a fixed name.
struct OutputConfigMap {
  std::string_view name;
  std::vector<ConfigMapEntry> entries;
  Origin origin;
};

/// An object that already exists in the cluster according to the spec: a Secret, ConfigMap, claim or ServiceAccount.
/// Without keys, nothing is known about its content.
struct External {
  std::string_view name;
  std::vector<std::string_view> keys = {};
};

/// A Slurm file: its typed lines, and the text that is written. Files without `Key=value` lines (plugstack.conf) have
/// no typed lines.
struct OutputConf {
  std::string_view path;
  const Conf* conf = nullptr;
  std::string_view text;
  bool ours = true;  ///< skiff wrote the text; otherwise the lines were read from the user's file
};

/// A file beside slurm.conf that has no table of parameters of its own, or that a user gave.
struct OutputSiteFile {
  std::string_view name, text;
  const Origin* origin;
  bool ours = false;  ///< skiff made it from the topology of the spec
};

/// Everything that a compilation is about to write, and the target versions.
struct VerifyInput {
  std::span<const OutputObject> objects;
  std::span<const OutputConfigMap> config_maps;
  std::span<const OutputConf> conf_files;
  std::span<const OutputSiteFile> site_files;
  std::span<const External> secrets;
  std::span<const External> external_config_maps;
  std::span<const External> claims;
  std::span<const External> service_accounts;
  std::string_view plugins;  ///< plugins that the images have, one per line; empty: unknown
  bool own_images = true;    ///< images/build is assumed to have built the images of slurmctld and slurmd
  bool own_slurmdbd = true;  ///< ... and that of slurmdbd
  std::string_view ns;       ///< namespace of every object that names none
  std::string_view cluster_domain = "cluster.local";
  Version kubernetes;
  Version slurm;
  std::span<const std::string_view> gpu_resources;  ///< the Kubernetes resources whose devices are gres/gpu in Slurm
};

/// Checks that Kubernetes and Slurm of the target versions accept the output, and checks every reference inside it
/// (SKF4xx). Each diagnostic points at the first location in the spec that decided the value. Its message names the
/// output file, the object and the field.
Diagnostics verify(const VerifyInput& input);

}  // namespace skiff
