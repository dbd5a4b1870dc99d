#include "plan/resolve_parts.h"
#include "plan/slurm_files.h"

namespace skiff {
namespace {

plan::SiteFile resolve_site_file(const plan::Text& name, const plan::Text& text, const plan::Plan& plan) {
  const Tracked<Version>& slurm = plan.target.slurm;
  bool known = false, workers = false, logins = false;
  for (const SlurmFileRow& row : slurm_file_rows()) {
    if (row.file != *name) continue;
    known = true;
    if (!in_release(row, *slurm)) continue;
    const bool sent = row.sent != Version{} && *slurm >= row.sent;
    // Readers in login pods are users' commands. In a job, these commands read the files of slurmd.
    workers = workers || ((row.readers & (SlurmFileRow::slurmd | SlurmFileRow::login)) && !sent);
    logins = logins || ((row.readers & SlurmFileRow::login) && !(sent && row.sent_to_clients));
  }
  // The file of an unknown plugin is mounted wherever the plugin may be loaded.
  if (!known) workers = logins = true;
  // With auth/munge, the login pods mount the complete configuration anyway.
  const bool sackd = *plan.auth.method == "slurm";
  const Origin why = name.origin | slurm.origin;
  return {name, text, {workers, why}, {logins && sackd, why | plan.auth.method.origin}};
}

}  // namespace

std::vector<plan::SiteFile> resolve_site_files(const spec::ClusterSpec& spec, const plan::Plan& plan) {
  std::vector<plan::SiteFile> files;
  for (const auto& [name, file] : spec.slurm.files)
    files.push_back(
        resolve_site_file(name.tracked(), {file.text.value.value_or(""), name.origin | file.text.origin}, plan));
  return files;
}

}  // namespace skiff
