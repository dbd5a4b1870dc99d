#pragma once

#include "plan/plan.h"
#include "tree/value.h"

namespace skiff {

/// Files beside slurm.conf that slurmctld does not send: what a pod that needs some has; all `none` where it needs none.
struct SiteFileParts {
  Value env, mount, volume;
};
SiteFileParts worker_site_files(const plan::Plan& plan);
SiteFileParts login_site_files(const plan::Plan& plan);

}  // namespace skiff
