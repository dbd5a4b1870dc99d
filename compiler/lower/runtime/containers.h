#pragma once

#include "plan/plan.h"
#include "tree/file_set.h"

namespace skiff {

/// pyxis' arguments in plugstack.conf.
plan::Texts pyxis_arguments(const plan::Pyxis& pyxis);
/// What enroot reads behind its own enroot.conf.
OutputFile enroot_conf(const plan::Pyxis& pyxis);

}  // namespace skiff
