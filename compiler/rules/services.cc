#include "rules/rules.h"
#include "text/ip_address.h"

namespace skiff {
namespace {

/// Every Service that the spec can configure.
std::vector<const spec::Service*> services(const spec::Cluster& cluster) {
  std::vector<const spec::Service*> all;
  for (const auto& login : cluster.spec.login) all.push_back(&login.service);
  if (cluster.spec.rest_api) all.push_back(&cluster.spec.rest_api->service);
  return all;
}

void check_cidr(const spec::Text& range, Diagnostics& found) {
  if (!is_cidr(*range)) refuse(found, "SKF336", range, "must be a CIDR block such as 10.0.0.0/8 or 2001:db8::/32");
}

}  // namespace

void rule_service_fields(const plan::Plan&, const spec::Cluster& cluster, Diagnostics& found) {
  for (const spec::Service* service : services(cluster)) {
    const auto only_for = [&](Span span, const char* only) {
      found.push_back({.rule = "SKF333",
                       .problem = Problem::forbidden,
                       .span = span,
                       .message = std::string("only a Service of type ") + only +
                                  " has this field; this one is of type " + *service->type});
    };
    if (service->session_affinity_timeout && (!service->session_affinity || *service->session_affinity != "ClientIP"))
      forbid(found, "SKF333", service->session_affinity_timeout,
             "only a Service with sessionAffinity: ClientIP has this field");
    const bool inside = *service->type == "ClusterIP";
    if (service->node_port && inside) only_for(service->node_port.span, "NodePort or LoadBalancer");
    if (service->external_traffic_policy && inside)
      only_for(service->external_traffic_policy.span, "NodePort or LoadBalancer");
    if (*service->type == "LoadBalancer") continue;
    if (!service->source_ranges.empty()) only_for(service->source_ranges.front().span, "LoadBalancer");
    for (const spec::Text* field : {&service->load_balancer_class, &service->load_balancer_ip})
      if (*field) only_for(field->span, "LoadBalancer");
  }
}

void rule_node_ports(const plan::Plan&, const spec::Cluster& cluster, Diagnostics& found) {
  std::vector<const spec::Int*> seen;
  for (const spec::Service* service : services(cluster)) {
    const spec::Int& port = service->node_port;
    if (!port) continue;
    for (const spec::Int* other : seen)
      if (**other == *port)
        duplicate(found, "SKF335", port, "a node port belongs to one Service", other->span,
                  "the first Service with this port");
    seen.push_back(&port);
  }
}

void rule_source_ranges(const plan::Plan&, const spec::Cluster& cluster, Diagnostics& found) {
  for (const spec::Service* service : services(cluster))
    for (const auto& range : service->source_ranges) check_cidr(range, found);
  if (!cluster.spec.monitoring) return;
  for (const spec::Peer& peer : cluster.spec.monitoring->metrics.allow_from)
    if (peer.cidr) check_cidr(peer.cidr, found);
}

void rule_load_balancer_ip(const plan::Plan&, const spec::Cluster& cluster, Diagnostics& found) {
  for (const spec::Service* service : services(cluster))
    if (const spec::Text& address = service->load_balancer_ip; address && address_bits(*address) < 0)
      refuse(found, "SKF231", address, "must be an address of IPv4 or IPv6, such as 192.0.2.10 or 2001:db8::10");
}

}  // namespace skiff
