#include "lower/k8s/probes.h"

#include "embedded/templates.h"
#include "provenance/constant.h"

namespace skiff {

Value exec_probe(std::vector<std::string_view> command, int period, int timeout, int failures) {
  Value list = Value::list();
  for (const auto word : command) list.items.push_back(fixed(word));
  return fill(templates::k8s_exec_probe, {{"command", std::move(list)},
                                          {"period", to_value(constant(period))},
                                          {"timeout", to_value(constant(timeout))},
                                          {"failures", to_value(constant(failures))}});
}

Value tcp_probe(std::string_view port, int period, int failures) {
  return fill(
      templates::k8s_tcp_probe,
      {{"port", fixed(port)}, {"period", to_value(constant(period))}, {"failures", to_value(constant(failures))}});
}

Value http_probe(const plan::Plan& plan, std::string_view path, std::string_view port, int period, int failures) {
  return fill(templates::k8s_http_probe,
              {{"path", fixed(path)},
               {"port", fixed(port)},
               {"period", to_value(constant(period))},
               {"failures", to_value(constant(failures))}},
              plan.target.slurm.origin);
}

}  // namespace skiff
