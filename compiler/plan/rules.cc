#include "plan/rules.h"

namespace skiff {
namespace {

constexpr Rule table[] = {
    {"SKF201", "the hardware is not in the catalogue", "unknown-hardware"},
    {"SKF202", "a GPU type is not in the catalogue", "unknown-gpu"},
    {"SKF203", "the hardware of a node set is incomplete or contradictory", "incomplete-hardware"},
    {"SKF204", "a field names a node set that does not exist", "unknown-node-set"},
    {"SKF205", "a field names a volume that does not exist", "unknown-storage"},
    {"SKF206", "exactly one of several fields must be set", "two-databases"},
    {"SKF207", "the GPUs of a node set are incomplete", "incomplete-gpus"},
    {"SKF208", "a limit of the health checks does not exist", "unknown-threshold"},
    {"SKF209", "a field names a health check that does not exist", "unknown-check"},
    {"SKF210", "the size of a node set is missing or given twice", "replicas-and-scaling"},
    {"SKF211", "the RDMA devices of a node set are incomplete", "incomplete-rdma"},
    {"SKF212", "a topology names a node or switch that does not exist", "topology-unknown-nodes"},
    {"SKF213", "a field names a group that does not exist", "unknown-user-group"},
    {"SKF218", "the catalogue has no floor for a benchmark", "no-floor"},
    {"SKF219", "a field names a partition that does not exist", "unknown-partition"},
};

}  // namespace

std::span<const Rule> resolve_rules() { return table; }

}  // namespace skiff
