#include "plan/rules.h"

namespace skiff {
namespace {

constexpr Rule table[] = {
    {"SKF201", "unknown hardware", "unknown-hardware"},
    {"SKF202", "unknown GPU type", "unknown-gpu"},
    {"SKF203", "incomplete hardware", "incomplete-hardware"},
    {"SKF204", "unknown node set", "unknown-node-set"},
    {"SKF205", "unknown storage", "unknown-storage"},
    {"SKF206", "exactly one of several", "two-databases"},
    {"SKF207", "incomplete GPUs", "incomplete-gpus"},
    {"SKF208", "unknown limit of health checks", "unknown-threshold"},
    {"SKF209", "unknown health check", "unknown-check"},
    {"SKF210", "size of a node set", "replicas-and-scaling"},
    {"SKF211", "incomplete RDMA devices", "incomplete-rdma"},
    {"SKF218", "no floor in the catalogue", "no-floor"},
    {"SKF219", "unknown partition", "unknown-partition"},
};

}  // namespace

std::span<const Rule> resolve_rules() { return table; }

}  // namespace skiff
