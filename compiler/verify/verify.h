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

/// An object and the output file it stands in.
struct OutputObject {
  std::string_view file;
  const Value* value;
};

/// One file of a generated ConfigMap.
struct ConfigMapEntry {
  std::string_view key;
  std::size_t size;
};

/// A ConfigMap that kustomization.yaml makes out of files, under a fixed name.
struct OutputConfigMap {
  std::string_view name;
  std::vector<ConfigMapEntry> entries;
  Origin origin;
};

/// What the spec says is in the cluster already: a Secret, ConfigMap, claim or ServiceAccount that others made. Without
/// keys nothing is known of its content.
struct External {
  std::string_view name;
  std::vector<std::string_view> keys = {};
};

/// A Slurm file: its typed lines, and the text that is written. Files that are no `Key=value` lines (plugstack.conf)
/// have no lines.
struct OutputConf {
  std::string_view path;
  const Conf* conf = nullptr;
  std::string_view text;
  bool ours = true;  ///< skiff wrote the text; else the lines are what it was read as
};

/// A file of the user's beside slurm.conf.
struct OutputSiteFile {
  std::string_view name, text;
  const Origin* origin;
};

/// Everything that a compilation is about to write, and the versions that it is for.
struct VerifyInput {
  std::span<const OutputObject> objects;
  std::span<const OutputConfigMap> config_maps;
  std::span<const OutputConf> conf_files;
  std::span<const OutputSiteFile> site_files;
  std::span<const External> secrets;
  std::span<const External> external_config_maps;
  std::span<const External> claims;
  std::span<const External> service_accounts;
  std::string_view plugins;  ///< that the images have, a line each; empty: not said
  bool own_images = true;    ///< of slurmctld and slurmd, made by images/build as far as is known
  std::string_view ns;       ///< of every object that names none
  std::string_view cluster_domain = "cluster.local";
  Version kubernetes;
  Version slurm;
};

/// Checks the output against what Kubernetes and Slurm of the target versions take, and every reference inside it
/// (SKF4xx). Each finding stands at the first place of the spec that decided the value; `message` names the output
/// file, the object and the field.
Diagnostics verify(const VerifyInput& input);

}  // namespace skiff
