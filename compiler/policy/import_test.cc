#include "policy/import.h"

#include <gtest/gtest.h>

#include "policy/differences.h"
#include "testing/plan.h"

namespace skiff::policy {
namespace {

using testing::has;

Dump dump() {
  return parse_dump(R"(# skiff: cluster
tide
# skiff: qos Name,Description,Flags,GraceTime,Priority,Preempt,PreemptMode,UsageFactor,MaxTRESPerUser,MaxWall
normal|Normal QOS default||00:00:00|0||cluster|1.000000||
long|jobs of up to two weeks|DenyOnLimit,NoDecay|00:05:00|5|normal,low,Two Words|requeue|0.500000|cpu=64,gres/gpu=8|14-00:00:00
low|low||00:00:00|0||cluster|1.000000||
Two Words|x||00:00:00|0||cluster|1.000000||
# skiff: associations Account,User,Partition,ParentName,Fairshare,QOS,DefaultQOS,GrpTRES,MaxJobs
root||||1|normal|||
root|root|||1||||
science|||root|60|long,normal|normal|cpu=100,mem=1T|
physics|||science|1||||
old|||root|1|+long|||
2026|||root|1||||
physics|alice|||1||||
science|alice|||parent||||5
physics|bob|main||1||||2
physics|O'Brien|||1||||
# skiff: accounts Account,Coordinators,Organization,Description
root||root|default root account
science|alice|science|all of science
physics|alice,bob,eve|science|physics
old||old|"quoted"
2026||2026|2026
# skiff: users User,AdminLevel,DefaultAccount
root|Administrator|root
alice|Operator|science
bob|None|physics
# skiff: resources Name,Server,Count,ServerType,Description
matlab|flex1|100|flexlm|matlab
ansys|flex1|20||Ansys: all of it
abaqus|flex2|5|rlm|abaqus
O'Neil|flex2|5||x
# skiff: shares Name,Server,Cluster,Allowed
matlab|flex1|tide|40
matlab|flex1|reef|50
ansys|flex1|tide|100
abaqus|flex2|reef|100
O'Neil|flex2|tide|1
# skiff: end
)");
}

Imported imported() {
  return import_spec(dump(), [](std::string_view, std::string_view text) {
    return text.find_first_of(" '\"") == text.npos || text.starts_with("jobs") || text.starts_with("all") ||
           text.starts_with("Ansys");
  });
}

TEST(PolicyImport, WritesTheSpec) {
  EXPECT_EQ(imported().spec, R"(# The accounting records of the cluster tide.
spec:
  accounting:
    qos:
      - name: long
        description: jobs of up to two weeks
        preempt: [normal, low]
        priority: 5
        config: {Flags: [DenyOnLimit, NoDecay], GraceTime: 300, MaxTRESPerUser: "cpu=64,gres/gpu=8", MaxWall: "14-00:00:00", PreemptMode: requeue, UsageFactor: "0.500000"}
      - {name: low}
    accounts:
      - {name: "2026"}
      - {name: old}
      - {name: physics, parent: science, organization: science, coordinators: [bob]}
      - name: science
        description: all of science
        coordinators: [alice]
        defaultQos: normal
        fairshare: 60
        qos: [long, normal]
        config: {GrpTRES: "cpu=100,mem=1T"}
    users:
      - name: alice
        adminLevel: Operator
        defaultAccount: science
        accounts: [{name: physics}, {name: science, fairshare: parent, config: {MaxJobs: 5}}]
      - {name: bob, accounts: [{name: physics, partition: main, config: {MaxJobs: 2}}]}
  licenses:
    - {name: ansys, count: 20, server: flex1, description: "Ansys: all of it"}
    - {name: matlab, count: 100, server: flex1, serverType: flexlm, percentAllowed: 40}
)");
}

TEST(PolicyImport, SaysWhatIsLeftOut) {
  std::string said;
  for (const auto& [what, why] : imported().left_out) said += what + ": " + why + '\n';
  EXPECT_EQ(said,
            "qos Two Words: the spec does not accept this name\n"
            "qos long: preempt Two Words: this QOS is not in the spec\n"
            "account old: description: the spec does not accept its characters or its length\n"
            "account old: QOS=+long: the spec lists all QOS instead of changing the inherited list\n"
            "account physics: coordinator eve: this user is not in the spec\n"
            "association O'Brien/physics/: the spec does not accept the name of the user or the account\n"
            "resource O'Neil@flex2: the spec does not accept its name, its server or its count\n");
}

TEST(PolicyImport, TheImportedSpecChangesOnlyWhatIsLeftOut) {
  std::string lines = imported().spec;
  lines.erase(0, lines.find("  accounting:\n"));
  lines.insert(lines.find('\n') + 1, "    database: {mariadb: {size: 10Gi}, passwordSecret: {name: db}}\n");
  const std::string spec = testing::cluster_spec(std::string(testing::cpu_nodes) +
                                                 "  partitions: [{name: main, nodeSets: [cpu], default: true}]\n"
                                                 "  slurm: {config: {AccountingStorageTRES: [gres/gpu]}}\n" +
                                                 lines);
  const std::string conf = testing::output_of(spec, "slurm/policy.conf");
  EXPECT_TRUE(has(conf, "QOS=long")) << conf;
  const Policy policy = parse(conf);
  const Records records = with_columns(dump().records, columns_of(policy, {}));
  const Decision decision = decide(policy, records, {}, "tide");
  EXPECT_EQ(text_of(differences(decision, records), decision),
            "  qos long\n"
            "-   Preempt=normal,low,Two Words\n"
            "+   Preempt=normal,low\n"
            "\n"
            "Not in the spec, left unchanged:\n"
            "  qos Two Words\n"
            "  association O'Brien/physics/\n"
            "  resource O'Neil@flex2\n");
}

}  // namespace
}  // namespace skiff::policy
