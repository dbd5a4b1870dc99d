#include "output.h"

#include <algorithm>
#include <fstream>
#include <set>
#include <stdexcept>

#include "text/ascii.h"
#include "text/hostlist.h"
#include "verify/conf_text.h"
#include "verify/slurm_table.h"

namespace skiff::mutants {
namespace {

// The address of all pods in the root filesystem of in_root.sh.
constexpr const char* address_of_lab = "10.77.0.1";

const std::string* text_of(const Bundle& bundle, std::string_view path) {
  const auto found = std::ranges::find(bundle.files, path, &OutputFile::path);
  return found == bundle.files.end() ? nullptr : &found->text;
}

// Calls `use` with the key and value of each parameter of a file.
template <class Use>
void each_parameter(const Bundle& bundle, std::string_view path, const Use& use) {
  const std::string* text = text_of(bundle, path);
  if (!text) return;
  const ParsedConf conf = parse_conf(*text);
  for (const ParsedLine& line : conf.lines) {
    const std::string_view kind = line.parameters.front().first;
    for (const auto& [key, value] : line.parameters) use(kind, key, value);
  }
}

bool is(std::string_view key, std::string_view name) { return compare_words(key, name) == 0; }

}  // namespace

std::string slurm_text(const Bundle& bundle) {
  std::string text;
  for (const OutputFile& file : bundle.files) {
    if (file.path.starts_with("slurm/") && file.path.find("sshd_config") == std::string::npos)
      text += file.path + "\n" + file.text;
  }
  return text;
}

Names names_of(const Bundle& bundle) {
  Names names;
  each_parameter(bundle, "slurm/slurm.conf", [&](std::string_view, std::string_view key, std::string_view value) {
    if (is(key, "SlurmctldHost") && names.controller.empty()) names.controller = value.substr(0, value.find('('));
    if (!is(key, "NodeName") || !names.node.empty()) return;
    const auto list = parse_hostlist(value);
    if (list) HostReader(*list).next(names.node);
  });
  return names;
}

std::size_t node_count(const Bundle& bundle) {
  std::size_t count = 0;
  each_parameter(bundle, "slurm/slurm.conf", [&](std::string_view, std::string_view key, std::string_view value) {
    if (!is(key, "NodeName")) return;
    if (const auto list = parse_hostlist(value)) count += host_count(*list);
  });
  return count;
}

std::string hosts(const Bundle& bundle, const std::string& address) {
  std::set<std::string> names;
  const auto add = [&](std::string_view list) {
    const auto parsed = parse_hostlist(list);
    if (!parsed) return;
    for (const std::string& name : expand(*parsed)) names.insert(name);
  };
  const auto take = [&](std::string_view kind, std::string_view key, std::string_view value) {
    if (is(key, "SlurmctldHost")) {
      const std::size_t paren = value.find('(');
      add(value.substr(0, paren));
      if (paren != std::string_view::npos) add(value.substr(paren + 1, value.size() - paren - 2));
    } else if (is(key, "AccountingStorageHost") || is(key, "DbdHost") || is(key, "StorageHost") ||
               (is(kind, "NodeName") && (is(key, "NodeName") || is(key, "NodeAddr") || is(key, "NodeHostname")))) {
      add(value);
    }
  };
  each_parameter(bundle, "slurm/slurm.conf", take);
  each_parameter(bundle, "slurm/slurmdbd.conf", take);
  std::string text = "127.0.0.1 localhost\n";
  for (const std::string& name : names) text += address + " " + name + "\n";
  return text;
}

void write_text(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
  if (!std::filesystem::exists(path)) throw std::runtime_error("cannot write " + path.string());
}

void write(const Bundle& bundle, const std::filesystem::path& folder) {
  for (const OutputFile& file : bundle.files) {
    if (file.path.starts_with("slurm/") || file.path == "plan.yaml") write_text(folder / file.path, file.text);
    if (file.path.starts_with("scripts/")) {
      write_text(folder / file.path, file.text);
      std::filesystem::permissions(folder / file.path, std::filesystem::perms(0555));
    }
  }
  for (const GeneratedConfigMap& map : bundle.config_maps) {
    if (!map.name->ends_with("-slurm-config")) continue;
    for (const GeneratedConfigMap::File& file : map.files)
      if (const std::string* text = text_of(bundle, file.path)) write_text(folder / "mounted" / file.key, *text);
  }
  const Names names = names_of(bundle);
  write_text(folder / "controller", names.controller + "\n");
  write_text(folder / "node", names.node + "\n");
  write_text(folder / "hosts", hosts(bundle, address_of_lab));
}

}  // namespace skiff::mutants
