#include "spec/take_files.h"

#include <algorithm>

#include "spec/refuse.h"
#include "text/ascii.h"

namespace skiff {
namespace {

/// Reads `file` into `text`, if the spec names a file. Reports a file that cannot be read and returns false.
bool take(const spec::Text& file, spec::Text& text, const SpecFileReader& read_spec_file, Diagnostics& found) {
  if (!file) return true;
  SpecFile got = read_spec_file(*file);
  if (!got.problem.empty()) {
    refuse(found, "SKF395", file, std::move(got.problem));
    return false;
  }
  text.value = std::move(got.text);
  text.origin = file.origin;
  text.span = file.span;
  return true;
}

void take(spec::SiteFile& site, const SpecFileReader& read_spec_file, Diagnostics& found) {
  if (site.text && site.file) return forbid(found, "SKF395", site.file, "may not be specified together with text");
  if (!site.text && !site.file) return require(found, "SKF395", site, "text", "give exactly one of text, file");
  take(site.file, site.text, read_spec_file, found);
}

void take(spec::Script& script, const SpecFileReader& read_spec_file, Diagnostics& found) {
  const int given = bool(script.text) + bool(script.file) + bool(script.path);
  if (given > 1) return forbid(found, "SKF395", script, "only one of text, file and path may be specified");
  if (given == 0) return require(found, "SKF395", script, "text", "give exactly one of text, file, path");
  if (take(script.file, script.text, read_spec_file, found) && script.text && !script.text->starts_with("#!/"))
    refuse(found, "SKF395", script.file,
           "must begin with #! and the path of an interpreter, so that the kernel can run it");
}

}  // namespace

void take_files(spec::Cluster& cluster, const SpecFileReader& read_spec_file, Diagnostics& found) {
  spec::Images& images = cluster.spec.images;
  const auto strange = [](char c) { return !is_alnum(c) && c != '_' && c != '\n'; };
  if (take(images.plugins, images.plugin_list, read_spec_file, found) && images.plugin_list &&
      std::any_of(images.plugin_list->begin(), images.plugin_list->end(), strange))
    refuse(found, "SKF395", images.plugins,
           "must have one name per line, such as job_submit_lua, as images/plugins prints them");
  if (auto& jwt = cluster.spec.auth.jwt; jwt && jwt->jwks)
    take(jwt->jwks->file, jwt->jwks->text, read_spec_file, found);
  for (auto& [name, site] : cluster.spec.slurm.files) take(site, read_spec_file, found);
  cluster.spec.slurm.scripts.each([&](std::string_view, std::vector<spec::Script>& scripts) {
    for (spec::Script& script : scripts) take(script, read_spec_file, found);
  });
}

}  // namespace skiff
