#include <gtest/gtest.h>

#include "testing/plan.h"

namespace skiff {
namespace {

using testing::cluster_spec;
using testing::cpu_nodes;
using testing::has;
using testing::output_of;

std::size_t count(const std::string& text, std::string_view part) {
  std::size_t times = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++times;
  return times;
}

const std::string placement = "nodeSelector: {pool: system}, tolerations: [{operator: Exists}], priorityClassName: ";
const std::string storage = "  storage: {s: {claim: {size: 1Ti, storageClass: cephfs}}}\n";

TEST(Placement, OfTheJobThatPopulatesTheJail) {
  const std::string spec =
      storage + "  jail: {storage: s, populate: {" + placement + "high}}\n" + std::string(cpu_nodes);
  EXPECT_TRUE(has(output_of(cluster_spec(spec), "k8s/jail.yaml"),
                  "      priorityClassName: high\n"
                  "      nodeSelector:\n"
                  "        pool: system\n"
                  "      tolerations:\n"
                  "      - operator: Exists\n"
                  "      containers:\n"));
}

TEST(Placement, OfTheJobThatDeletesImages) {
  const std::string spec = storage + "  containers: {pyxis: {importCache: {storage: s, eviction: {" + placement +
                           "low}}}}\n" + std::string(cpu_nodes);
  EXPECT_TRUE(has(output_of(cluster_spec(spec), "k8s/evict-images.yaml"),
                  "          priorityClassName: low\n"
                  "          nodeSelector:\n"
                  "            pool: system\n"
                  "          tolerations:\n"
                  "          - operator: Exists\n"
                  "          containers:\n"));
}

/// The StatefulSet of two GPU nodes with munged and a jail. `more` are further fields of the set.
std::string worker(const std::string& hardware, const std::string& more) {
  return output_of(cluster_spec("  auth: {method: munge}\n" + storage + "  jail: {storage: s}\n" +
                                "  nodeSets: [{name: w, replicas: 2, hardware: " + hardware + more + "}]\n"),
                   "k8s/nodeset-w.yaml");
}

const std::string hardware = "{cpus: 16, memory: 64Gi}, gpus: {type: h100, count: 2}";

TEST(QosClass, GuaranteedIfSlurmdRequestsAllOfItsHardware) {
  const std::string all = worker(hardware, "");
  EXPECT_TRUE(has(all,
                  "          requests:\n"
                  "            cpu: \"16\"\n"
                  "            memory: 64Gi\n"
                  "          limits:\n"
                  "            cpu: \"16\"\n"
                  "            memory: 64Gi\n"
                  "            nvidia.com/gpu: \"2\"\n"));
  for (const char* memory : {"32Mi", "64Mi"})
    EXPECT_TRUE(has(all, std::string("          requests:\n"
                                     "            cpu: 100m\n"
                                     "            memory: ") +
                             memory +
                             "\n"
                             "          limits:\n"
                             "            cpu: 100m\n"
                             "            memory: " +
                             memory + "\n"))
        << memory;
  EXPECT_EQ(count(all, "requests:\n"), 3u);
}

TEST(QosClass, BurstableIfItRequestsLess) {
  for (const std::string& less : {worker(hardware, ", requests: {cpu: 250m}"),
                                  worker(hardware, ", requests: {memory: 1Gi}"), worker("dgx/h100", "")}) {
    EXPECT_EQ(count(less, "            cpu: 10m\n"), 2u);
    EXPECT_FALSE(has(less, "cpu: 100m"));
  }
}

TEST(Affinity, DaemonsAvoidEachOther) {
  const std::string spec = cluster_spec(
      "  accounting: {database: {external: {host: db.example.com}, passwordSecret: {name: db}}}\n"
      "  login: [{name: login}]\n  restApi: {}\n" +
      std::string(cpu_nodes));
  const std::string any =
      "      - weight: 10\n"
      "            podAffinityTerm:\n";
  for (const char* path : {"k8s/login-login.yaml", "k8s/rest-api.yaml", "k8s/accounting.yaml"}) {
    const std::string text = output_of(spec, path);
    EXPECT_TRUE(has(text, any)) << path;
    // There is one slurmdbd. Of the others there may be several.
    EXPECT_EQ(has(text, "- weight: 100\n"), path != std::string_view("k8s/accounting.yaml")) << path;
  }
  EXPECT_FALSE(has(output_of(spec, "k8s/nodeset-cpu.yaml"), "weight:"));
}

/// The value of SHARED_FOLDERS in the pods of a file, or "".
std::string shared_folders(const std::string& spec, const std::string& path) {
  const std::string text = output_of(spec, path);
  const std::string_view before = "        - name: SHARED_FOLDERS\n          value: ";
  const auto at = text.find(before);
  if (at == std::string::npos) return "";
  const auto begin = at + before.size();
  return text.substr(begin, text.find('\n', begin) - begin);
}

TEST(SharedFolders, AreThoseOfThePodAndTheWritableEmptyDirectories) {
  const std::string spec = cluster_spec(
      "  storage: {a: {emptyDir: {}}, b: {emptyDir: {}}, c: {emptyDir: {}}, s: {existingClaim: s}}\n"
      "  mounts:\n"
      "    - {storage: a, path: /a}\n"
      "    - {storage: b, path: /b, readOnly: true}\n"
      "    - {storage: c, path: /c, login: false}\n"
      "    - {storage: s, path: /s}\n"
      "  login: [{name: login}]\n" +
      std::string(cpu_nodes));
  EXPECT_EQ(shared_folders(spec, "k8s/nodeset-cpu.yaml"), "/dev/shm /tmp /a /c");
  EXPECT_EQ(shared_folders(spec, "k8s/login-login.yaml"), "/tmp /a");
}

TEST(SharedFolders, OfAWorkerWithAJailAreThoseThatItDoesNotClose) {
  const auto spec = [](const std::string& jail) {
    return cluster_spec("  storage: {a: {emptyDir: {}}, s: {existingClaim: s}}\n" + jail +
                        "  mounts: [{storage: a, path: /a}]\n  login: [{name: login}]\n" + std::string(cpu_nodes));
  };
  const std::string closed = spec("  jail: {storage: s}\n");
  EXPECT_EQ(shared_folders(closed, "k8s/nodeset-cpu.yaml"), "/a");
  EXPECT_EQ(shared_folders(closed, "k8s/login-login.yaml"), "/tmp /a");
  // The jobs of exempt users run outside the jail.
  EXPECT_EQ(shared_folders(spec("  jail: {storage: s, rootIsTrusted: true, exempt: {users: [alice]}}\n"),
                           "k8s/nodeset-cpu.yaml"),
            "/dev/shm /tmp /a");
}

/// A mounted volume for which each pod has a claim.
std::string pod_claims_spec(const std::string& claim) {
  return cluster_spec("  storage: {a: {claimPerPod: " + claim +
                      "}}\n  mounts: [{storage: a, path: /a, subPath: b}]\n  login: [{name: login}]\n" +
                      std::string(cpu_nodes));
}

TEST(PodClaims, AreMadeByTheStatefulSetsThatMountTheVolume) {
  const std::string spec = pod_claims_spec(
      "{size: 8Gi, storageClass: fast, accessModes: [ReadWriteOncePod], retentionPolicy: {whenScaled: Delete}}");
  for (const auto* path : {"k8s/nodeset-cpu.yaml", "k8s/login-login.yaml"}) {
    const std::string text = output_of(spec, path);
    EXPECT_TRUE(has(text,
                    "  volumeClaimTemplates:\n  - apiVersion: v1\n    kind: PersistentVolumeClaim\n    metadata:\n"
                    "      name: storage-a\n    spec:\n      accessModes:\n      - ReadWriteOncePod\n"
                    "      storageClassName: fast\n      resources:\n        requests:\n          storage: 8Gi\n"))
        << text;
    EXPECT_TRUE(
        has(text, "  persistentVolumeClaimRetentionPolicy:\n    whenDeleted: Retain\n    whenScaled: Delete\n"));
    EXPECT_TRUE(has(text, "        - name: storage-a\n          mountPath: /a\n          subPath: b\n"));
    // The StatefulSet controller adds the volume.
    EXPECT_FALSE(has(text, "      - name: storage-a\n        persistentVolumeClaim"));
  }
  EXPECT_EQ(output_of(spec, "k8s/storage.yaml"), "");
}

TEST(PodClaims, AreWritableForUsers) {
  const std::string spec = pod_claims_spec("{size: 8Gi}");
  EXPECT_EQ(shared_folders(spec, "k8s/nodeset-cpu.yaml"), "/dev/shm /tmp /a");
  EXPECT_EQ(shared_folders(spec, "k8s/login-login.yaml"), "/tmp /a");
}

TEST(PodClaims, AreNotInSetsWithoutTheVolume) {
  const std::string spec = cluster_spec(
      "  storage: {a: {claimPerPod: {size: 8Gi}}}\n  mounts: [{storage: a, path: /a, login: false}]\n"
      "  login: [{name: login}]\n" +
      std::string(cpu_nodes));
  EXPECT_TRUE(has(output_of(spec, "k8s/nodeset-cpu.yaml"), "volumeClaimTemplates"));
  const std::string login = output_of(spec, "k8s/login-login.yaml");
  EXPECT_FALSE(has(login, "volumeClaimTemplates"));
  EXPECT_FALSE(has(login, "persistentVolumeClaimRetentionPolicy"));
}

}  // namespace
}  // namespace skiff
