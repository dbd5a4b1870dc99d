#include "verify/security.h"

#include <gtest/gtest.h>

#include "verify/checks.h"
#include "verify/good_cluster.h"

namespace skiff {
namespace {

const std::string good_pod = R"(
securityContext: {runAsNonRoot: true, seccompProfile: {type: RuntimeDefault}}
containers:
  - name: a
    ports: [{containerPort: 1}]
    securityContext: {allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}}
volumes: [{name: v, emptyDir: {}}]
)";

PodLevel level(const std::string& from, const std::string& to) {
  return level_of(value_of(YAML::Load(with(good_pod, from, to))));
}

TEST(Security, Restricted) {
  EXPECT_EQ(level_of(value_of(YAML::Load(good_pod))), PodLevel::restricted);
  EXPECT_EQ(level("runAsNonRoot: true, ", ""), PodLevel::baseline);
  EXPECT_EQ(level("runAsNonRoot: true", "runAsNonRoot: true, runAsUser: 0"), PodLevel::baseline);
  EXPECT_EQ(level(", seccompProfile: {type: RuntimeDefault}", ""), PodLevel::baseline);
  EXPECT_EQ(level("allowPrivilegeEscalation: false, ", ""), PodLevel::baseline);
  EXPECT_EQ(level("drop: [ALL]", "drop: [NET_RAW]"), PodLevel::baseline);
  EXPECT_EQ(level("drop: [ALL]", "drop: [ALL], add: [NET_BIND_SERVICE]"), PodLevel::restricted);
  EXPECT_EQ(level("drop: [ALL]", "drop: [ALL], add: [CHOWN]"), PodLevel::baseline);
  EXPECT_EQ(level("emptyDir: {}", "nfs: {server: a, path: /}"), PodLevel::baseline);
  EXPECT_EQ(level("securityContext: {allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}}", "tty: true"),
            PodLevel::baseline);
}

TEST(Security, Baseline) {
  EXPECT_EQ(level("containers:", "hostNetwork: true\ncontainers:"), PodLevel::privileged);
  EXPECT_EQ(level("containers:", "hostPID: true\ncontainers:"), PodLevel::privileged);
  EXPECT_EQ(level("emptyDir: {}", "hostPath: {path: /}"), PodLevel::privileged);
  EXPECT_EQ(level("containerPort: 1", "containerPort: 1, hostPort: 1"), PodLevel::privileged);
  EXPECT_EQ(level("drop: [ALL]", "drop: [ALL], add: [SYS_ADMIN]"), PodLevel::privileged);
  EXPECT_EQ(level("allowPrivilegeEscalation: false", "privileged: true"), PodLevel::privileged);
  EXPECT_EQ(level("allowPrivilegeEscalation: false", "procMount: Unmasked"), PodLevel::privileged);
  EXPECT_EQ(level("type: RuntimeDefault", "type: Unconfined"), PodLevel::privileged);
  EXPECT_EQ(level("runAsNonRoot: true", "appArmorProfile: {type: Unconfined}"), PodLevel::privileged);
  EXPECT_EQ(level("runAsNonRoot: true", "seLinuxOptions: {type: spc_t}"), PodLevel::privileged);
  EXPECT_EQ(level("runAsNonRoot: true", "seLinuxOptions: {user: root}"), PodLevel::privileged);
  EXPECT_EQ(level("runAsNonRoot: true", "windowsOptions: {hostProcess: true}"), PodLevel::privileged);
  EXPECT_EQ(level("runAsNonRoot: true", "sysctls: [{name: kernel.msgmax, value: \"1\"}]"), PodLevel::privileged);
}

std::string found(const std::string& from, const std::string& to) {
  const Fixture fixture = good_cluster(with(good_objects, from, to));
  Diagnostics out;
  const ObjectSet set(fixture.input());
  for (const Item& item : set.items()) check_security(set, item, out);
  for (Diagnostic& d : out) d.message.resize(d.message.find(" (k8s/test.yaml"));
  return lines(out);
}

TEST(Security, Namespace) {
  EXPECT_EQ(found("privileged}}", "privileged}}"), "");
  EXPECT_EQ(found("enforce: privileged", "enforce: baseline"),
            "SKF440 true must not be privileged in namespace slurm, which enforces the pod security level baseline\n");
  EXPECT_EQ(found("enforce: privileged", "enforce: strict"),
            "SKF440 \"strict\" supported values: \"privileged\", \"baseline\", \"restricted\"\n");
}

TEST(Security, UnprivilegedDaemonsMustBeRestricted) {
  EXPECT_EQ(found("runAsNonRoot: true, ", ""),
            "SKF441 runAsNonRoot must be true: slurmctld, slurmdbd and slurmrestd must meet the pod security level "
            "restricted\n");
  EXPECT_EQ(found("drop: [ALL]", "add: [SYS_ADMIN], drop: [ALL]"),
            "SKF441 \"SYS_ADMIN\" must not add the capability SYS_ADMIN: slurmctld, slurmdbd and slurmrestd must meet "
            "the pod security level restricted\n");
}

TEST(Security, OnlySssdMayBeRootBesideThem) {
  const auto beside = [](const std::string& name, const std::string& capabilities) {
    const std::string first = "containers:\n        - name: slurmctld";
    return found(first, "initContainers: [{name: " + name +
                            ", image: b, restartPolicy: Always, securityContext: {runAsNonRoot: false, runAsUser: 0, "
                            "allowPrivilegeEscalation: false, capabilities: {" +
                            capabilities + "}}}]\n      " + first);
  };
  EXPECT_EQ(beside("sssd", "drop: [ALL]"), "");
  EXPECT_NE(beside("munged", "drop: [ALL]"), "");
  EXPECT_NE(beside("sssd", "drop: [ALL], add: [SETUID]"), "");
}

}  // namespace
}  // namespace skiff
