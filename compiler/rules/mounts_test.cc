#include <gtest/gtest.h>

#include "testing/plan.h"

namespace skiff {
namespace {

const std::string elsewhere = ": mount the volume elsewhere [SKF330]\n";
const std::string at = "the programs in the pods need the files at this path" + elsewhere;

/// What skiff tells of a mount at this path, without the field's name. `more` are further lines of the spec.
std::string told(const std::string& path, const std::string& more = "") {
  const std::string found = testing::findings_of(testing::cluster_spec(
      "  storage: {site: {existingClaim: site}, root: {existingClaim: root}}\n"
      "  mounts: [{storage: site, path: " +
      path + "}]\n" + more + (more.find("nodeSets:") == std::string::npos ? std::string(testing::cpu_nodes) : "")));
  const std::string field = "spec.mounts[0].path: ";
  return found.starts_with(field) ? found.substr(field.size()) : found;
}

std::string in(const std::string& tree) { return "the programs in the pods need the files in " + tree + elsewhere; }

std::string hides(const std::string& tree) {
  return "this would hide " + tree + ", which the programs in the pods need" + elsewhere;
}

const std::string jail = "  jail: {storage: root}\n";
const std::string gpu_nodes = "  nodeSets: [{name: h100, replicas: 4, hardware: azure/ND96isr_H100_v5}]\n";

TEST(MountPaths, HideNoProgramOrLibrary) {
  EXPECT_EQ(told("/usr"), at);
  EXPECT_EQ(told("/usr/lib"), at);
  EXPECT_EQ(told("/usr/lib/x86_64-linux-gnu/slurm-wlm"), in("/usr/lib"));
  EXPECT_EQ(told("/usr/lib/slurm"), in("/usr/lib"));
  EXPECT_EQ(told("/usr/lib64"), at);
  EXPECT_EQ(told("/usr/libexec"), at);
  EXPECT_EQ(told("/usr/libexec/skiff/slurm"), in("/usr/libexec"));
  EXPECT_EQ(told("/usr/local"), at);
  EXPECT_EQ(told("/usr/local/bin"), at);
  EXPECT_EQ(told("/usr/local/lib/slurm/site"), in("/usr/local/lib/slurm"));
  EXPECT_EQ(told("/usr/share"), at);
}

TEST(MountPaths, HideNothingThroughALink) {
  EXPECT_EQ(told("/bin"), at);
  EXPECT_EQ(told("/lib/x86_64-linux-gnu"), in("/usr/lib"));
  EXPECT_EQ(told("/lib64/site"), in("/usr/lib64"));
  EXPECT_EQ(told("/var/run"), at);
  EXPECT_EQ(told("/var/run/munge"), at);
  EXPECT_EQ(told("/var/run/secrets/kubernetes.io"), in("/run/secrets"));
}

// What skiff tells of mounts at these two paths.
std::string told_of_both(const std::string& first, const std::string& second) {
  return testing::findings_of(
      testing::cluster_spec("  storage: {site: {existingClaim: site}, root: {existingClaim: root}}\n"
                            "  mounts: [{storage: site, path: " +
                            first + "}, {storage: root, path: " + second + "}]\n" + std::string(testing::cpu_nodes)));
}

TEST(MountPaths, HideNoOtherMount) {
  const std::string same = "spec.mounts[1].path: already mounted in the same pod [SKF331]\n";
  EXPECT_EQ(told_of_both("/data", "/data"), same);
  EXPECT_EQ(told_of_both("/run/site", "/var/run/site"), same);
  EXPECT_EQ(told_of_both("/var/spool/mail", "/var/mail"), same);
  const std::string hidden =
      "spec.mounts[1].path: one of the two mounts can hide the other one, because /var/run/site goes through a "
      "symbolic link: write /run/site instead of it [SKF331]\n";
  EXPECT_EQ(told_of_both("/run/site/data", "/var/run/site"), hidden);
  EXPECT_EQ(told_of_both("/var/run/site", "/run/site/data"), hidden);
  EXPECT_EQ(told_of_both("/run/site", "/var/run/site/data"), "");
  EXPECT_EQ(told_of_both("/var/run/site", "/run/site/data/a"), "");
  EXPECT_EQ(told_of_both("/data/a", "/data"), "");
}

TEST(MountPaths, HideNoFileOfTheSystem) {
  for (const char* path : {"/etc", "/etc/group", "/etc/ld.so.conf.d", "/etc/munge", "/etc/nsswitch.conf", "/etc/pam.d",
                           "/etc/passwd", "/etc/security", "/etc/slurm", "/etc/ssh", "/proc", "/run", "/sys", "/tmp",
                           "/var", "/var/lib", "/var/spool", "/var/spool/slurmd"})
    EXPECT_EQ(told(path), at) << path;
  EXPECT_EQ(told("/etc/ssh/host-keys"), in("/etc/ssh"));
  EXPECT_EQ(told("/etc/skiff/scripts"), in("/etc/skiff"));
  EXPECT_EQ(told("/proc/sys"), in("/proc"));
}

TEST(MountPaths, HideNoDeviceOfTheContainerRuntime) {
  EXPECT_EQ(told("/dev"), at);
  EXPECT_EQ(told("/dev/shm"), at);
  EXPECT_EQ(told("/dev/pts/0"), in("/dev/pts"));
}

TEST(MountPaths, MayBeTheSitesOwn) {
  for (const char* path : {"/home",
                           "/scratch",
                           "/data",
                           "/root",
                           "/srv/www",
                           "/mnt",
                           "/mnt/nvme",
                           "/mnt/jail",
                           "/opt",
                           "/opt/slurm",
                           "/usr/local/nvidia",
                           "/usr/local/cuda",
                           "/usr/local/lib/python3.13",
                           "/usr/mpi",
                           "/usr/src",
                           "/usr/share/modulefiles",
                           "/usr/lib/modules",
                           "/lib/modules",
                           "/etc/modulefiles",
                           "/etc/profile.d",
                           "/etc/security/limits.d",
                           "/etc/slurm-site",
                           "/etc/ssl/certs",
                           "/etc/sssd",
                           "/etc/passwords",
                           "/libs",
                           "/tmp/site",
                           "/run/nvidia",
                           "/var/run/nvidia",
                           "/var/cache",
                           "/var/lib/extrausers",
                           "/var/lib/site",
                           "/var/lib/sss/pipes",
                           "/var/log",
                           "/var/tmp",
                           "/dev/aperture_devices",
                           "/dev/hugepages",
                           "/dev/hugepages-1Gi",
                           "/dev/infiniband"})
    EXPECT_EQ(told(path), "") << path;
}

TEST(MountPaths, HideNothingOfTheJail) {
  EXPECT_EQ(told("/mnt", jail), hides("/mnt/jail"));
  EXPECT_EQ(told("/mnt/jail/home", jail), in("/mnt/jail"));
  EXPECT_EQ(told("/var/lib/extrausers", jail), at);
  EXPECT_EQ(told("/usr/local/nvidia", jail + gpu_nodes), at);
  EXPECT_EQ(told("/usr/local/nvidia", jail), "");
  EXPECT_EQ(told("/usr/local/nvidia", gpu_nodes), "");
}

TEST(MountPaths, MustBePossibleInTheJail) {
  EXPECT_EQ(told("/tmp/site", jail), "each job has a /tmp of its own in the jail" + elsewhere);
  EXPECT_EQ(told("/lib/modules", jail),
            "part of the path is a symbolic link, and mounts in the jail follow none: write /usr/lib/modules "
            "[SKF330]\n");
  EXPECT_EQ(told("/var/run/nvidia", jail),
            "part of the path is a symbolic link, and mounts in the jail follow none: write /run/nvidia [SKF330]\n");
  EXPECT_EQ(told("/dev/infiniband", jail),
            "the jail has a /dev of its own, with the devices of the node: mount only /dev/hugepages there [SKF330]\n");
  for (const char* path :
       {"/home", "/usr/lib/modules", "/run/nvidia", "/dev/hugepages", "/var/tmp", "/etc/modulefiles"})
    EXPECT_EQ(told(path, jail), "") << path;
}

TEST(MountPaths, HideNoContainers) {
  const std::string pyxis = "  containers: {pyxis: {importCache: {storage: root}}}\n";
  EXPECT_EQ(told("/var/lib/enroot", pyxis), at);
  EXPECT_EQ(told("/var/cache", pyxis), hides("/var/cache/container-images"));
  EXPECT_EQ(told("/var/lib/enroot"), "");
}

}  // namespace
}  // namespace skiff
