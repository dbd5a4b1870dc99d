#pragma once

#include "plan/plan.h"
#include "tree/bundle.h"

// Alerts for Prometheus (docs/alerts.md).

namespace skiff {

/// The group of all alerting rules of the cluster. Call it only if the plan has alerts.
Value alert_group(const plan::Plan& plan);

/// The file of alerting rules for a Prometheus without its operator.
ObjectFile alerts_file(const plan::Plan& plan);

}  // namespace skiff
