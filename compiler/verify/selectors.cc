#include <algorithm>
#include <cmath>

#include "text/quote.h"
#include "verify/checks.h"
#include "verify/formats.h"
#include "verify/report.h"

namespace skiff {
namespace {

std::string names_of(const std::vector<const Item*>& items) {
  std::string text;
  for (const Item* item : items) {
    if (!text.empty()) text += ", ";
    text += std::string(item->kind) + ' ' + std::string(item->name);
  }
  return text;
}

void check_workload(const ObjectSet& set, const Item& item, Diagnostics& out) {
  const Value* selector = item.value->at({"spec", "selector", "matchLabels"});
  // The API server sets the selector of a Job.
  if (!selector || !item.pod_template || item.pod_template == item.value || item.is("Job")) return;
  for (const Member& label : selector->members) {
    const Value* has = item.labels ? item.labels->find(label.key) : nullptr;
    if (!has || has->text != label.value.text) {
      report(out, "SKF428", Problem::invalid, item, label.value,
             "the labels of the pod template must include " + quote(label.key.str() + '=' + label.value.text.str()));
      return;
    }
  }
  std::vector<const Item*> others = set.selected(*selector, item.ns);
  std::erase(others, &item);
  if (!others.empty()) {
    report(out, "SKF428", Problem::invalid, item, *selector,
           "the selector also matches the pods of " + names_of(others));
  }
}

void check_service_ports(const Item& item, const Value& spec, const Item& workload, Diagnostics& out) {
  const SharedList<Value>& ports = items_of(spec, "ports");
  for (std::size_t i = 0; i < ports.size(); ++i) {
    const Value& port = ports[i];
    const Value* name = port.find("name");
    if (!name && ports.size() > 1)
      report(out, "SKF414", Problem::required, item, port, "each port must have a name when there are several");
    if (name && !is_dns1123_label(name->text))
      report(out, "SKF414", Problem::invalid, item, *name, "must be at most 63 characters of a-z, 0-9 and -");
    for (std::size_t before = 0; name && before < i; ++before) {
      if (text_of(ports[before], "name") == name->text)
        report(out, "SKF435", Problem::duplicate, item, *name, "two ports of the Service have this name");
    }
    const Value* number = port.find("port");
    if (number && (number->number < 1 || number->number > 65535)) {
      report(out, "SKF414", Problem::invalid, item, *number, "must be between 1 and 65535");
    }
    const Value* target = port.find("targetPort") ? port.find("targetPort") : number;
    if (target && workload.pod && !declares_port(*workload.pod, *target)) {
      report(out, "SKF432", Problem::not_found, item, *target,
             "no container of " + names_of({&workload}) + " declares this port");
    }
  }
}

void check_service(const ObjectSet& set, const Item& item, Diagnostics& out) {
  const Value* spec = item.value->find("spec");
  const Value* selector = spec ? spec->find("selector") : nullptr;
  // The endpoints of a Service without a selector come from elsewhere.
  if (!selector || selector->members.empty()) return;
  const std::vector<const Item*> found = set.selected(*selector, item.ns);
  if (found.empty()) {
    report(out, "SKF427", Problem::invalid, item, *selector, "the Service selects no pod of the output");
  } else if (!spec->find("ports")) {
    // Without ports it only gives DNS names to pods, so it may select several workloads.
  } else if (found.size() > 1) {
    report(out, "SKF427", Problem::invalid, item, *selector,
           "the Service must select one workload, but it selects " + names_of(found));
  } else {
    check_service_ports(item, *spec, *found.front(), out);
  }
}

// Pods get their DNS names from their Service, so it must select them.
void check_governing_service(const ObjectSet& set, const Item& item, Diagnostics& out) {
  const Value* name = nullptr;
  if (item.is("StatefulSet")) name = item.value->at({"spec", "serviceName"});
  if (item.is("PodTemplate") && item.pod) name = item.pod->find("subdomain");
  const Item* service = name ? set.find("Service", item.ns, name->text) : nullptr;
  const Value* selector = service ? service->value->at({"spec", "selector"}) : nullptr;
  if (!selector) return;
  for (const Member& label : selector->members) {
    const Value* has = item.labels ? item.labels->find(label.key) : nullptr;
    if (has && has->text == label.value.text) continue;
    report(out, "SKF431", Problem::invalid, item, *name,
           "the Service does not select the pods, so they have no DNS names");
    return;
  }
}

// The number of replicas that a number or percentage stands for. Kubernetes rounds up for both fields of a budget.
std::int64_t scaled(const Value& amount, std::int64_t replicas) {
  if (amount.kind == Value::Kind::integer) return amount.number;
  const auto percent = amount.text.view().ends_with('%')
                           ? parse_quantity(std::string_view(amount.text).substr(0, amount.text.size() - 1))
                           : std::nullopt;
  return percent ? static_cast<std::int64_t>(std::ceil(*percent * static_cast<long double>(replicas) / 100)) : 0;
}

void check_budget(const ObjectSet& set, const Item& item, Diagnostics& out) {
  const Value* spec = item.value->find("spec");
  const Value* selector = spec ? spec->at({"selector", "matchLabels"}) : nullptr;
  if (!selector) return;
  const std::vector<const Item*> found = set.selected(*selector, item.ns);
  if (found.size() != 1) {
    report(out, "SKF433", Problem::invalid, item, *selector,
           found.empty() ? "the budget selects no pod of the output"
                         : "the budget must select one workload, but it selects " + names_of(found));
    return;
  }
  const Value* workload = found.front()->value->find("spec");
  const std::int64_t replicas = workload ? number_of(*workload, "replicas", 1) : 1;
  const Value* least = spec->find("minAvailable");
  const Value* most = spec->find("maxUnavailable");
  const bool blocks =
      replicas > 0 && ((least && scaled(*least, replicas) >= replicas) || (most && scaled(*most, replicas) == 0));
  if (blocks) {
    report(out, "SKF434", Problem::invalid, item, least ? *least : *most,
           "with " + std::to_string(replicas) + (replicas == 1 ? " replica" : " replicas") +
               " this budget refuses every eviction, so no Kubernetes node with such a pod can be drained",
           Severity::warning);
  }
}

}  // namespace

void check_selectors(const ObjectSet& set, const Item& item, Diagnostics& out) {
  check_workload(set, item, out);
  check_governing_service(set, item, out);
  if (item.is("Service")) check_service(set, item, out);
  if (item.is("PodDisruptionBudget")) check_budget(set, item, out);
}

}  // namespace skiff
