#include "change/side.h"

#include <algorithm>
#include <utility>

#include "diag/lines.h"
#include "read/values.h"
#include "verify/object_set.h"

namespace skiff::change {
namespace {

constexpr std::string_view kustomization_name = "kustomization.yaml";
constexpr std::string_view plan_name = "plan.yaml";

/// The key and the path of an entry of `files` in a configMapGenerator: `slurm/slurm.conf` or
/// `sshd_config=slurm/sshd_config.login`.
std::pair<std::string_view, std::string_view> entry_of(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals != std::string_view::npos) return {text.substr(0, equals), text.substr(equals + 1)};
  const std::size_t slash = text.rfind('/');
  return {text.substr(slash == std::string_view::npos ? 0 : slash + 1), text};
}

class Reader {
 public:
  explicit Reader(Side& side) : side_(side) {}

  void read() {
    read_plan();
    const OutputFile* file = need(kustomization_name);
    if (!file) return;
    const std::vector<Value> documents = parse(*file);
    if (documents.size() != 1) return problem(*file, {}, "must be one document");
    const Value& root = documents.front();
    only(*file, root, {"apiVersion", "kind", "resources", "configMapGenerator"});
    for (const Value& path : items_of(root, "resources")) read_objects(path.text.str());
    for (const Value& map : items_of(root, "configMapGenerator")) read_map(*file, map);
  }

 private:
  void problem(const OutputFile& file, const Origin& place, const std::string& message) {
    const std::vector<Source> sources = place.sources();
    const Place at = sources.empty() ? Place{} : LineTable(file.text).place(sources.front().span.begin);
    side_.problems.push_back(file.path + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) + ": " +
                             message);
  }

  // What skiff did not write may change objects in ways that are not read here.
  void only(const OutputFile& file, const Value& map, std::initializer_list<std::string_view> known) {
    for (const Member& member : map.members) {
      if (std::ranges::find(known, member.key.view()) != known.end()) continue;
      problem(file, member.value.origin, "skiff writes no field \"" + member.key.str() + "\" here; remove it");
    }
  }

  const OutputFile* need(std::string_view path) {
    const OutputFile* file = find_file(side_.files, path);
    if (!file) side_.problems.push_back(std::string(path) + ":1:1: the file is missing");
    return file;
  }

  std::vector<Value> parse(const OutputFile& file) {
    ReadValues values = read_values(file.text);
    const LineTable lines(file.text);
    for (const Diagnostic& found : values.diagnostics) {
      const Place at = lines.place(found.span.begin);
      side_.problems.push_back(file.path + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) + ": " +
                               found.message);
    }
    return values.diagnostics.empty() ? std::move(values.documents) : std::vector<Value>();
  }

  void read_plan() {
    const OutputFile* file = need(plan_name);
    if (!file) return;
    std::vector<Value> documents = parse(*file);
    if (documents.empty()) return;
    side_.plan = std::move(documents.front());
    side_.plan_file = file;
    const Value& plan = side_.plan;
    side_.cluster = text_of(plan, "name");
    side_.ns = text_of(plan, "namespace");
    const Value* target = plan.find("target");
    if (!target) return problem(*file, {}, "has no target; build it with this version of skiff");
    side_.slurm = parse_version(text_of(*target, "slurm"));
    side_.kubernetes = parse_version(text_of(*target, "kubernetes"));
  }

  void read_objects(const std::string& path) {
    const OutputFile* file = need(path);
    if (!file) return;
    for (Value& value : parse(*file)) {
      const Value* metadata = value.find("metadata");
      Object object;
      object.kind = text_of(value, "kind");
      if (metadata) {
        object.ns = text_of(*metadata, "namespace");
        object.name = text_of(*metadata, "name");
      }
      if (object.kind.empty() || object.name.empty()) problem(*file, value.origin, "is not a Kubernetes object");
      object.value = std::move(value);
      object.file = file;
      side_.objects.push_back(std::move(object));
    }
  }

  void read_map(const OutputFile& file, const Value& map) {
    only(file, map, {"name", "namespace", "files", "options"});
    Object object;
    object.kind = "ConfigMap";
    object.ns = text_of(map, "namespace");
    object.name = text_of(map, "name");
    object.file = &file;
    Value metadata = Value::map(map.origin);
    if (const Value* options = map.find("options")) {
      only(file, *options, {"disableNameSuffixHash", "labels", "annotations"});
      for (const std::string_view key : {"labels", "annotations"})
        if (const Value* texts = options->find(key)) metadata.add(key, *texts);
    }
    object.value = Value::map(map.origin);
    object.value.add("metadata", std::move(metadata));
    for (const Value& item : items_of(map, "files")) {
      const auto [key, path] = entry_of(item.text);
      if (const OutputFile* source = need(path)) object.entries.push_back({std::string(key), source});
    }
    std::ranges::sort(object.entries, {}, &MapEntry::key);
    side_.objects.push_back(std::move(object));
  }

  Side& side_;
};

}  // namespace

Side read_side(FileSet files) {
  Side side;
  side.files = std::move(files);
  std::ranges::sort(side.files, {}, &OutputFile::path);
  Reader(side).read();
  return side;
}

std::vector<std::string> named_files(std::string_view kustomization) {
  std::vector<std::string> paths{std::string(plan_name)};
  for (const Value& root : read_values(kustomization).documents) {
    for (const Value& path : items_of(root, "resources")) paths.push_back(path.text.str());
    for (const Value& map : items_of(root, "configMapGenerator"))
      for (const Value& item : items_of(map, "files")) paths.emplace_back(entry_of(item.text).second);
  }
  std::ranges::sort(paths);
  paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
  return paths;
}

}  // namespace skiff::change
