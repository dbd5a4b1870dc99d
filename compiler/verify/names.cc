#include "verify/checks.h"
#include "verify/formats.h"
#include "verify/report.h"

namespace skiff {
namespace {

constexpr std::string_view label_text =
    "must be at most 63 characters of a-z, 0-9 and -, and must start and end with a letter or digit";
constexpr std::string_view subdomain_text =
    "must be parts of a-z, 0-9 and - separated by dots, each of which starts and ends with a letter or digit, and at most "
    "253 characters in all";
constexpr std::size_t annotations_limit = 256 * 1024;

// The longest name that objects of a kind can have, if the format alone allows longer ones, and the reason.
struct Limit {
  std::string_view kind;
  std::size_t size;
  std::string_view why;
};

constexpr Limit limits[] = {
    {"StatefulSet", 52, "the label controller-revision-hash adds 11 characters to it and can hold 63"},
    {"CronJob", 52, "the names of its Jobs add 11 characters to it and can have 63"},
    {"Job", 63, "it becomes a label of its pods"},
};

void check_name(const Item& item, const Value& metadata, Diagnostics& out) {
  const Value* name = metadata.find("name");
  if (!name) {
    report(out, "SKF410", Problem::required, item, metadata, "an object must have metadata.name");
    return;
  }
  const bool role =
      item.is("Role") || item.is("RoleBinding") || item.is("ClusterRole") || item.is("ClusterRoleBinding");
  if (role) {
    // The name is a path segment, in which almost every character is allowed.
    if (name->text.empty() || name->text.view().find_first_of("/%") != std::string::npos || name->text == "." ||
        name->text == "..") {
      report(out, "SKF410", Problem::invalid, item, *name, "must not be empty or contain / or %");
    }
  } else if (item.is("Service")) {
    if (!is_dns1035_label(name->text)) {
      report(out, "SKF410", Problem::invalid, item, *name,
             std::string(label_text) + "; the name of a Service must start with a letter");
    }
  } else if (item.is("Namespace") || item.is("StatefulSet")) {
    // The name of a StatefulSet becomes part of the host names of its pods, where a dot would break the cluster's DNS.
    if (!is_dns1123_label(name->text)) report(out, "SKF410", Problem::invalid, item, *name, std::string(label_text));
  } else if (!is_dns1123_subdomain(name->text)) {
    report(out, "SKF410", Problem::invalid, item, *name, std::string(subdomain_text));
  }
  for (const Limit& limit : limits) {
    if (item.is(limit.kind) && name->text.size() > limit.size) {
      report(out, "SKF411", Problem::invalid, item, *name,
             "must be no more than " + std::to_string(limit.size) + " characters, because " + std::string(limit.why));
    }
  }
  if (!item.is("StatefulSet")) return;
  const Value* spec = item.value->find("spec");
  if (!spec) return;
  const Value* ordinals = spec->find("ordinals");
  const std::int64_t last = number_of(*spec, "replicas", 1) - 1 + (ordinals ? number_of(*ordinals, "start", 0) : 0);
  if (name->text.size() + 1 + std::to_string(last).size() > 63) {
    report(out, "SKF411", Problem::invalid, item, *name,
           "the name of pod number " + std::to_string(last) + " would have more than 63 characters");
  }
}

void check_labels(const Item& item, const Value* labels, Diagnostics& out) {
  if (!labels) return;
  for (const Member& label : labels->members) {
    if (!is_label_key(label.key)) {
      report(out, "SKF412", Problem::invalid, item, label.value,
             "the key must be a name of at most 63 letters, digits, -, _ and ., optionally after a DNS name and /");
    }
    if (label.value.kind == Value::Kind::string && !is_label_value(label.value.text)) {
      report(out, "SKF412", Problem::invalid, item, label.value,
             "must be empty, or at most 63 letters, digits, -, _ and . that start and end with a letter or digit");
    }
  }
}

void check_annotations(const Item& item, const Value* annotations, Diagnostics& out) {
  if (!annotations) return;
  std::size_t size = 0;
  for (const Member& annotation : annotations->members) {
    size += annotation.key.size() + annotation.value.text.size();
    if (!is_label_key(annotation.key)) {
      report(out, "SKF413", Problem::invalid, item, annotation.value,
             "the key must be a name of at most 63 letters, digits, -, _ and ., optionally after a DNS name and /");
    }
  }
  if (size > annotations_limit) {
    report(out, "SKF413", Problem::invalid, item, *annotations,
           "all annotations together must be no more than 262144 bytes, but are " + std::to_string(size));
  }
}

void check_metadata(const Item& item, const Value* metadata, Diagnostics& out) {
  if (!metadata) return;
  check_labels(item, metadata->find("labels"), out);
  check_annotations(item, metadata->find("annotations"), out);
}

// The labels in all selectors below a value.
void check_match_labels(const Item& item, const Value& at, Diagnostics& out) {
  for (const Member& member : at.members) {
    if (member.key == "matchLabels")
      check_labels(item, &member.value, out);
    else
      check_match_labels(item, member.value, out);
  }
  for (const Value& each : at.items) check_match_labels(item, each, out);
}

}  // namespace

void check_names(const Item& item, Diagnostics& out) {
  const Value* metadata = item.value->find("metadata");
  if (!metadata) {
    report(out, "SKF410", Problem::required, item, *item.value, "an object must have metadata.name");
    return;
  }
  check_name(item, *metadata, out);
  check_metadata(item, metadata, out);
  if (const Value* ns = metadata->find("namespace"); ns && !is_dns1123_label(ns->text)) {
    report(out, "SKF410", Problem::invalid, item, *ns, std::string(label_text));
  }
  if (item.pod_template && item.pod_template != item.value)
    check_metadata(item, item.pod_template->find("metadata"), out);
  const Value* spec = item.value->find("spec");
  if (!spec) return;
  // The selectors of workloads have only labels of their pods.
  if (item.is("NetworkPolicy")) check_match_labels(item, *spec, out);
  for (const Value& claim : items_of(*spec, "volumeClaimTemplates")) check_metadata(item, claim.find("metadata"), out);
  if (const Value* schedule = spec->find("schedule");
      item.is("CronJob") && schedule && !is_cron_schedule(schedule->text)) {
    report(out, "SKF417", Problem::invalid, item, *schedule,
           "must be five fields (minute, hour, day, month, weekday), such as \"0 */6 * * *\"");
  }
}

}  // namespace skiff
