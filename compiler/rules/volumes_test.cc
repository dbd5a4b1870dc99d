#include <gtest/gtest.h>

#include "testing/plan.h"

namespace skiff {
namespace {

using testing::cluster_spec;
using testing::cpu_nodes;
using testing::findings_of;
using testing::output_of;

/// A spec with a volume `v` of this kind. `lines` are further lines of the spec.
std::string with(const std::string& volume, const std::string& lines) {
  return cluster_spec("  storage: {v: {" + volume + "}, home: {existingClaim: home}}\n" + lines +
                      std::string(cpu_nodes));
}

const std::string nfs = "nfs: {server: nfs.example.com, path: /export}";
const std::string read_only_nfs = "nfs: {server: nfs.example.com, path: /export, readOnly: true}";
const std::string own_nfs = "persistentVolume: {size: 1Ti, nfs: {server: nfs.example.com, path: /export}}";
const std::string jail = "  jail: {storage: v}\n";

TEST(VolumeUses, AJailIsOnAVolumeThatPodsShare) {
  for (const std::string& volume : {std::string("claim: {size: 1Ti}"), std::string("hostPath: /mnt"), nfs, own_nfs})
    EXPECT_EQ(findings_of(with(volume, jail)), "") << volume;
  for (const char* volume :
       {"emptyDir: {}", "csi: {driver: a.example.com}", "configMap: {name: a}", "secret: {secretName: a}"})
    EXPECT_NE(findings_of(with(volume, jail)).find("spec.jail.storage: must be a claim, nfs or hostPath"),
              std::string::npos)
        << volume;
}

TEST(VolumeUses, APersistentVolumeIsAClaim) {
  const std::string accounting =
      "  accounting: {database: {mariadb: {size: 1Gi}, passwordSecret: {name: db}}, archive: {storage: v}}\n";
  EXPECT_EQ(findings_of(with(own_nfs, accounting)), "");
  EXPECT_NE(findings_of(with(nfs, accounting)).find("[SKF375]"), std::string::npos);
  EXPECT_EQ(findings_of(with(
                "persistentVolume: {size: 1Ti, accessModes: [ReadWriteOnce], local: {path: /a, nodeSelector: {a: b}}}",
                jail)),
            "spec.storage.v.persistentVolume.accessModes[0]: must have ReadWriteMany: all worker and login pods mount "
            "the jail at the same time [SKF342]\n");
}

TEST(VolumeUses, AJailThatSomebodyElsePopulatesMayBeReadOnly) {
  EXPECT_EQ(findings_of(with(read_only_nfs, jail)),
            "spec.jail.storage: must be a claim, nfs or hostPath, so that all pods see one root: the volume has "
            "readOnly: true [SKF375]\n");
  EXPECT_EQ(findings_of(with(read_only_nfs, "  jail: {storage: v, populate: {policy: Never}}\n")), "");
}

TEST(VolumeUses, HomeIsTheSameInAllPods) {
  EXPECT_EQ(findings_of(with(nfs, "  mounts: [{storage: v, path: /home}]\n")), "");
  EXPECT_EQ(findings_of(with("emptyDir: {}", "  mounts: [{storage: v, path: /home/cache}]\n")), "");
  EXPECT_EQ(findings_of(with("emptyDir: {}", "  mounts: [{storage: v, path: /home}]\n")),
            "spec.mounts[0].storage: must be a claim, nfs or hostPath, so that all pods have the same home "
            "directories: each pod has an emptyDir volume of its own, which is deleted with it [SKF375]\n");
}

TEST(VolumeUses, TheImageCacheIsShared) {
  const std::string cache = "  containers: {pyxis: {importCache: {storage: v}}}\n";
  EXPECT_EQ(findings_of(with(nfs, cache)), "");
  for (const std::string& volume : {std::string("emptyDir: {}"), std::string("configMap: {name: a}"), read_only_nfs})
    EXPECT_EQ(findings_of(with(volume, cache)),
              "spec.containers.pyxis.importCache.storage: must be a claim with ReadWriteMany or an nfs volume: all "
              "workers and the CronJob that evicts images share it [SKF346]\n")
        << volume;
}

TEST(VolumeUses, TheImageCacheIsOnTheVolumeOfTheJailByDefault) {
  const std::string cache = "  containers: {pyxis: {importCache: {maxSize: 1Ti}}}\n";
  const std::string missing =
      "spec.containers.pyxis.importCache.storage: name a volume, because there is no jail on a volume "
      "that all pods share and can write [SKF346]\n";
  EXPECT_EQ(findings_of(with(nfs, jail + cache)), "");
  EXPECT_EQ(findings_of(with(nfs, cache)), missing);
  EXPECT_EQ(findings_of(with("hostPath: /mnt", jail + cache)), missing);
  EXPECT_EQ(findings_of(with(nfs, "  jail: {storage: v, rootOptions: [ro]}\n" + cache)), missing);
  // Without the field there is no cache then, which is no mistake.
  EXPECT_EQ(findings_of(with("hostPath: /mnt", jail + "  containers: {pyxis: {}}\n")), "");
  EXPECT_EQ(findings_of(with(nfs, "  containers: {pyxis: {importCache: {enabled: false}}}\n")), "");
}

TEST(VolumeUses, SecretsOfTheDaemonsStayTheirs) {
  const std::string mount = "  mounts: [{storage: v, path: /opt/site, readOnly: true}]\n";
  EXPECT_EQ(findings_of(with("secret: {secretName: licenses}", mount)), "");
  EXPECT_EQ(findings_of(with("secret: {secretName: slurm-keys}", mount)),
            "spec.storage.v.secret.secretName: the cluster's own daemons use this Secret: users of the pods that mount "
            "it could read it [SKF375]\n");
}

TEST(ReadOnlyVolumes, AreMountedReadOnly) {
  const auto mounted = [](const char* fields) {
    return std::string("  mounts: [{storage: v, path: /opt/site") + fields + "}]\n";
  };
  for (const std::string& volume : {std::string("configMap: {name: a}"), std::string("secret: {secretName: a}"),
                                    read_only_nfs, std::string("persistentVolume: {size: 1Ti, ") + read_only_nfs + "}",
                                    std::string("csi: {driver: a.example.com, readOnly: true}")}) {
    EXPECT_EQ(findings_of(with(volume, mounted(", readOnly: true"))), "") << volume;
    EXPECT_NE(findings_of(with(volume, mounted(""))).find("must be true, because"), std::string::npos) << volume;
  }
  EXPECT_EQ(findings_of(with("csi: {driver: a.example.com}", mounted(""))), "");
}

TEST(MemoryVolumes, FitIntoThePod) {
  const auto sized = [](const char* size) {
    return std::string("emptyDir: {medium: Memory, sizeLimit: ") + size + "}";
  };
  const std::string mount = "  mounts: [{storage: v, path: /cache}]\n";
  EXPECT_EQ(findings_of(with(sized("120Gi"), mount)), "");
  EXPECT_EQ(findings_of(with(sized("121Gi"), mount)),
            "spec.storage.v.emptyDir.sizeLimit: must be no more than the memory of node set cpu, 120Gi, of which it is "
            "a part [SKF377]\n");
  // No pod has it.
  EXPECT_EQ(findings_of(with(sized("121Gi"), "")), "");
  // On disk, only the Kubernetes node decides.
  EXPECT_EQ(findings_of(with("emptyDir: {sizeLimit: 2Ti}", mount)), "");
}

TEST(MemoryVolumes, OneVolumeCountsOnceInAPod) {
  EXPECT_EQ(findings_of(with("emptyDir: {medium: Memory, sizeLimit: 80Gi}",
                             "  mounts: [{storage: v, path: /a, subPath: a}, {storage: v, path: /b, subPath: b}]\n")),
            "");
}

TEST(MemoryVolumes, RunningContainersCount) {
  EXPECT_EQ(findings_of(with("emptyDir: {medium: Memory, sizeLimit: 80Gi}",
                             "  mounts: [{storage: v, path: /a}]\n  containers: {pyxis: {runtime: {memory: 60Gi}}}\n")),
            "spec.storage.v.emptyDir.sizeLimit: the volumes in memory of node set cpu hold 140Gi together (containers "
            "60Gi, v 80Gi), more than its memory, 120Gi, of which they are a part [SKF377]\n");
}

TEST(VolumeFields, AFileIsMountedOnlyWithoutAJail) {
  const std::string mount = "  mounts: [{storage: v, path: /etc/site.conf, subPath: site.conf, readOnly: true}]\n";
  EXPECT_EQ(findings_of(with("configMap: {name: a}", mount)), "");
  EXPECT_NE(findings_of(with("configMap: {name: a}", mount + "  jail: {storage: home}\n")).find("[SKF379]"),
            std::string::npos);
}

TEST(VolumeFields, ModesAreDecimalInTheOutput) {
  const std::string text = output_of(with("secret: {secretName: a, items: [{key: k, path: f, mode: \"0400\"}]}",
                                          "  mounts: [{storage: v, path: /opt/site, readOnly: true}]\n"),
                                     "k8s/nodeset-cpu.yaml");
  EXPECT_NE(text.find("            # Octal 0400.\n            mode: 256\n"), std::string::npos);
}

}  // namespace
}  // namespace skiff
