#include "policy/memory.h"

#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

namespace skiff::policy {

using nlohmann::json;

std::string text_of(const Memory& memory) {
  json records = json::object();
  for (const auto& [key, applied] : memory)
    records[key] = {{"wanted", applied.wanted}, {"shown", applied.shown}, {"made", applied.made}};
  // Texts in accounting records need not be UTF-8.
  return json{{"records", std::move(records)}}.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

Memory parse_memory(std::string_view text) {
  try {
    Memory memory;
    const json all = json::parse(text);
    for (const auto& [key, record] : all.at("records").items())
      memory[key] = {record.at("wanted").get<std::string>(), record.at("shown").get<std::string>(),
                     record.at("made").get<bool>()};
    return memory;
  } catch (const json::exception& error) {
    throw std::runtime_error(error.what());
  }
}

Memory remember(const Policy& policy, const Records& before, const Records& now, const Memory& memory,
                const std::vector<std::string>& failed) {
  const std::set<std::string> not_done(failed.begin(), failed.end());
  Memory next;
  const auto made_before = [&](const std::string& key) {
    const auto found = memory.find(key);
    return found != memory.end() && found->second.made;
  };
  const auto keep = [&](const std::string& kind, const std::string& name, const Entry& entry,
                        const std::map<std::string, Shown>& old, const std::map<std::string, Shown>& rows) {
    const std::string key = kind + name;
    const auto row = rows.find(name);
    if (row == rows.end()) return;
    Applied& applied = next[key];
    applied.made = made_before(key) || !old.contains(name);
    // If the change failed, keep the old options, so that it is tried again, and keep that skiff created the record.
    if (not_done.contains(key)) {
      if (const auto found = memory.find(key); found != memory.end()) applied.wanted = found->second.wanted;
      return;
    }
    applied.wanted = text_of(entry.options);
    applied.shown = text_of(row->second);
  };
  for (const Entry& entry : policy.qos) keep("qos ", entry.name, entry, before.qos, now.qos);
  for (const Entry& entry : policy.accounts) keep("account ", entry.name, entry, before.accounts, now.accounts);
  for (const Entry& entry : policy.users) keep("user ", entry.name, entry, before.users, now.users);
  for (const Entry& entry : policy.associations)
    keep("association ", association_key(entry), entry, before.associations, now.associations);
  for (const Entry& entry : policy.resources) keep("resource ", entry.name, entry, before.resources, now.resources);
  // For records that are no longer in the spec but still in the database, keep that skiff created them.
  for (const auto& [key, applied] : memory) {
    if (next.contains(key) || !applied.made) continue;
    const std::size_t blank = key.find(' ');
    if (rows_of(now, key.substr(0, blank)).contains(key.substr(blank + 1))) next.emplace(key, applied);
  }
  return next;
}

}  // namespace skiff::policy
