#include "plan/node_paths.h"

#include <gtest/gtest.h>

#include "plan/mounts_file.h"

namespace jail {
namespace {

constexpr const char* maps =
    "55d0 r--p 00000000 08:01 17 /opt/slurm/24.11/sbin/slurmstepd\n"
    "7f10-7f20 r-xp 00001000 08:01 12 /opt/slurm/24.11/lib/slurm/spank_chroot.so (deleted)\n"
    "7f30-7f40 r-xp 00001000 08:01 12 /usr/lib/x86_64-linux-gnu/libc.so.6\n"
    "7f50-7f60 r--p 00000000 08:01 99 /home/alice/data\n"
    "7f70-7f80 r-xp 00000000 00:00 0 [vdso]\n";

std::vector<NodePath> paths_of(const std::string& lines) { return node_paths(maps, parse_mounts(lines).mounts); }

TEST(NodePaths, IncludeSystemDirectoriesLoadedCodeAndTheSpool) {
  const std::vector<NodePath> paths = paths_of("/var/spool/slurmd /var/spool/slurmd spool");
  EXPECT_EQ(match_node_paths(paths, "/usr"), NodePathMatch::exact);
  EXPECT_EQ(match_node_paths(paths, "/opt"), NodePathMatch::parent);
  EXPECT_EQ(match_node_paths(paths, "/opt/slurm/24.11/lib/slurm"), NodePathMatch::exact);
  EXPECT_EQ(match_node_paths(paths, "/opt/slurm/24.11/sbin"), NodePathMatch::none);
  EXPECT_EQ(match_node_paths(paths, "/home"), NodePathMatch::none);
  EXPECT_EQ(match_node_paths(paths, "/var"), NodePathMatch::parent);
  EXPECT_EQ(match_node_paths(paths, "/vari"), NodePathMatch::none);
  EXPECT_EQ(paths.back(), (NodePath{"/var/spool/slurmd", true}));
}

TEST(NodePaths, NamesBelowADirectoryLeadToNodePaths) {
  const std::vector<NodePath> paths = paths_of("/var/spool/slurmd /var/spool/slurmd spool");
  EXPECT_EQ(names_below(paths, "/var"), (std::vector<std::string>{"lib", "spool"}));
  EXPECT_EQ(names_below(paths, "/var/spool"), (std::vector<std::string>{"slurmd"}));
  EXPECT_EQ(names_below(paths, "").back(), "opt");
  EXPECT_TRUE(names_below(paths, "/home").empty());
}

TEST(NodePaths, CodeInTheSpoolAddsNoPath) {
  const std::vector<NodePath> paths =
      node_paths("7f10-7f20 r-xp 00001000 08:01 12 /spool/d/plugin.so\n", parse_mounts("/spool /spool spool").mounts);
  EXPECT_EQ(match_node_paths(paths, "/spool"), NodePathMatch::exact);
  EXPECT_EQ(match_node_paths(paths, "/spool/d"), NodePathMatch::none);
}

TEST(NodePaths, ASpoolInsideASystemDirectoryIsASeparateWritablePath) {
  const std::vector<NodePath> paths = paths_of("/var/lib/slurmd /var/lib/slurmd spool");
  EXPECT_EQ(names_below(paths, "/var"), (std::vector<std::string>{"lib"}));
  EXPECT_EQ(paths.back(), (NodePath{"/var/lib/slurmd", true}));
}

TEST(NodePaths, SlurmstepdUsesTheSocketsOfTheNodeIfTheJailHasOthers) {
  const auto folders = [](const std::string& lines) { return socket_folders(parse_mounts(lines).mounts); };
  EXPECT_EQ(folders("none /run tmpfs\n/run/slurm /run/slurm bind ro,optional\n/gate /run/munge bind ro"),
            (std::vector<std::string>{"/run/munge", "/run/slurmd"}));
  EXPECT_TRUE(folders("/gate /run/munge bind ro").empty()) << "/run is not in memory";
}

}  // namespace
}  // namespace jail
