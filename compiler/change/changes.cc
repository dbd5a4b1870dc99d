#include "change/changes.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "change/confs.h"
#include "change/group.h"
#include "change/objects.h"
#include "change/texts.h"
#include "verify/object_set.h"

namespace skiff::change {
namespace {

using Key = std::tuple<std::string_view, std::string_view, std::string_view>;

std::map<Key, const Object*> by_key(const Side& side) {
  std::map<Key, const Object*> found;
  for (const Object& object : side.objects) found.emplace(Key{object.kind, object.ns, object.name}, &object);
  return found;
}

const Object* find(const std::map<Key, const Object*>& objects, const Object& like) {
  const auto found = objects.find({like.kind, like.ns, like.name});
  return found == objects.end() ? nullptr : found->second;
}

class Judge {
 public:
  Judge(const Side& before, const Side& after, Decisions& decisions)
      : before_(before), after_(after), decisions_(decisions), old_(by_key(before)), new_(by_key(after)) {}

  std::vector<Change> run() {
    name();
    release();
    for (const Object& object : after_.objects) {
      if (const Object* old = find(old_, object)) {
        compare(*old, object);
      } else {
        found_.push_back(added_object(object, decisions_));
      }
    }
    for (const Object& object : before_.objects)
      if (!find(new_, object)) found_.push_back(removed_object(object, decisions_));
    append(leaving_nodes(before_, after_, slurmctld_restarts_, decisions_));
    comments();
    sort();
    return std::move(found_);
  }

 private:
  // The worst first. Within a class, those with the same consequence are together.
  void sort() {
    std::map<std::pair<Class, std::string>, std::size_t> first;
    for (const Change& change : found_) first.try_emplace({change.value, change.consequence}, first.size());
    std::ranges::stable_sort(found_, [&](const Change& a, const Change& b) {
      if (a.value != b.value) return a.value > b.value;
      return first.at({a.value, a.consequence}) < first.at({b.value, b.consequence});
    });
  }

  void append(std::vector<Change> changes) {
    for (const Change& change : changes) touched_.insert(change.object);
    std::ranges::move(changes, std::back_inserter(found_));
  }

  std::vector<Decision> plan_decided(std::initializer_list<std::string_view> keys) {
    return decisions_.of(decisions_.lines_of(before_.plan_file, before_.plan.at(keys)),
                         decisions_.lines_of(after_.plan_file, after_.plan.at(keys)));
  }

  void name() {
    if (before_.cluster == after_.cluster && before_.ns == after_.ns) return;
    Grouped renamed("the cluster");
    const Outcome outcome{
        Class::loses_data,
        "A cluster cannot be renamed or moved. The output makes a second cluster, with empty volumes. The objects of the "
        "first one stay until you delete them; Argo CD and Flux delete them at once if they prune.",
        {"Build the new cluster into another directory, and apply it beside the old one.",
         "Move the users, and copy the data that they need.",
         "Delete the objects of the old cluster when its last job has ended."}};
    if (before_.cluster != after_.cluster)
      renamed.add(outcome, {"metadata.name", How::changed, before_.cluster, after_.cluster, plan_decided({"name"})});
    if (before_.ns != after_.ns)
      renamed.add(outcome, {"metadata.namespace", How::changed, before_.ns, after_.ns, plan_decided({"namespace"})});
    append(std::move(renamed).take());
  }

  void release() {
    if (before_.slurm == after_.slurm) return;
    Grouped changed("the release of Slurm");
    const bool newer = before_.slurm < after_.slurm;
    changed.add(
        newer ? Outcome{Class::unknown,
                        "An upgrade changes more than the tables of skiff know. Back up the database and "
                        "slurmctld's volume first. Slurm requires that slurmdbd is upgraded before slurmctld, and "
                        "slurmctld before the workers."}
              : Outcome{Class::loses_data,
                        "An older slurmctld does not read the state that a newer one has saved, and an older "
                        "slurmdbd does not start on the newer database. Go back only with a backup of both."},
        {"spec.target.slurm", How::changed, to_string(before_.slurm), to_string(after_.slurm),
         plan_decided({"target", "slurm"})});
    append(std::move(changed).take());
  }

  void compare(const Object& before, const Object& after) {
    std::vector<Change> changes = object_changes(before, after, after_.kubernetes, decisions_);
    const Value* labels = after.value.at({"metadata", "labels"});
    if (labels && text_of(*labels, "app.kubernetes.io/name") == "slurmctld")
      for (const Change& change : changes) slurmctld_restarts_ = slurmctld_restarts_ || change.value == Class::restart;
    append(std::move(changes));
    for (const MapEntry& entry : after.entries) {
      const auto old = std::ranges::find(before.entries, entry.key, &MapEntry::key);
      if (old == before.entries.end()) {
        whole(after, entry, How::added, {Class::live, "Pods have the file within about a minute."});
      } else if (old->file->text != entry.file->text) {
        texts(after, *old, entry);
      }
    }
    for (const MapEntry& entry : before.entries)
      if (std::ranges::find(after.entries, entry.key, &MapEntry::key) == after.entries.end())
        whole(after, entry, How::removed, {Class::live, "Running pods lose the file within about a minute."});
  }

  void texts(const Object& map, const MapEntry& before, const MapEntry& after) {
    if (is_conf(after)) {
      std::vector<Change> changes = conf_changes(before, after, after_.slurm, decisions_);
      if (!changes.empty()) return append(std::move(changes));
    }
    Grouped changed(after.file->path);
    changed.add(entry_outcome(after_, map, after), text_change(before, after, decisions_));
    append(std::move(changed).take());
  }

  void whole(const Object& map, const MapEntry& entry, How how, Outcome otherwise) {
    // Slurm reads its files at a reconfigure; other files are read when a program opens them.
    Outcome outcome = entry.file->path.starts_with("slurm/") ? entry_outcome(after_, map, entry) : std::move(otherwise);
    OutputLines lines{entry.file};
    for (std::uint32_t i = 1; i <= entry.file->lines.size(); ++i) lines.numbers.push_back(i);
    FieldChange field{"", how, "", ""};
    field.decided = how == How::added ? decisions_.of({}, lines) : decisions_.of(lines, {});
    append({{outcome.value, entry.file->path, how, {std::move(field)}, std::move(outcome.consequence), {}}});
  }

  // Files of objects whose text differs although no object does.
  void comments() {
    std::map<const OutputFile*, bool> same;
    for (const Object& object : after_.objects) {
      const Object* old = find(old_, object);
      const bool equal = old && !touched_.contains(title(object));
      const auto [file, added] = same.try_emplace(object.file, equal);
      if (!added) file->second = file->second && equal;
    }
    for (const OutputFile& file : after_.files) {
      const auto found = same.find(&file);
      if (found == same.end() || !found->second || file.path == "kustomization.yaml") continue;
      const OutputFile* const old = find_file(before_.files, file.path);
      if (!old || old->text == file.text) continue;
      Grouped one(file.path);
      one.add({Class::nothing, "Only comments differ, or the order of fields."},
              text_change({"", old}, {"", &file}, decisions_));
      append(std::move(one).take());
    }
  }

  const Side& before_;
  const Side& after_;
  Decisions& decisions_;
  std::map<Key, const Object*> old_, new_;
  std::vector<Change> found_;
  std::set<std::string> touched_;
  bool slurmctld_restarts_ = false;
};

}  // namespace

std::vector<Change> changes(const Side& before, const Side& after, Decisions& decisions) {
  return Judge(before, after, decisions).run();
}

}  // namespace skiff::change
