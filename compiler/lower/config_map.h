#pragma once

#include <string>
#include <vector>

#include "plan/plan.h"
#include "tree/bundle.h"

namespace skiff {

/// A file of the output directory, and its key in the ConfigMap that is generated from it.
struct MapFile {
  std::string key;  ///< settings.json
  OutputFile file;  ///< health/h100.json
};

/// A text that the user wrote, unchanged. Each line has the origin of the text.
MapFile as_it_is(std::string key, std::string path, const plan::Text& text);

/// Adds the files to the bundle, and the ConfigMap that is generated from them.
void add_config_map(Bundle& bundle, const plan::Plan& plan, const plan::Text& name, std::vector<MapFile> files,
                    const Origin& why = {});

}  // namespace skiff
