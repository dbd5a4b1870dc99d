#include "verify/namespaces.h"

#include <gtest/gtest.h>

#include <string>

#include "verify/checks.h"
#include "verify/fixture.h"

namespace skiff {
namespace {

// All diagnostics, without the place that each of them names.
std::string found(const std::string& text, Version release = {26, 5}) {
  Fixture fixture;
  fixture.slurm = release;
  fixture.add_conf("slurm/slurm.conf", "NodeName=a-[0-3]\n");
  const Origin origin = Origin::spec({1, 2});
  const OutputSiteFile files[] = {{"namespace.yaml", text, &origin}};
  VerifyInput input = fixture.input();
  input.site_files = files;
  Diagnostics out;
  check_site_files(input, out);
  std::string all = lines(out);
  const std::string where = " (slurm/namespace.yaml:1)";
  for (std::size_t at; (at = all.find(where)) != std::string::npos;) all.erase(at, where.size());
  return all;
}

// slurmd of 26.05 was started with each file.
TEST(Namespaces, GoodFiles) {
  for (const char* text :
       {"{}", "defaults: {base_path: /var/ns}", "defaults: {base_path: none, shared: yes}",
        "defaults: {base_path: /var/ns, clone_ns_flags: [CLONE_NEWPID], clone_ns_script_wait: '5', dirs: ''}",
        "defaults: {base_path: /var/ns, clone_ns_flags: 'clone_newns,CLONE_NEWUSER', clone_ns_script: /x}",
        "node_confs: [{nodes: 'a-[0-1]', options: {base_path: /var/ns}}, {nodes: [a-2, a-3], options: {}}]",
        "defaults: {base_path: /var/ns, dir_confs: [{path: /tmp, tmpfs: true, options: 'nodev,size=4g'}, "
        "{path: /dev/shm, options: size=1g}, {path: /var/tmp, base_path: /y, options: 'ro,noexec'}]}"})
    EXPECT_EQ(found(text), "") << text;
}

TEST(Namespaces, Types) {
  EXPECT_EQ(found("defaults:"), "SKF491 defaults must be a map\n");
  EXPECT_EQ(found("defaults: [1]"), "SKF491 defaults must be a map\n");
  EXPECT_EQ(found("node_confs: {nodes: a-0}"), "SKF491 node_confs must be a list\n");
  EXPECT_EQ(found("node_confs: [5]"), "SKF491 \"5\" an item of node_confs must be a map\n");
  EXPECT_EQ(found("defaults: {base_path: [a]}"), "SKF491 defaults.base_path must be a single value\n");
  EXPECT_EQ(found("defaults: {shared: {a: b}}"), "SKF491 defaults.shared must be a single value\n");
  EXPECT_EQ(found("defaults: {shared: 5}"), "SKF491 \"5\" defaults.shared must be true or false\n");
  for (const std::string wait : {"-1", "soon", "1.5", "99999999999"})
    EXPECT_EQ(found("defaults: {clone_ns_script_wait: " + wait + "}"),
              "SKF491 \"" + wait + "\" defaults.clone_ns_script_wait must be a number from 0 to 4294967295\n");
  EXPECT_EQ(found("defaults: {clone_ns_script_wait: }"),
            "SKF491 defaults.clone_ns_script_wait must be a number from 0 to 4294967295\n");
}

TEST(Namespaces, Nodes) {
  EXPECT_EQ(found("node_confs: [{nodes: a-0}]"), "SKF491 must have options; slurmd exits without it\n");
  EXPECT_EQ(found("node_confs: [{options: {}}]"), "SKF491 must have nodes; slurmd exits without it\n");
  EXPECT_EQ(found("node_confs: [{nodes: 'a-[', options: {}}]"),
            "SKF491 \"a-[\" must be a host list such as h100-[0-63]\n");
  for (const char* list : {"b", "'a-[0-4]'", "[a-0, b]"})
    EXPECT_EQ(found("node_confs: [{nodes: " + std::string(list) + ", options: {}}]").substr(0, 6), "SKF463") << list;
}

TEST(Namespaces, Directories) {
  EXPECT_EQ(found("defaults: {dirs: '/tmp,/tmp'}"), "SKF491 \"/tmp\" is given twice; slurmd would exit\n");
  EXPECT_EQ(found("defaults: {dirs: 'tmp'}"), "SKF491 \"tmp\" must be an absolute path\n");
  EXPECT_EQ(found("defaults: {dir_confs: [{path: /a}, {path: /a}]}"),
            "SKF491 \"/a\" is given twice; slurmd would exit\n");
  EXPECT_EQ(found("defaults: {dir_confs: [{base_path: /a}]}"), "SKF491 must have path; slurmd exits without it\n");
  EXPECT_EQ(found("defaults: {dir_confs: [{path: /tmp, options: size=4g}]}").substr(0, 16), "SKF491 \"size=4g\"");
  // 25.11 does not have dir_confs.
  EXPECT_EQ(found("defaults: {dir_confs: [{path: /a}]}", {25, 11}).substr(0, 6), "SKF492");
}

TEST(Namespaces, BasePath) {
  const auto warned = [](const std::string& text) { return found(text).find("SKF489 warning") == 0; };
  EXPECT_TRUE(warned("defaults: {base_path: /tmp}"));
  EXPECT_TRUE(warned("defaults: {base_path: /dev}"));
  EXPECT_FALSE(warned("defaults: {base_path: /tm}"));
  EXPECT_FALSE(warned("defaults: {base_path: /tmp/x}"));
  EXPECT_FALSE(warned("defaults: {base_path: /tmp, dirs: /dev/shm}"));
  EXPECT_TRUE(warned("{defaults: {base_path: /x, dirs: /tmp}, node_confs: [{nodes: a-0, options: {dirs: /x/y}}]}"));
  EXPECT_TRUE(
      warned("{defaults: {base_path: /x, dirs: /tmp}, node_confs: [{nodes: a-0, options: {base_path: /tmp}}]}"));
  EXPECT_TRUE(warned("defaults: {base_path: /x, dirs: /tmp, dir_confs: [{path: /x/y}]}"));
}

}  // namespace
}  // namespace skiff
