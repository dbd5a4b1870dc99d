#pragma once

#include "lower/config_map.h"
#include "plan/plan.h"

namespace skiff {

/// The arguments of pyxis in plugstack.conf. `jail` is nullptr if there is none.
plan::Texts pyxis_arguments(const plan::Pyxis& pyxis, const plan::Jail* jail);
/// The settings that enroot reads after its own enroot.conf.
MapFile enroot_conf(const plan::Pyxis& pyxis);

}  // namespace skiff
