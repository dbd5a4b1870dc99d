#include "verify/references.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "verify/checks.h"
#include "verify/good_cluster.h"

namespace skiff {
namespace {

// The diagnostics of the three checks.
Diagnostics found(const Fixture& fixture) {
  Diagnostics out;
  const ObjectSet set(fixture.input());
  const ReferenceCheck check_references(fixture.input(), set, out);
  for (const Item& item : set.items()) {
    check_pod(item, out);
    check_references(item);
    check_selectors(set, item, out);
  }
  return out;
}

// The same, after one thing of the good cluster is replaced. Sorted by rule, without the locations.
std::string broken(const std::string& from, const std::string& to) {
  Diagnostics out = found(good_cluster(with(good_objects, from, to)));
  std::ranges::stable_sort(out, {}, &Diagnostic::rule);
  for (Diagnostic& d : out) d.message.resize(d.message.find(" (k8s/test.yaml"));
  return lines(out);
}

TEST(Pods, GoodOnesPass) { EXPECT_EQ(lines(found(good_cluster())), ""); }

TEST(Pods, Containers) {
  EXPECT_EQ(
      broken("name: slurmctld\n          image", "name: Slurmctld\n          image"),
      "SKF410 \"Slurmctld\" must be at most 63 characters of a-z, 0-9 and -, and must start and end with a letter or "
      "digit\n");
  EXPECT_EQ(broken("containers:\n        - name: slurmctld",
                   "initContainers: [{name: slurmctld, image: a}]\n      containers:\n        - name: slurmctld"),
            "SKF435 \"slurmctld\" an init container of the pod has the same name\n");
  EXPECT_EQ(broken("skiff/slurmd:24.11-1", "Skiff/slurmd:24.11-1"),
            "SKF416 \"registry.example.com/Skiff/slurmd:24.11-1\" must be an image reference such as "
            "registry.example.com/name:tag, in lower "
            "case before the tag, of at most 255 characters without it\n");
  EXPECT_EQ(broken("image: registry.example.com/skiff/slurmd:24.11-1", "tty: true"),
            "SKF403 a container must have an image\n");
}

TEST(Pods, Environment) {
  EXPECT_EQ(broken("name: SLURM_CONF", "name: SLURM-CONF"),
            "SKF415 \"SLURM-CONF\" must be letters, digits and _, and must not start with a digit\n");
}

TEST(Pods, Ports) {
  EXPECT_EQ(
      broken("[{name: slurmd, containerPort: 6818}]",
             "[{name: slurmd, containerPort: 6818}, {name: 9-, containerPort: 70000}]"),
      "SKF414 70000 must be between 1 and 65535\n"
      "SKF414 \"9-\" must be at most 15 characters of a-z, 0-9 and -, with a letter, and without - at the ends or twice "
      "in a row\n");
  EXPECT_EQ(broken("[{name: slurmd, containerPort: 6818}]",
                   "[{name: slurmd, containerPort: 6818}, {name: slurmd, containerPort: 6818}]"),
            "SKF435 \"slurmd\" two ports of the pod have this name\n");
  EXPECT_EQ(broken("[{name: slurmd, containerPort: 6818}]",
                   "[{name: slurmd, containerPort: 6818, hostPort: 80}, {containerPort: 1, hostPort: 80}]"),
            "SKF436 two containers of the pod use port 80 of the Kubernetes node\n");
  EXPECT_EQ(
      broken("containers:\n        - name: slurmd\n", "hostNetwork: true\n      containers:\n        - name: slurmd\n"),
      "");
  EXPECT_EQ(broken("startupProbe: {tcpSocket: {port: slurmctld}}", "startupProbe: {tcpSocket: {port: ctld}}"),
            "SKF432 \"ctld\" the container declares no such port\n");
  EXPECT_EQ(
      broken("startupProbe: {tcpSocket: {port: slurmctld}}", "lifecycle: {preStop: {httpGet: {port: 1, path: /}}}"),
      "SKF432 1 the container declares no such port\n");
  EXPECT_EQ(
      lines(found(
          Fixture("{kind: Pod, metadata: {name: a}, spec: {hostNetwork: true, containers: [{name: a, image: a, ports: "
                  "[{containerPort: 1, hostPort: 2}]}]}}"))),
      "SKF436 2 must equal containerPort, because the pod uses the network of the Kubernetes node (k8s/test.yaml: "
      "Pod a: spec.containers[0].ports[0].hostPort)\n");
}

TEST(Pods, Resources) {
  EXPECT_EQ(broken("memory: 16Gi}, limits", "memory: 17Gi}, limits"),
            "SKF409 \"17Gi\" must be no more than the limit of \"memory\"\n");
  EXPECT_EQ(broken("resources: {limits:", "resources: {requests: {nvidia.com/gpu: 4}, limits:"),
            "SKF409 4 must equal the limit of \"nvidia.com/gpu\", because it cannot be overcommitted\n");
}

TEST(Pods, Mounts) {
  EXPECT_EQ(broken("{name: spool, mountPath", "{name: spol, mountPath"),
            "SKF429 \"spol\" the pod has no such volume; did you mean \"spool\"?\nSKF430 \"spool\" no container mounts "
            "this volume\n");
  EXPECT_EQ(broken("- metadata: {name: state}", "- metadata: {name: stat}"),
            "SKF429 \"state\" the pod has no such volume; did you mean \"stat\"?\nSKF430 \"stat\" no container mounts "
            "this volume\n");
  EXPECT_EQ(broken("mountPath: /mnt/jail", "mountPath: mnt"),
            "SKF418 \"mnt\" must be an absolute path without a colon and without parts that are empty, . or ..\n");
  EXPECT_EQ(broken("mountPath: /mnt/jail", "subPath: ../x, mountPath: /mnt/jail"),
            "SKF418 \"../x\" must be a relative path without a colon and without parts that are empty, . or ..\n");
  EXPECT_EQ(broken("- metadata: {name: state}", "- metadata: {name: state}\n    - metadata: {name: config}"),
            "SKF435 \"config\" a volume of the pod has the name of this claim template, which replaces it\n");
}

TEST(References, ConfigMapsAndSecrets) {
  EXPECT_EQ(broken("configMap: {name: atlas-scripts,", "configMap: {name: atlas-script,"),
            "SKF421 \"atlas-script\" there is no such ConfigMap in the output; did you mean \"atlas-scripts\"?\n");
  EXPECT_EQ(broken("configMap: {name: atlas-scripts,", "configMap: {optional: true, name: atlas-script,"), "");
  EXPECT_EQ(broken("configMap: {name: atlas-scripts,",
                   "configMap: {items: [{key: power-resme.sh, path: a}], name: atlas-scripts,"),
            "SKF422 \"power-resme.sh\" the ConfigMap or Secret has no such key; did you mean \"power-resume.sh\"?\n");
  EXPECT_EQ(broken("secretName: slurm-keys", "secretName: slurm-key"),
            "SKF423 \"slurm-key\" the spec declares no such Secret; did you mean \"slurm-keys\"?\n");
  EXPECT_EQ(broken("secret: {name: slurm-keys, items: [{key: slurm.key",
                   "secret: {name: slurm-keys, items: [{key: slurm.keys"),
            "SKF422 \"slurm.keys\" the ConfigMap or Secret has no such key; did you mean \"slurm.key\"?\n");
  EXPECT_EQ(broken("secret: {name: slurm-keys, items: [{key: slurm.key, path: slurm.key}]}",
                   "secret: {name: slurm-keys, items: [{key: slurm.key, path: slurm.conf}]}"),
            "SKF435 two sources of the volume write the file \"slurm.conf\"\n");
  EXPECT_EQ(broken("imagePullSecrets: [{name: regcred}]", "imagePullSecrets: [{name: other}]"),
            "SKF423 \"other\" the spec declares no such Secret\n");
  EXPECT_EQ(broken("value: /etc/slurm/slurm.conf", "valueFrom: {secretKeyRef: {name: slurm-keys, key: x}}"),
            "SKF422 \"x\" the ConfigMap or Secret has no such key\n");
  EXPECT_EQ(broken("value: /etc/slurm/slurm.conf", "valueFrom: {configMapKeyRef: {name: none, key: x}}"),
            "SKF421 \"none\" there is no such ConfigMap in the output\n");
  EXPECT_EQ(broken("env: [{", "envFrom: [{secretRef: {name: none}}]\n          env: [{"),
            "SKF423 \"none\" the spec declares no such Secret\n");
  EXPECT_EQ(
      broken("{name: scripts, mountPath: /etc/skiff/scripts}", "{name: scripts, mountPath: /x, subPath: gone.sh}"),
      "SKF422 \"gone.sh\" the ConfigMap or Secret has no such key\n");
  EXPECT_EQ(broken("{name: keys, mountPath: /etc/slurm-keys}", "{name: keys, mountPath: /x, subPath: gone}"),
            "SKF422 \"gone\" the volume has no such file\n");
}

TEST(References, Claims) {
  EXPECT_EQ(broken("claimName: jail", "claimName: datasets"),
            "SKF424 \"datasets\" there is no such PersistentVolumeClaim in the output, and the spec declares none\n");
  Fixture fixture = good_cluster(with(good_objects, "claimName: jail", "claimName: datasets"));
  fixture.claims = {{"datasets"}};
  EXPECT_EQ(lines(found(fixture)), "");
}

TEST(References, Accounts) {
  EXPECT_EQ(broken("serviceAccountName: atlas-slurmctld", "serviceAccountName: atlas"),
            "SKF425 \"atlas\" there is no such ServiceAccount in the output\n");
  EXPECT_EQ(broken("kind: Role, name: atlas-slurmctld", "kind: Role, name: atlas"),
            "SKF426 \"atlas\" there is no such Role in the output\n");
  EXPECT_EQ(broken("kind: ServiceAccount, name: atlas-slurmctld", "kind: ServiceAccount, name: atlas"),
            "SKF426 \"atlas\" there is no such ServiceAccount in the output\n");
}

TEST(References, ServiceNames) {
  EXPECT_EQ(broken("serviceName: h100", "serviceName: a100"),
            "SKF431 \"a100\" there is no such Service in the output, so the pods would have no DNS names\n");
  EXPECT_EQ(broken("{name: h100}\nspec:\n  clusterIP: None", "{name: h100}\nspec:\n  type: ClusterIP"),
            "SKF431 \"h100\" the Service must be headless (clusterIP: None); otherwise the pods have no DNS names\n");
  EXPECT_EQ(broken("serviceName: h100", "serviceName: atlas-slurmctld"),
            "SKF431 \"atlas-slurmctld\" the Service does not select the pods, so they have no DNS names\n");
}

TEST(References, Duplicates) {
  EXPECT_EQ(broken("kind: PersistentVolumeClaim\nmetadata: {name: jail}",
                   "kind: ServiceAccount\nmetadata: {name: atlas-slurmctld}"),
            "SKF420 \"atlas-slurmctld\" two objects of this kind have the same name; the first is in k8s/test.yaml\n"
            "SKF424 \"jail\" there is no such PersistentVolumeClaim in the output, and the spec declares none\n");
}

const std::string h100 = "app.kubernetes.io/component: nodeset-h100";

TEST(Selectors, Workloads) {
  EXPECT_EQ(
      broken("metadata: {labels: {app.kubernetes.io/instance: atlas, " + h100 + "}}",
             "metadata: {labels: {app.kubernetes.io/instance: atlas, app.kubernetes.io/component: nodeset-a100}}"),
      "SKF427 the Service selects no pod of the output\n"
      "SKF428 \"nodeset-h100\" the labels of the pod template must include "
      "\"app.kubernetes.io/component=nodeset-h100\"\n"
      "SKF431 \"h100\" the Service does not select the pods, so they have no DNS names\n"
      "SKF433 the budget selects no pod of the output\n");
  EXPECT_EQ(broken("serviceName: h100\n  selector: {matchLabels: {app.kubernetes.io/instance: atlas, " + h100 + "}}",
                   "serviceName: h100\n  selector: {matchLabels: {app.kubernetes.io/instance: atlas}}"),
            "SKF428 the selector also matches the pods of StatefulSet atlas-slurmctld\n");
}

TEST(Selectors, Services) {
  EXPECT_EQ(
      broken("selector: {app.kubernetes.io/instance: atlas, app.kubernetes.io/component: controller}",
             "selector: {app.kubernetes.io/instance: atlas}"),
      "SKF427 the Service must select one workload, but it selects StatefulSet atlas-slurmctld, StatefulSet h100\n");
  EXPECT_EQ(broken("component: controller}\n  ports: [{name: slurmctld, port: 6817, targetPort: slurmctld}]",
                   "component: none}"),
            "SKF427 the Service selects no pod of the output\nSKF431 \"atlas-slurmctld\" the Service does not select "
            "the pods, so they have no DNS names\n");
  EXPECT_EQ(
      broken(
          ", app.kubernetes.io/component: controller}\n  ports: [{name: slurmctld, port: 6817, targetPort: slurmctld}]",
          "}"),
      "")
      << "a headless Service without ports may select several workloads";
  EXPECT_EQ(broken("targetPort: slurmctld", "targetPort: ctld"),
            "SKF432 \"ctld\" no container of StatefulSet atlas-slurmctld declares this port\n");
  EXPECT_EQ(broken("port: 6818}", "port: 6819}"), "SKF432 6819 no container of StatefulSet h100 declares this port\n");
  EXPECT_EQ(
      broken(
          "{name: slurmd, port: 6818}",
          "{name: slurmd, port: 6818}, {name: slurmd, port: 99999, targetPort: slurmd}, {port: 1, targetPort: slurmd}"),
      "SKF414 99999 must be between 1 and 65535\nSKF414 each port must have a name when there are several\n"
      "SKF435 \"slurmd\" two ports of the Service have this name\n");
}

TEST(Selectors, Budgets) {
  EXPECT_EQ(
      broken("maxUnavailable: 1\n  selector: {matchLabels: {app.kubernetes.io/instance: atlas, " + h100 + "}}",
             "maxUnavailable: 1\n  selector: {matchLabels: {app.kubernetes.io/instance: atlas}}"),
      "SKF433 the budget must select one workload, but it selects StatefulSet atlas-slurmctld, StatefulSet h100\n");
  EXPECT_EQ(
      broken("maxUnavailable: 1", "maxUnavailable: 0"),
      "SKF434 warning 0 with 4 replicas this budget refuses every eviction, so no Kubernetes node with such a pod "
      "can be drained\n");
  EXPECT_EQ(broken("maxUnavailable: 1", "minAvailable: \"80%\"").substr(0, 23), "SKF434 warning \"80%\" wi");
  EXPECT_EQ(broken("maxUnavailable: 1", "minAvailable: \"50%\""), "");
}

}  // namespace
}  // namespace skiff
