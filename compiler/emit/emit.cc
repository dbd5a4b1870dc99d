#include "emit/emit.h"

#include <algorithm>
#include <utility>

#include "emit/gitattributes.h"
#include "emit/kustomization.h"
#include "emit/plan_yaml.h"
#include "emit/stream.h"

namespace skiff {

Bundle emit(const plan::Plan& plan, Bundle lowered) {
  Bundle bundle = std::move(lowered);
  // plan.yaml is first: its tree is a third as large as the objects, and is freed before the bytes of the objects are
  // written.
  bundle.files.push_back(plan_yaml(plan));
  WrittenParts parts;
  for (const ObjectFile& file : bundle.objects) bundle.files.push_back(object_file(file, parts));
  for (const ObjectFile& file : bundle.documents) bundle.files.push_back(object_file(file, parts));
  bundle.files.push_back(kustomization_yaml(bundle.objects, bundle.config_maps));
  bundle.files.push_back(gitattributes());
  std::sort(bundle.files.begin(), bundle.files.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
  return bundle;
}

}  // namespace skiff
