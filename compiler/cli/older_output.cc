#include "cli/older_output.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "change/changes.h"
#include "output/disk.h"
#include "output/folder.h"
#include "output/read_folder.h"

namespace skiff::cli {
namespace {

bool same(const FileSet& before, const FileSet& after) {
  return std::ranges::all_of(before, [&](const OutputFile& old) {
    const OutputFile* const file = find_file(after, old.path);
    return file && file->text == old.text;
  });
}

}  // namespace

OlderOutput compare_with_older(Session& session, const std::string& folder, change::Accepted accepted, FileSet& files) {
  OlderOutput result;
  files = std::move(session.compilation.bundle.files);
  if (kind_at(folder + "/kustomization.yaml") != PathKind::file) return result;
  FolderContent content = read_folder(folder);
  if (!content.errors.empty()) {
    result.not_compared = content.errors.front();
    return result;
  }
  // kustomization.yaml and the files that it names are all that reaches the cluster.
  if (same(content.files, files)) return result;
  const change::Side before = change::read_side(std::move(content.files));
  if (!before.problems.empty()) {
    result.not_compared = folder + "/" + before.problems.front();
    return result;
  }
  change::Side after = change::read_side(std::move(files));
  change::Decisions decisions(std::nullopt, change::SpecText{session.name, session.text, &session.compilation.root});
  result.changes = change::changes(before, after, decisions);
  result.errors = change::breaking(before, after, result.changes, folder, accepted);
  files = std::move(after.files);
  // Files that somebody has changed are what is wrong then, and the build reports them.
  if (!result.errors.empty() && !write_folder(files, folder, true).errors.empty()) result.errors.clear();
  return result;
}

}  // namespace skiff::cli
