#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "plan/version.h"

namespace skiff::change {

/// What Kubernetes does when a field of an existing object changes: a row of schema/k8s/immutable.tsv. `embed` writes the
/// rows when skiff is built.
struct ImmutableRow {
  /// The kind of change: a number or quantity can grow or shrink.
  enum class How : std::uint8_t { any, added, removed, changed, grown, shrunk };
  enum class Effect : std::uint8_t {
    refused,     ///< the API server refuses the object
    unknown,     ///< it depends on something that is not in the object
    live,        ///< applied at once
    pods,        ///< the field is the template of the workload's pods
    strategy,    ///< the update strategy of the workload's pods
    fewer_pods,  ///< some of the workload's pods are deleted
    next_mount,  ///< the next pod on a Kubernetes node without the volume has it
    retention,   ///< when the claims of a StatefulSet's pods are deleted
    next_run,    ///< the next Job of a CronJob has it
    next_pod,    ///< the next pod that is created from a PodTemplate has it
    expand,      ///< the volume of a claim is enlarged, if its storage class allows it
  };
  std::string_view kind;   ///< `*`: every kind
  std::string_view field;  ///< spec.template; the row also applies to everything below
  How how;
  Effect effect;
  Version since;
  Version removed;  ///< 0.0: never
};

std::span<const ImmutableRow> immutable_rows();

}  // namespace skiff::change
