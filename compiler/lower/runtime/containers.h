#pragma once

#include "lower/config_map.h"
#include "plan/plan.h"

namespace skiff {

/// pyxis' arguments in plugstack.conf.
plan::Texts pyxis_arguments(const plan::Pyxis& pyxis);
/// What enroot reads behind its own enroot.conf.
MapFile enroot_conf(const plan::Pyxis& pyxis);

}  // namespace skiff
