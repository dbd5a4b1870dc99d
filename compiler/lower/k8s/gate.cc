#include "lower/k8s/gate.h"

#include "embedded/shared.h"
#include "embedded/templates.h"
#include "lower/k8s/mounts.h"
#include "plan/jail.h"
#include "tree/to_value.h"

namespace skiff {

Gate gate(const plan::Plan& plan, const plan::Text& image, std::string_view volume, std::string_view path) {
  const auto admins = jail_admins(plan);
  if (!admins) return {};
  const bool munge = *plan.auth.method == "munge";
  const Origin why = *admins | plan.auth.method.origin;
  const std::string socket = munge ? "/munge.socket.2" : "/sack.socket";
  const std::string_view folder = munge ? shared::paths::munged : "/run/slurm";
  const Value listen = Value::string(std::string(shared::paths::gate) + socket, why);
  return {fill(templates::k8s_gate_container,
               {{"image", to_value(image)},
                {"pullPolicy", to_value(plan.images.pull_policy)},
                {"listen", listen},
                {"target", Value::string(std::string(folder) + socket, why)},
                {"targetMount", munge ? mount_at("munge", folder, why) : mount_at(volume, path, why)}},
               why),
          mount_at("gate", shared::paths::gate, why),
          fill(templates::k8s_emptydir_volume, {{"name", fixed("gate")}}, why)};
}

}  // namespace skiff
