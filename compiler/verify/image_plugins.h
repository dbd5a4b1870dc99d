#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "verify/verify.h"

namespace skiff {

/// The plugins in the images of the pods that read a file: those of slurmdbd for slurmdbd.conf, otherwise those of
/// slurmctld and slurmd.
class ImagePlugins {
 public:
  ImagePlugins(const VerifyInput& input, std::string_view file);

  enum class Answer { there, absent, unknown };
  /// `plugin` is the name of its file, such as `job_submit_lua`.
  Answer has(std::string_view plugin) const;
  /// Says that the images lack the plugin, and what to do if they do have it.
  std::string absent(std::string_view plugin) const;
  /// Says that it is unknown whether the images have the plugin, and which field tells it.
  std::string unknown(std::string_view plugin) const;

 private:
  bool slurmdbd_, given_, own_, known_release_ = false;
  std::vector<std::string_view> list_, known_somewhere_;
};

}  // namespace skiff
