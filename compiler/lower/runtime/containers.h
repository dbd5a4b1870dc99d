#pragma once

#include "lower/config_map.h"
#include "plan/plan.h"

namespace skiff {

/// The arguments of pyxis in plugstack.conf.
plan::Texts pyxis_arguments(const plan::Pyxis& pyxis);
/// The settings that enroot reads after its own enroot.conf.
MapFile enroot_conf(const plan::Pyxis& pyxis);

}  // namespace skiff
