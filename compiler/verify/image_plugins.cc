#include "verify/image_plugins.h"

#include <algorithm>

#include "text/split.h"
#include "verify/plugin_rows.h"

namespace skiff {

ImagePlugins::ImagePlugins(const VerifyInput& input, std::string_view file) {
  slurmdbd_ = file == "slurmdbd.conf";
  // The list is that of slurmctld and slurmd.
  given_ = !slurmdbd_ && !input.plugins.empty();
  own_ = slurmdbd_ ? input.own_slurmdbd : input.own_images;
  if (given_)
    for (const std::string_view name : Parts(input.plugins, '\n')) list_.push_back(name);
  for (const PluginRow& row : plugin_rows()) {
    known_somewhere_.push_back(row.plugin);
    if (row.release != input.slurm) continue;
    known_release_ = true;
    if (!given_) list_.push_back(row.plugin);
  }
}

ImagePlugins::Answer ImagePlugins::has(std::string_view plugin) const {
  const auto in = [&](const std::vector<std::string_view>& list) {
    return std::find(list.begin(), list.end(), plugin) != list.end();
  };
  if (given_ || (own_ && known_release_)) return in(list_) ? Answer::there : Answer::absent;
  // An unknown image is assumed to have every plugin that Debian's packages have in some release.
  return in(known_somewhere_) ? Answer::there : Answer::unknown;
}

std::string ImagePlugins::absent(std::string_view plugin) const {
  const std::string name(plugin);
  if (given_) return "the file of spec.images.plugins does not list " + name;
  const std::string own = "that images/build builds " + std::string(slurmdbd_ ? "does" : "do") + " not have " + name;
  return slurmdbd_ ? "the image of slurmdbd " + own + "; for another image set spec.images.slurmdbd.repository"
                   : "the images " + own + "; for other images set spec.images.plugins";
}

std::string ImagePlugins::unknown(std::string_view plugin) const {
  return "it is unknown whether the " + std::string(slurmdbd_ ? "image of slurmdbd has " : "images have ") +
         std::string(plugin) + (slurmdbd_ ? "" : "; set spec.images.plugins");
}

}  // namespace skiff
