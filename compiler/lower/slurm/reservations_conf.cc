#include "lower/slurm/confs.h"

namespace skiff {

std::optional<Conf> reservations_conf(const plan::Plan& plan) {
  if (plan.reservations.empty()) return std::nullopt;
  Conf conf{
      .name = "reservations.conf", .path = "slurm/reservations.conf", .why = plan.reservations.front().name.origin};
  for (const plan::Reservation& reservation : plan.reservations) {
    ConfLine line{{{"Reservation", *reservation.name, reservation.name.origin}}};
    for (const auto& [key, value] : reservation.options) line.parameters.push_back({key, *value, value.origin});
    conf.lines.push_back(std::move(line));
  }
  return conf;
}

}  // namespace skiff
