#pragma once

#include <span>
#include <string_view>

namespace skiff {

/// A parameter that skiff writes by itself.
struct OwnedParameter {
  enum class Policy {
    fixed,   ///< another field of the spec decides it, or the cluster would break: the user can't set it
    preset,  ///< a default that the user's value replaces
    list,    ///< comma-separated words: the user's are appended
  };
  std::string_view file;  ///< slurm.conf
  std::string_view line;  ///< NodeName, PartitionName, or empty for the top level
  std::string_view key;
  Policy policy;
  std::string_view field;  ///< of a fixed one: the field of the spec to set instead, or why there is none
};

/// All of them; the one list that says what skiff decides in Slurm's files.
std::span<const OwnedParameter> owned_parameters();

/// Keys compare without case, as Slurm does. nullptr if skiff leaves the key to the user.
const OwnedParameter* find_owned(std::string_view file, std::string_view line, std::string_view key);

/// Whether two keys of a Slurm file are the same: case does not count.
bool same_key(std::string_view a, std::string_view b);

/// True for the parameter by which Slurm makes a namespace of its own for each job: JobContainerType, from 25.11 on NamespaceType
/// (slurm.conf(5)), unless its value turns that off.
bool makes_namespaces(std::string_view key, std::string_view value);

}  // namespace skiff
