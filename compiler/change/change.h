#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "change/compare.h"
#include "diag/lines.h"
#include "diag/span.h"

namespace skiff::change {

/// What a change does to a running cluster, from the least to the worst.
enum class Class : std::uint8_t {
  nothing,      ///< no running part sees it
  live,         ///< taken up at once, or within about a minute; nothing restarts
  reconfigure,  ///< slurmctld reads its files again, and sends them to the workers
  restart,      ///< a daemon of Slurm or its database restarts
  pods,         ///< pods are replaced or deleted, or must be replaced before the change has its effect
  drain,        ///< the same for workers, whose nodes drain first
  unknown,      ///< no table knows it
  refused,      ///< the API server refuses it
  loses_data,   ///< data is lost, or nothing finds it any more
};

/// A class as users name it, and as a heading.
struct ClassName {
  Class value;
  std::string_view id;     ///< loses-data
  std::string_view title;  ///< loses data
};

/// All classes, from the least to the worst.
std::span<const ClassName> class_names();
const ClassName& name_of(Class value);
std::optional<Class> class_of(std::string_view id);

/// A line of the spec that decided a field.
struct Decision {
  std::string field;  ///< spec.controller.state.size
  std::string file;   ///< cluster.yaml
  Place place;        ///< in that file
  Span span;          ///< in its text
};

/// `cluster.yaml:12:20`.
std::string place_of(const Decision& decision);

struct FieldChange {
  std::string path;  ///< spec.replicas; in a Slurm file `NodeName=h100-[0-63] CPUs`; empty for the whole object;
                     ///< of a text, how many lines differ
  How how = How::changed;
  std::string before, after;  ///< the values on one line
  std::vector<Decision> decided;
};

/// Fields of one object or file that have the same consequence.
struct Change {
  Class value = Class::unknown;
  std::string object;  ///< StatefulSet slurm/atlas-slurmctld, or slurm/slurm.conf
  How how = How::changed;
  std::vector<FieldChange> fields;
  std::string consequence;         ///< sentences
  std::vector<std::string> steps;  ///< what to do instead, in order: commands, or sentences
};

}  // namespace skiff::change
