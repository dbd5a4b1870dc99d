#include "lower/k8s/exporter.h"

#include "embedded/shared.h"
#include "embedded/templates.h"
#include "provenance/constant.h"
#include "tree/to_value.h"

namespace skiff {

Value exporter(const plan::Plan& plan, const Value& munge_mount) {
  if (!plan.monitoring.metrics) return none();
  const plan::Metrics& metrics = *plan.monitoring.metrics;
  Value command = Value::list();
  const auto add = [&](std::string word, const Origin& origin) {
    command.items.push_back(Value::string(std::move(word), origin | metrics.why));
  };
  add(std::string(shared::paths::programs) + "/skiff-exporter", {});
  for (const plan::Int* number : {&metrics.port, &metrics.interval, &metrics.command_memory})
    add(std::to_string(**number), number->origin);
  const plan::Text& format = plan.controller.sidecar.log_format;
  add(*format, format.origin);
  return fill(templates::k8s_exporter_container,
              {{"image", to_value(plan.images.slurmctld)},
               {"pullPolicy", to_value(plan.images.pull_policy)},
               {"command", std::move(command)},
               {"port", to_value(metrics.port)},
               {"memory", Value::string(std::to_string(*metrics.memory) + "Mi", metrics.memory.origin | metrics.why)},
               {"mungeMount", munge_mount}},
              metrics.why);
}

}  // namespace skiff
