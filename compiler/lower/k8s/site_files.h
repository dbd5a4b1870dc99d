#pragma once

#include "plan/plan.h"
#include "tree/value.h"

namespace skiff {

/// The parts of a pod that needs files beside slurm.conf that slurmctld does not send. All are `none` if it needs no
/// such file.
struct SiteFileParts {
  Value env, mount, volume;
};
SiteFileParts worker_site_files(const plan::Plan& plan);
SiteFileParts login_site_files(const plan::Plan& plan);

}  // namespace skiff
