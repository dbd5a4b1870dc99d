#include "lower/k8s/site_files.h"

#include "embedded/templates.h"
#include "lower/k8s/mounts.h"
#include "plan/names.h"

namespace skiff {
namespace {

constexpr std::string_view folder = "/etc/slurm";

SiteFileParts parts(const plan::Plan& plan, plan::Bool plan::SiteFile::*mounted) {
  Value items = Value::list();
  Origin why;
  for (const plan::SiteFile& file : plan.files.site) {
    if (!*(file.*mounted)) continue;
    const Value name = to_value(file.name);
    items.items.push_back(Value::map((file.*mounted).origin).add("key", name).add("path", name));
    why |= (file.*mounted).origin;
  }
  if (items.items.empty()) return {};
  add_origin(items, why);
  return {
      fill(templates::k8s_env, {{"name", fixed("SITE_FILES")}, {"value", fixed(folder)}}, why),
      mount_at("site-files", folder, why),
      fill(templates::k8s_site_files_volume,
           {{"name", fixed("site-files")}, {"configMap", to_value(config_map_name(plan))}, {"items", std::move(items)}},
           why)};
}

}  // namespace

SiteFileParts worker_site_files(const plan::Plan& plan) { return parts(plan, &plan::SiteFile::in_workers); }
SiteFileParts login_site_files(const plan::Plan& plan) { return parts(plan, &plan::SiteFile::in_logins); }

}  // namespace skiff
