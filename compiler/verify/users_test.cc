#include <gtest/gtest.h>

#include "verify/checks.h"
#include "verify/good_cluster.h"

namespace skiff {
namespace {

std::string found(const std::string& from, const std::string& to) {
  const Fixture fixture = good_cluster(with(good_objects, from, to));
  Diagnostics out;
  const ObjectSet set(fixture.input());
  for (const Item& item : set.items()) check_users(item, out);
  for (Diagnostic& d : out) d.message.resize(d.message.find(" (k8s/test.yaml"));
  return lines(out);
}

TEST(Users, AreThoseOfTheImages) {
  EXPECT_EQ(found("fsGroup: 64030", "fsGroup: 64030"), "");
  EXPECT_EQ(found("fsGroup: 64030", "fsGroup: 64031"), "SKF469 64031 no image has a user or group with this id\n");
  EXPECT_EQ(found("runAsUser: 64030", "runAsUser: 65534"), "SKF469 65534 must run as SlurmUser, 64030\n");
  EXPECT_EQ(found("{allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}}\n          env",
                  "{runAsUser: 0, allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}}\n          env"),
            "SKF469 0 must run as SlurmUser, 64030\n");
}

}  // namespace
}  // namespace skiff
