#pragma once

#include <string>
#include <vector>

#include "plan/plan.h"
#include "tree/bundle.h"

namespace skiff {

/// A file of the folder, and the key under which pods find it in the ConfigMap that is made of it.
struct MapFile {
  std::string key;  ///< settings.json
  OutputFile file;  ///< health/h100.json
};

/// A text of the user's.
MapFile as_it_is(std::string key, std::string path, const plan::Text& text);

/// Adds the files to the bundle, and the ConfigMap that is made of them.
void add_config_map(Bundle& bundle, const plan::Plan& plan, const plan::Text& name, std::vector<MapFile> files,
                    const Origin& why = {});

}  // namespace skiff
