#include "verify/formats.h"

#include <gtest/gtest.h>

#include <string>

namespace skiff {
namespace {

TEST(Formats, Dns) {
  EXPECT_TRUE(is_dns1123_label("0h100-x"));
  EXPECT_FALSE(is_dns1123_label("h_100"));
  EXPECT_FALSE(is_dns1123_label("-a"));
  EXPECT_FALSE(is_dns1123_label(""));
  EXPECT_FALSE(is_dns1123_label(std::string(64, 'a')));
  EXPECT_TRUE(is_dns1123_subdomain("a.b-c.d"));
  EXPECT_FALSE(is_dns1123_subdomain("a..b"));
  EXPECT_FALSE(is_dns1123_subdomain("a.B"));
  EXPECT_TRUE(is_dns1035_label("h100"));
  EXPECT_FALSE(is_dns1035_label("100h"));
}

TEST(Formats, LabelsAndKeys) {
  EXPECT_TRUE(is_label_key("app.kubernetes.io/name"));
  EXPECT_TRUE(is_label_key("Name_x.y"));
  EXPECT_FALSE(is_label_key("a/b/c"));
  EXPECT_FALSE(is_label_key("App.io/x"));
  EXPECT_FALSE(is_label_key("/x"));
  EXPECT_TRUE(is_label_value(""));
  EXPECT_TRUE(is_label_value("24.11-1"));
  EXPECT_FALSE(is_label_value("a b"));
  EXPECT_FALSE(is_label_value("a."));
  EXPECT_TRUE(is_config_key("slurm.conf"));
  EXPECT_FALSE(is_config_key("slurm/slurm.conf"));
  EXPECT_FALSE(is_config_key(".."));
}

TEST(Formats, PortAndEnvNames) {
  EXPECT_TRUE(is_port_name("slurmctld"));
  EXPECT_FALSE(is_port_name("6817"));
  EXPECT_FALSE(is_port_name("a--b"));
  EXPECT_FALSE(is_port_name("sixteen-letters-"));
  EXPECT_FALSE(is_port_name("a234567890123456"));
  EXPECT_TRUE(is_env_name("POD_NAME"));
  EXPECT_FALSE(is_env_name("1A"));
  EXPECT_FALSE(is_env_name("A-B"));
}

TEST(Formats, Images) {
  const std::string digest(64, 'a');
  EXPECT_TRUE(is_image_reference("registry.example.com:5000/skiff/slurmd:24.11-1"));
  EXPECT_TRUE(is_image_reference("mariadb"));
  EXPECT_TRUE(is_image_reference("localhost/skiff/slurmd:1@sha256:" + digest));
  EXPECT_FALSE(is_image_reference("Skiff/Slurmd"));
  EXPECT_FALSE(is_image_reference("a/b:"));
  EXPECT_FALSE(is_image_reference("a/b@sha256:12"));
  EXPECT_FALSE(is_image_reference("a//b"));
  EXPECT_FALSE(is_image_reference("a b"));
  EXPECT_FALSE(is_image_reference("host:x/b"));
}

TEST(Formats, Cron) {
  EXPECT_TRUE(is_cron_schedule("0 */6 * * *"));
  EXPECT_TRUE(is_cron_schedule("@daily"));
  EXPECT_TRUE(is_cron_schedule("0,30 1-5 1 jan Mon-Fri"));
  EXPECT_FALSE(is_cron_schedule("60 * * * *"));
  EXPECT_FALSE(is_cron_schedule("* * * *"));
  EXPECT_FALSE(is_cron_schedule("* * * * * *"));
  EXPECT_FALSE(is_cron_schedule("5-1 * * * *"));
  EXPECT_FALSE(is_cron_schedule("*/0 * * * *"));
  EXPECT_FALSE(is_cron_schedule("* * * anj *"));
}

TEST(Formats, MountPaths) {
  EXPECT_TRUE(is_mount_path("/etc/slurm"));
  EXPECT_TRUE(is_mount_path("/"));
  EXPECT_FALSE(is_mount_path("etc"));
  EXPECT_FALSE(is_mount_path("/a/../b"));
  EXPECT_FALSE(is_mount_path("/a:b"));
  EXPECT_FALSE(is_mount_path("/a/"));
}

TEST(Formats, Quantities) {
  EXPECT_EQ(parse_quantity("500m"), 0.5L);
  EXPECT_EQ(parse_quantity("16Gi"), 16.0L * 1024 * 1024 * 1024);
  EXPECT_EQ(parse_quantity("2Ki"), 2048.0L);
  EXPECT_EQ(parse_quantity("1e3"), 1000.0L);
  EXPECT_EQ(parse_quantity("1E"), 1e18L);
  EXPECT_EQ(parse_quantity("-1.5k"), -1500.0L);
  for (const char* text : {"", "10 cores", "1ki", "Gi", "1GiB", "1K", "1e", ".", "0x10"})
    EXPECT_FALSE(parse_quantity(text)) << text;
}

}  // namespace
}  // namespace skiff
