#pragma once

#include <span>
#include <string_view>

namespace skiff {

/// A parameter that skiff writes.
struct OwnedParameter {
  enum class Policy {
    fixed,   ///< the user can't set it: another field of the spec decides it, or the cluster would break
    preset,  ///< a default that the user's value replaces
    list,    ///< comma-separated words, to which the user's words are appended
  };
  std::string_view file;  ///< slurm.conf
  std::string_view line;  ///< NodeName, PartitionName, or empty for the top level
  std::string_view key;
  Policy policy;
  std::string_view field;  ///< if fixed: the field of the spec to set instead, or why there is none
};

/// All parameters that skiff writes in Slurm's files. There is no other list of them.
std::span<const OwnedParameter> owned_parameters();

/// Finds a parameter. Keys are compared without case, as in Slurm. nullptr if skiff leaves the key to the user.
const OwnedParameter* find_owned(std::string_view file, std::string_view line, std::string_view key);

/// True if two keys of a Slurm file are the same, apart from upper and lower case.
bool same_key(std::string_view a, std::string_view b);

/// True if the parameter makes Slurm create a namespace for each job: JobContainerType, or from 25.11 on NamespaceType
/// (slurm.conf(5)), unless its value turns this off.
bool makes_namespaces(std::string_view key, std::string_view value);

}  // namespace skiff
