#include "change/workloads.h"

#include <cstdint>
#include <utility>

#include "verify/object_set.h"

namespace skiff::change {
namespace {

/// The program that the pods run, by the label that skiff writes.
std::string_view program_of(const Object& workload) {
  const Value* labels = workload.value.at({"metadata", "labels"});
  return labels ? text_of(*labels, "app.kubernetes.io/name") : std::string_view();
}

std::int64_t replicas_of(const Object& workload) {
  const Value* spec = workload.value.find("spec");
  // The API server's default is 1.
  return spec ? number_of(*spec, "replicas", 1) : 1;
}

std::string pods(std::int64_t count) { return std::to_string(count) + (count == 1 ? " pod" : " pods"); }

std::string duration(std::int64_t seconds) {
  constexpr std::pair<std::int64_t, const char*> units[] = {{86400, "day"}, {3600, "hour"}, {60, "minute"}};
  for (const auto& [unit, name] : units) {
    if (seconds < unit || seconds % unit != 0) continue;
    return std::to_string(seconds / unit) + " " + name + (seconds == unit ? "" : "s");
  }
  return std::to_string(seconds) + (seconds == 1 ? " second" : " seconds");
}

/// How long a pod may wait for its jobs: `at most 7 days`.
std::string longest_wait(const Object& workload) {
  const Value* pod = workload.value.at({"spec", "template", "spec"});
  // The API server's default is 30 seconds.
  return "at most " + duration(pod ? number_of(*pod, "terminationGracePeriodSeconds", 30) : 30);
}

bool replaced_by_hand(const Object& workload) {
  const Value* strategy = workload.value.at({"spec", "updateStrategy"});
  return strategy && text_of(*strategy, "type") == "OnDelete";
}

Class class_of_pods(std::string_view program) {
  if (program == "slurmd") return Class::drain;
  if (program == "slurmctld" || program == "slurmdbd" || program == "mariadb") return Class::restart;
  return Class::pods;
}

/// What users notice when the pods of this program are replaced.
std::string noticed(std::string_view program) {
  if (program == "slurmctld") return "Running jobs continue. Until the new pod answers, Slurm's commands fail.";
  if (program == "slurmdbd")
    return "Running jobs continue. Until the new pod answers, sacct and sacctmgr fail; slurmctld keeps its records and "
           "sends them later.";
  if (program == "mariadb")
    return "Running jobs continue. Until the new pod answers, slurmdbd has no database, so sacct and sacctmgr fail.";
  if (program == "slurmrestd") return "Requests to the replaced pods fail.";
  if (program == "login") return "The sessions in a deleted pod end.";
  return "";
}

std::string sentence(std::string text, const std::string& next) {
  if (next.empty()) return text;
  text += ' ';
  return text += next;
}

}  // namespace

Outcome template_outcome(const Object& workload) {
  const std::string_view program = program_of(workload);
  const std::int64_t count = replicas_of(workload);
  const Class value = class_of_pods(program);
  if (count == 0) return {Class::live, "The workload has no pods now. The next pods have the new template."};
  const bool one = count == 1;
  const std::string drains = "drains its node and waits for its jobs, " + longest_wait(workload) + ".";
  if (replaced_by_hand(workload)) {
    const std::string kept =
        one ? "Kubernetes does not replace the pod. It keeps its old template until you delete it."
            : "Kubernetes replaces none of the " + pods(count) + ". Each keeps its old template until you delete it.";
    return {value, sentence(kept, program == "slurmd" ? "A deleted pod first " + drains : noticed(program))};
  }
  const std::string replaced =
      one ? "Kubernetes replaces the pod." : "Kubernetes replaces the " + pods(count) + ", one after another.";
  return {value,
          sentence(replaced, program == "slurmd" ? (one ? "It first " : "Each first ") + drains : noticed(program))};
}

Outcome strategy_outcome(const Object& workload) {
  if (replaced_by_hand(workload))
    return {Class::live, "From now on, Kubernetes replaces a pod only when you delete it."};
  Outcome outcome = template_outcome(workload);
  outcome.consequence = "Pods that still have an older template are replaced now. " + outcome.consequence;
  return outcome;
}

Outcome fewer_pods_outcome(const Object& workload, const Difference& replicas) {
  const std::string_view program = program_of(workload);
  const std::int64_t count = replicas.before->number - replicas.after->number;
  const std::string gone = count == 1 ? "Kubernetes deletes the pod" : "Kubernetes deletes the " + pods(count);
  if (program == "slurmd")
    return {Class::drain, gone + (count == 1 ? " with the highest number. It" : " with the highest numbers. Each") +
                              " drains its node and waits for its jobs, " + longest_wait(workload) + "."};
  const std::string which =
      workload.kind == "StatefulSet" ? count == 1 ? " with the highest number." : " with the highest numbers." : ".";
  return {Class::pods, sentence((workload.kind == "StatefulSet" ? gone : "Kubernetes deletes " + pods(count)) + which,
                                noticed(program))};
}

Outcome next_pod_outcome() {
  return {
      Class::pods,
      "Each node gets the new template when it is next powered up. Pods that run keep the old one until their nodes "
      "are powered down."};
}

Outcome removed_workload_outcome(const Object& workload) {
  const std::string_view program = program_of(workload);
  const std::string kept =
      "kubectl apply leaves it in the cluster until you delete it; Argo CD and Flux delete it if they prune.";
  if (workload.kind == "PodTemplate")
    return {Class::drain, kept + " Its pods are deleted with it. Each drains its node and waits for its jobs."};
  const std::int64_t count = replicas_of(workload);
  const std::string gone =
      count == 1 ? " Its pod is deleted with it." : " Its " + pods(count) + " are deleted with it.";
  if (program == "slurmd")
    return {Class::drain, kept + gone + (count == 1 ? " It" : " Each") + " drains its node and waits for its jobs, " +
                              longest_wait(workload) + "."};
  // No new pod follows, so what users notice until then does not apply.
  const bool daemon = class_of_pods(program) == Class::restart;
  return {Class::pods, sentence(kept + gone, daemon ? "" : noticed(program))};
}

}  // namespace skiff::change
