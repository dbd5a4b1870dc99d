#include "plan/resolve_parts.h"
#include "spec/refuse.h"

namespace skiff {
namespace {

/// Without a catalogue entry, the spec must give resource and count. Reports those that are missing.
bool complete(const spec::Rdma& own, Diagnostics& diagnostics) {
  for (const auto& [name, there] : {std::pair{"resource", bool(own.resource)}, std::pair{"count", bool(own.count)}})
    if (!there)
      require(diagnostics, "SKF211", own, name,
              "needed because the hardware is not a catalogue entry with RDMA devices");
  return own.resource && own.count;
}

}  // namespace

void resolve_rdma(const spec::NodeSet& set, plan::NodeSet& resolved, Diagnostics& diagnostics) {
  if (!set.rdma && !resolved.rdma) return;
  const spec::Rdma absent;
  const spec::Rdma& own = set.rdma ? *set.rdma : absent;
  if (!resolved.rdma && !complete(own, diagnostics)) return;
  const bool by_hand = !resolved.rdma;
  plan::Rdma rdma = resolved.rdma.value_or(plan::Rdma{});
  // The entry's ports belong to its own devices. With other devices, or with fewer of them, a pod may see fewer ports.
  const bool others = (own.resource && *own.resource != *rdma.resource) || (own.count && *own.count != *rdma.count);
  if (own.resource) rdma.resource = own.resource.tracked();
  if (own.count) rdma.count = own.count.tracked();
  if (!by_hand && others) rdma.ports = rdma.rate = std::nullopt;
  if (own.ports) rdma.ports = own.ports.tracked();
  if (own.rate) rdma.rate = own.rate.tracked();
  rdma.link_layer = own.link_layer ? own.link_layer.tracked() : constant("InfiniBand");
  rdma.ignore = resolve_texts(own.ignore);
  rdma.gpu_direct = own.gpu_direct ? own.gpu_direct.tracked() : constant(true);
  const Origin devices = rdma.resource.origin | rdma.count.origin;
  rdma.link_layer.origin |= devices;
  rdma.gpu_direct.origin |= devices;
  for (auto* number : {&rdma.ports, &rdma.rate})
    if (*number) (*number)->origin |= devices;
  resolved.rdma = std::move(rdma);
}

}  // namespace skiff
