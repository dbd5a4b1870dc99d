#include <gtest/gtest.h>

#include <string>

#include "testing/plan.h"

namespace skiff {
namespace {

using testing::has;

/// A spec with an external database, with more fields of it.
std::string with_database(const std::string& more) {
  return testing::cluster_spec("  accounting: {database: {external: {host: db.example.com" + more +
                               "}, passwordSecret: {name: db}}}\n" + std::string(testing::cpu_nodes));
}

TEST(DatabaseTls, IsLeftOutByDefault) {
  const std::string spec = with_database("");
  EXPECT_FALSE(has(testing::output_of(spec, "k8s/accounting.yaml"), "database-tls"));
  EXPECT_TRUE(has(testing::output_of(spec, "slurm/slurmdbd.conf"), "StorageHost=db.example.com\nStoragePort=3306\n"));
}

TEST(DatabaseTls, StandsBetweenSlurmdbdAndTheServer) {
  const std::string spec = with_database(", port: 3307, tls: {ca: {configMapName: authorities}}");
  const std::string pod = testing::output_of(spec, "k8s/accounting.yaml");
  EXPECT_TRUE(has(pod,
                  "        - /usr/libexec/skiff/skiff-database-tls\n        - /run/database/socket\n"
                  "        - db.example.com\n        - \"3307\"\n        - db.example.com\n"
                  "        - /etc/skiff/database/ca.crt\n        startupProbe:"))
      << pod;
  EXPECT_TRUE(has(pod, "          - configMap:\n              name: authorities\n")) << pod;
  EXPECT_TRUE(has(pod, "        - name: MARIADB_UNIX_PORT\n          value: /run/database/socket\n")) << pod;
  EXPECT_FALSE(has(pod, "tls.key"));
  const std::string conf = testing::output_of(spec, "slurm/slurmdbd.conf");
  EXPECT_TRUE(has(conf, "StorageHost=localhost\n") && !has(conf, "StoragePort")) << conf;
}

TEST(DatabaseTls, ProvesWhoSlurmdbdIs) {
  const std::string pod = testing::output_of(
      with_database(", tls: {ca: {secretName: s, key: pem}, clientCertificate: {secretName: c}, serverName: primary}"),
      "k8s/accounting.yaml");
  EXPECT_TRUE(has(pod,
                  "        - primary\n        - /etc/skiff/database/ca.crt\n        - /etc/skiff/database/tls.crt\n"
                  "        - /etc/skiff/database/tls.key\n"))
      << pod;
  EXPECT_TRUE(has(pod, "              - key: pem\n                path: ca.crt\n")) << pod;
  EXPECT_TRUE(has(pod, "              - key: tls.key\n                path: tls.key\n")) << pod;
}

TEST(DatabaseTls, NeedsOneFileOfAuthorities) {
  EXPECT_NE(testing::findings_of(with_database(", tls: {ca: {}}")).find("SKF206"), std::string::npos);
}

}  // namespace
}  // namespace skiff
