#include "change/live.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "change/applied.h"
#include "diag/lines.h"
#include "read/values.h"
#include "text/ascii.h"
#include "verify/object_set.h"

namespace skiff::change {
namespace {

/// An object of the dump, before its ConfigMap entries are files.
struct Found {
  Object object;
  const Object* counterpart = nullptr;  ///< in `after`
  const Value* live = nullptr;
};

const Object* counterpart(const Side& after, const Object& object) {
  const auto found = std::ranges::find_if(after.objects, [&](const Object& other) {
    return other.kind == object.kind && other.ns == object.ns && other.name == object.name;
  });
  return found == after.objects.end() ? nullptr : &*found;
}

bool has_owner(const Value& live) {
  const Value* metadata = live.find("metadata");
  return metadata && !items_of(*metadata, "ownerReferences").empty();
}

bool is_of_cluster(const Value& live, std::string_view cluster) {
  const Value* labels = live.at({"metadata", "labels"});
  return labels && text_of(*labels, "app.kubernetes.io/managed-by") == "skiff" &&
         text_of(*labels, "app.kubernetes.io/instance") == cluster;
}

/// Of a ConfigMap that kustomize generates, only the labels and annotations, as in Side.
Value metadata_alone(const Value& value) {
  Value metadata = Value::map();
  for (const std::string_view key : {"labels", "annotations"})
    if (const Value* texts = value.at({"metadata", key})) metadata.add(std::string(key), *texts);
  Value found = Value::map();
  found.add("metadata", std::move(metadata));
  return found;
}

/// The directory, with its slash, of the files of a ConfigMap.
std::string directory_of(const Object* map) {
  if (!map || map->entries.empty()) return "";
  const std::string& path = map->entries.front().file->path;
  return path.substr(0, path.rfind('/') + 1);
}

class Reader {
 public:
  Reader(Side& side, const Side& after) : side_(side), after_(after) {}

  void read(std::string name, std::string text) {
    side_.cluster = after_.cluster;
    side_.ns = after_.ns;
    side_.slurm = after_.slurm;
    side_.kubernetes = after_.kubernetes;
    const ReadValues values = read_values(text);
    for (const Diagnostic& found : values.diagnostics) {
      const Place at = LineTable(text).place(found.span.begin);
      side_.problems.push_back(name + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) + ": " +
                               found.message);
    }
    if (!side_.problems.empty()) return;
    for (const Value& document : values.documents) take(document);
    if (!matched_)
      side_.problems.push_back(name + ": has no object of the cluster " + after_.cluster + " in the namespace " +
                               after_.ns);
    side_.files.push_back({std::move(name), std::move(text), {}});
    for (const Found& found : found_) add_files(found);
    for (Found& found : found_) finish(std::move(found));
  }

 private:
  void take(const Value& value) {
    const std::string_view kind = text_of(value, "kind");
    if (kind.ends_with("List") && value.find("items")) {
      for (const Value& item : items_of(value, "items")) take(item);
      return;
    }
    Object object;
    object.kind = kind;
    if (const Value* metadata = value.find("metadata")) {
      object.ns = text_of(*metadata, "namespace");
      object.name = text_of(*metadata, "name");
    }
    if (object.kind.empty() || object.name.empty() || has_owner(value)) return;
    const Object* other = counterpart(after_, object);
    std::optional<Value> applied = applied_part(value, other ? &other->value : nullptr);
    if (!other && !(applied && is_of_cluster(value, after_.cluster))) return;
    matched_ = matched_ || (other && is_of_cluster(value, after_.cluster));
    if (object.kind == "ConfigMap") {
      object.value = metadata_alone(applied ? *applied : other ? part_like(value, other->value) : value);
    } else {
      object.value = applied ? std::move(*applied) : part_like(value, other->value);
      if (other) object.value = with_quantities_of(object.value, other->value);
    }
    release(value);
    found_.push_back({std::move(object), other, &value});
  }

  /// An annotation of slurmctld's StatefulSet says which release runs.
  void release(const Value& live) {
    const Value* annotations = live.at({"metadata", "annotations"});
    const std::string_view slurm = annotations ? text_of(*annotations, "skiff/slurm") : std::string_view();
    if (!slurm.empty()) side_.slurm = parse_version(slurm);
  }

  // The paths are those of `after`, whose entries have the same keys.
  void add_files(const Found& found) {
    const Value* data = found.live->find("data");
    if (found.object.kind != "ConfigMap" || !data) return;
    for (const Member& member : data->members) {
      std::string path = directory_of(found.counterpart) + member.key.str();
      if (found.counterpart) {
        const auto same = std::ranges::find(found.counterpart->entries, member.key.view(), &MapEntry::key);
        if (same != found.counterpart->entries.end()) path = same->file->path;
      }
      side_.files.push_back({std::move(path), member.value.text.str(), {}});
    }
  }

  // Nothing is added to the files any more, so their addresses stay.
  void finish(Found found) {
    found.object.file = &side_.files.front();
    const Value* data = found.live->find("data");
    if (found.object.kind == "ConfigMap" && data)
      for (const Member& member : data->members)
        found.object.entries.push_back({member.key.str(), &side_.files[++used_]});
    std::ranges::sort(found.object.entries, {}, &MapEntry::key);
    side_.objects.push_back(std::move(found.object));
  }

  Side& side_;
  const Side& after_;
  std::vector<Found> found_;
  std::size_t used_ = 0;  ///< files that are entries of objects; the first file is the dump
  bool matched_ = false;
};

}  // namespace

bool is_dump(std::string_view text) {
  const ReadValues values = read_values(text);
  if (values.documents.empty()) return false;
  const Value& first = values.documents.front();
  const std::string_view version = text_of(first, "apiVersion");
  return !version.empty() && !version.starts_with("skiff/") && !text_of(first, "kind").empty();
}

Side read_live(std::string name, std::string text, const Side& after) {
  Side side;
  Reader(side, after).read(std::move(name), std::move(text));
  return side;
}

}  // namespace skiff::change
