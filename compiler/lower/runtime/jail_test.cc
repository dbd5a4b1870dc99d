#include "lower/runtime/jail.h"

#include <gtest/gtest.h>

#include "testing/plan.h"

namespace skiff {
namespace {

using testing::cluster_spec;
using testing::cpu_nodes;
using testing::findings_of;
using testing::output_of;

std::string with_jail(const std::string& jail, const std::string& more = "") {
  return cluster_spec("  storage: {jail: {existingClaim: jail}, home: {existingClaim: home}}\n  jail: " + jail + "\n" +
                      more + std::string(cpu_nodes));
}

// True if the text has the line.
bool has(const std::string& text, const std::string& line) {
  return ("\n" + text).find("\n" + line + "\n") != std::string::npos;
}

TEST(Jail, ADirectoryIsMountedBeforeMountsInsideIt) {
  const std::string mounts = output_of(
      with_jail("{storage: jail}",
                "  mounts: [{storage: home, path: /home/old, readOnly: true}, {storage: home, path: /home}]\n"),
      "jail/nodeset-cpu.mounts");
  const std::size_t outer = mounts.find("/home /home bind optional,mounted\n");
  const std::size_t inner = mounts.find("/home/old /home/old bind ro,optional,mounted\n");
  ASSERT_NE(outer, std::string::npos);
  ASSERT_NE(inner, std::string::npos);
  EXPECT_LT(outer, inner);
}

TEST(Jail, NoMountLineNamesTheJailsOwnPaths) {
  const std::string mounts = output_of(with_jail("{storage: jail}"), "jail/nodeset-cpu.mounts");
  EXPECT_EQ(mounts.find(jail_root), std::string::npos);
  EXPECT_EQ(mounts.find(users_folder), std::string::npos);
}

TEST(Jail, SlurmPluginsOfBothArchitecturesAreMounted) {
  const std::string mounts = output_of(with_jail("{storage: jail}"), "jail/nodeset-cpu.mounts");
  for (const char* kind : {"aarch64", "x86_64"}) {
    const std::string folder = std::string("/usr/lib/") + kind + "-linux-gnu/slurm-wlm";
    EXPECT_TRUE(has(mounts, folder + " " + folder + " bind ro,optional"));
  }
}

TEST(Jail, DefaultArgumentsAreOmitted) {
  EXPECT_TRUE(has(output_of(with_jail("{storage: jail}"), "slurm/plugstack.conf"),
                  "required spank_chroot.so root=/mnt/jail version=1 mounts=/etc/skiff/jail/mounts"));
}

TEST(Jail, EveryFieldIsAnArgument) {
  EXPECT_TRUE(has(
      output_of(
          with_jail(
              "{storage: jail, version: v2, rootOptions: [ro, nosuid], hideProcesses: true, capabilities: [none], "
              "onFailure: Fail, exempt: {users: [a, b], groups: [c], accounts: [d]}, noJail: {users: [e], groups: [f]}, "
              "rootIsTrusted: true}",
              "  accounting: {enforce: [associations], database: {external: {host: db.example.com}, passwordSecret: {name: db}}}\n"),
          "slurm/plugstack.conf"),
      "required spank_chroot.so root=/mnt/jail version=v2 mounts=/etc/skiff/jail/mounts "
      "hidepid=yes on-failure=fail root-options=ro,nosuid capabilities=none exempt-users=a,b exempt-groups=c exempt-accounts=d "
      "no-jail-users=e no-jail-groups=f"));
}

TEST(Jail, X11PutsTheExternStepInTheJail) {
  const std::string x11 = "  slurm: {config: {PrologFlags: [Alloc, x11]}}\n";
  const std::string line = "required spank_chroot.so root=/mnt/jail version=1 mounts=/etc/skiff/jail/mounts";
  EXPECT_TRUE(has(output_of(with_jail("{storage: jail}", x11), "slurm/plugstack.conf"), line + " extern=yes"));
  EXPECT_TRUE(has(output_of(with_jail("{storage: jail}", "  slurm: {config: {PrologFlags: [Alloc, Contain]}}\n"),
                            "slurm/plugstack.conf"),
                  line));
}

// The value of $CLOSED in a worker pod, or "".
std::string closed(const std::string& jail, const std::string& more = "") {
  const std::string pods = output_of(with_jail(jail, more), "k8s/nodeset-cpu.yaml");
  const std::string_view before = "        - name: CLOSED\n          value: ";
  const std::size_t at = pods.find(before);
  return at == std::string::npos
             ? ""
             : pods.substr(at + before.size(), pods.find('\n', at + before.size()) - at - before.size());
}

TEST(Jail, ClosesSuAndTheWritableDirectoriesOfThePod) {
  EXPECT_EQ(closed("{storage: jail}"), "/bin/su /dev/shm /run /tmp /var/tmp");
  EXPECT_EQ(closed("{storage: jail}", "  mounts: [{storage: home, path: /var/tmp}]\n"), "/bin/su /dev/shm /run /tmp");
  EXPECT_EQ(output_of(cluster_spec(cpu_nodes), "k8s/nodeset-cpu.yaml").find("CLOSED"), std::string::npos);
}

TEST(Jail, LeavesDirectoriesOpenIfUsersRunOutside) {
  for (const char* names :
       {"exempt: {users: [a]}", "exempt: {groups: [a]}", "noJail: {users: [a]}", "noJail: {groups: [a]}"})
    EXPECT_EQ(closed("{storage: jail, rootIsTrusted: true, " + std::string(names) + "}"), "/bin/su") << names;
}

// SKF324 requires `associations` in the list, even if another value of the list implies it.
TEST(Jail, AnExemptAccountRequiresEnforcedAssociations) {
  const auto found = [](const std::string& accounting) {
    return findings_of(with_jail("{storage: jail, exempt: {accounts: [a]}, rootIsTrusted: true}", accounting));
  };
  const auto enforcing = [](const std::string& words) {
    return "  accounting: {" + words + "database: {external: {host: db.example.com}, passwordSecret: {name: db}}}\n";
  };
  EXPECT_EQ(found(enforcing("enforce: [associations], ")), "");
  EXPECT_NE(found(enforcing("enforce: [nojobs], ")).find("[SKF371]"), std::string::npos);
  EXPECT_NE(found(enforcing("")).find("[SKF371]"), std::string::npos);
  EXPECT_NE(found("").find("[SKF371]"), std::string::npos);
}

TEST(Jail, TmpIsBoundIfAJobContainerPluginProvidesIt) {
  const std::string mode = "{storage: jail, mode: task}";
  const std::string home = "  mounts: [{storage: home, path: /home}]\n";
  EXPECT_TRUE(has(output_of(with_jail(mode, home), "jail/nodeset-cpu.mounts"), "/tmp /tmp job"));
  const std::string own =
      "  slurm: {config: {JobContainerType: job_container/tmpfs}, jobContainer: {AutoBasePath: \"true\", BasePath: /scratch}}\n";
  EXPECT_TRUE(has(output_of(with_jail(mode, home + own), "jail/nodeset-cpu.mounts"), "/tmp /tmp bind"));
}

TEST(Jail, NoPopulateJobIfThePolicyIsNever) {
  EXPECT_NE(output_of(with_jail("{storage: jail}"), "k8s/jail.yaml"), "");
  EXPECT_EQ(output_of(with_jail("{storage: jail, populate: {policy: Never}}"), "k8s/jail.yaml"), "");
}

// The template of an existing Job cannot be changed. So whatever changes the template must change the name.
TEST(Jail, AChangedPopulateJobGetsANewName) {
  const auto name = [](const std::string& text) {
    const std::size_t at = text.find("atlas-jail-");
    return at == std::string::npos ? "" : text.substr(at, text.find('\n', at) - at);
  };
  const std::string plain = name(output_of(with_jail("{storage: jail}"), "k8s/jail.yaml"));
  EXPECT_EQ(plain.size(), std::string_view("atlas-jail-01234567").size());
  EXPECT_EQ(name(output_of(with_jail("{storage: jail, hideProcesses: true}"), "k8s/jail.yaml")), plain);
  EXPECT_NE(name(output_of(with_jail("{storage: jail, version: \"2\"}"), "k8s/jail.yaml")), plain);
  EXPECT_NE(
      name(output_of(with_jail("{storage: jail}", "  mounts: [{storage: home, path: /home}]\n"), "k8s/jail.yaml")),
      plain);
}

// Otherwise the kubelet would change the group of the users' files to that of slurmctld.
TEST(Jail, SlurmctldMountsTheVolumeReadOnly) {
  const std::string controller = output_of(with_jail("{storage: jail}"), "k8s/controller.yaml");
  EXPECT_NE(controller.find("          claimName: jail\n          readOnly: true\n"), std::string::npos);
}

}  // namespace
}  // namespace skiff
