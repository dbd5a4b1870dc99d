#include "settings.h"

#include "common/settings_reader.h"
#include "text/number.h"

namespace skiff::health {
namespace {

void read_xids(SettingsReader& from, Xids& into) {
  from.members("xids", [&](SettingsReader& codes, const std::string& name) {
    const auto code = to_number<int>(name);
    if (!code || *code < 1) codes.fail(name, "must be the number of an XID");
    std::string level;
    codes.word(name.c_str(), level, spec_field("spec.health.xids.*"));
    into[*code] = level_named(level).value();
  });
}

// Reads only the keys that the catalogue has: all others are refused as unknown.
void read_thresholds(SettingsReader& from, const Catalogue& known, Thresholds& into) {
  from.members("thresholds", [&](SettingsReader& keys, const std::string& name) {
    if (!known.thresholds.contains(name)) return;
    keys.number(name.c_str(), into[name], spec_field("spec.health.thresholds.*"));
  });
}

void read_catalogue(SettingsReader& top, Catalogue& into) {
  Catalogue over;
  read_thresholds(top, into, over.thresholds);
  read_xids(top, over.xids);
  top.members("models", [&](SettingsReader& models, const std::string& name) {
    models.object(name.c_str(), [&](SettingsReader& model) {
      read_thresholds(model, into, over.models[name].thresholds);
      read_xids(model, over.models[name].xids);
    });
  });
  merge(into, over);
}

void read_levels(SettingsReader& top, Settings& into) {
  top.members("levels", [&](SettingsReader& checks, const std::string& id) {
    checks.object(id.c_str(), [&](SettingsReader& change) {
      for (const Level level : {Level::ok, Level::warn, Level::critical, Level::unknown}) {
        std::string text(name_of(level));
        const std::string key = text;
        change.text(key.c_str(), text);
        const auto becomes = level_named(text);
        if (!becomes) change.fail(key, "must be ok, warn, critical or unknown");
        if (*becomes != level) into.levels[id][level] = *becomes;
      }
    });
  });
}

void read_devices(SettingsReader& top, Settings& into) {
  top.object("gpus", [&](SettingsReader& gpus) {
    auto& found = into.gpus.emplace(Settings::Gpus{});
    gpus.number("count", found.count, spec_field("spec.nodeSets[].gpus.count"));
    if (found.count == 0) gpus.fail("count", "is missing");
    gpus.text("type", found.type);
    gpus.flag("imex", found.imex);
    gpus.text("nvml", found.nvml);
  });
  top.object("rdma", [&](SettingsReader& rdma) {
    auto& found = into.rdma.emplace(Settings::Rdma{});
    rdma.number("ports", found.ports, spec_field("spec.nodeSets[].rdma.ports"));
    rdma.number("rate", found.rate, spec_field("spec.nodeSets[].rdma.rate"));
    rdma.word("linkLayer", found.link_layer, spec_field("spec.nodeSets[].rdma.linkLayer"));
    rdma.texts("ignore", found.ignore);
    rdma.flag("gpuDirect", found.gpu_direct);
  });
  top.number("efa", into.efa, spec_field("spec.nodeSets[].rdma.count"));
  top.number("nvme", into.nvme, 1, 4096);
}

void read_host(SettingsReader& top, Settings& into) {
  top.number("realMemory", into.real_memory, 1, INT64_MAX);
  top.object("cpus", [&](SettingsReader& cpus) {
    auto& found = into.cpus.emplace(Settings::Cpus{});
    cpus.number("count", found.count, spec_field("spec.nodeSets[].hardware.cpus"));
    cpus.number("sockets", found.sockets, spec_field("spec.nodeSets[].hardware.sockets"));
    cpus.number("coresPerSocket", found.cores_per_socket, spec_field("spec.nodeSets[].hardware.coresPerSocket"));
    cpus.number("threadsPerCore", found.threads_per_core, spec_field("spec.nodeSets[].hardware.threadsPerCore"));
  });
  top.object("cgroup", [&](SettingsReader& cgroup) {
    auto& found = into.cgroup.emplace(Settings::Cgroup{});
    cgroup.number("version", found.version, 1, 2);
    cgroup.texts("controllers", found.controllers);
  });
  top.flag("clock", into.clock);
  top.texts("names", into.names);
}

void read_files(SettingsReader& top, Settings& into) {
  top.objects("mounts", [&](SettingsReader& mount) {
    auto& found = into.mounts.emplace_back();
    mount.file("path", found.path);
    if (found.path.empty()) mount.fail("path", "is missing");
    mount.text("type", found.type);
    mount.flag("readOnly", found.read_only);
    mount.flag("write", found.write);
    if (found.read_only && found.write) mount.fail("write", "is not allowed with readOnly");
  });
  top.texts("space", into.space);
  for (const auto& path : into.space)
    if (path.empty() || path[0] != '/') top.fail("space", "must be absolute paths");
  top.object("jail", [&](SettingsReader& jail) {
    auto& found = into.jail.emplace(Settings::Jail{});
    jail.file("path", found.path);
    if (found.path.empty()) jail.fail("path", "is missing");
    jail.text("marker", found.marker);
    jail.text("version", found.version);
  });
  top.object("leftovers", [&](SettingsReader& leftovers) {
    auto& found = into.leftovers.emplace(Settings::Leftovers{});
    leftovers.texts("folders", found.folders);
    leftovers.flag("clean", found.clean);
    for (const auto& path : found.folders)
      if (path.size() < 2 || path[0] != '/') leftovers.fail("folders", "must be absolute paths other than /");
  });
}

void read_custom(SettingsReader& top, Settings& into) {
  top.object("custom", [&](SettingsReader& custom) {
    auto& found = into.custom.emplace(Settings::Custom{});
    custom.file("folder", found.folder);
    if (found.folder.empty()) custom.fail("folder", "is missing");
    custom.number("timeout", found.timeout, spec_field("spec.health.checks.timeout"));
    custom.words("contexts", found.contexts, spec_field("spec.health.checks.contexts[]"));
  });
}

void read_run(SettingsReader& top, Settings& into) {
  top.file("folder", into.folder);
  top.number("timeout", into.timeout, spec_field("spec.health.timeout"));
  top.file("log", into.log);
  top.file("scontrol", into.scontrol);
  top.file("slurmConf", into.slurm_conf);
  top.flag("comment", into.comment);
  top.object("recovery", [&](SettingsReader& recovery) {
    recovery.number("goodRuns", into.recovery.good_runs, spec_field("spec.health.recovery.goodRuns"));
    recovery.number("maxDrains", into.recovery.max_drains, spec_field("spec.health.recovery.maxDrains"));
    recovery.number("window", into.recovery.window, spec_field("spec.health.recovery.window"));
  });
  std::vector<std::string> disabled;
  top.texts("disabled", disabled);
  into.disabled.insert(disabled.begin(), disabled.end());
}

}  // namespace

Settings parse_settings(std::string_view json) {
  nlohmann::json parsed;
  try {
    // Refuse duplicate keys: otherwise the last one would win silently.
    std::vector<std::set<std::string>> keys;
    parsed = nlohmann::json::parse(json, [&](int, nlohmann::json::parse_event_t event, nlohmann::json& value) {
      using Event = nlohmann::json::parse_event_t;
      if (event == Event::object_start) keys.emplace_back();
      if (event == Event::object_end) keys.pop_back();
      if (event == Event::key && !keys.back().insert(value.get<std::string>()).second)
        SettingsReader::fail_at(value.get<std::string>(), "is given twice");
      return true;
    });
  } catch (const nlohmann::json::exception& fault) {
    SettingsReader::fail_at("settings", fault.what());
  }
  Settings settings;
  settings.catalogue = built_in_catalogue();
  SettingsReader top(parsed, "");
  read_run(top, settings);
  read_devices(top, settings);
  read_host(top, settings);
  read_files(top, settings);
  read_custom(top, settings);
  read_levels(top, settings);
  read_catalogue(top, settings.catalogue);
  top.finish();
  return settings;
}

}  // namespace skiff::health
