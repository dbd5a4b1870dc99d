#include <arpa/inet.h>

#include <array>

#include "rules/rules.h"
#include "text/number.h"

namespace skiff {
namespace {

/// Every Service that the spec can configure.
std::vector<const spec::Service*> services(const spec::Cluster& cluster) {
  std::vector<const spec::Service*> all;
  for (const auto& login : cluster.spec.login) all.push_back(&login.service);
  if (cluster.spec.rest_api) all.push_back(&cluster.spec.rest_api->service);
  return all;
}

bool is_cidr(const std::string& text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos) return false;
  const std::string address = text.substr(0, slash);
  std::array<unsigned char, sizeof(in6_addr)> bytes;
  const int limit = inet_pton(AF_INET, address.c_str(), bytes.data()) == 1    ? 32
                    : inet_pton(AF_INET6, address.c_str(), bytes.data()) == 1 ? 128
                                                                              : -1;
  const auto bits = to_number<int>(text.substr(slash + 1));
  return bits && *bits <= limit;
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
    const bool inside = *service->type == "ClusterIP";
    if (service->node_port && inside) only_for(service->node_port.span, "NodePort or LoadBalancer");
    if (service->external_traffic_policy && inside)
      only_for(service->external_traffic_policy.span, "NodePort or LoadBalancer");
    if (!service->source_ranges.empty() && *service->type != "LoadBalancer")
      only_for(service->source_ranges.front().span, "LoadBalancer");
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
    for (const auto& range : service->source_ranges)
      if (!is_cidr(*range)) refuse(found, "SKF336", range, "must be a CIDR block such as 10.0.0.0/8 or 2001:db8::/32");
}

}  // namespace skiff
