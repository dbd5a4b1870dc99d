#include <set>

#include "text/quote.h"
#include "verify/checks.h"
#include "verify/formats.h"
#include "verify/report.h"

namespace skiff {
namespace {

// The limit of etcd for a request. The API server applies it to the data of a ConfigMap or Secret.
constexpr std::size_t size_limit = 1024 * 1024;

void check_size(std::string_view where, const Origin& origin, std::size_t size, Diagnostics& out) {
  if (size <= size_limit) return;
  report(out, "SKF419", Problem::invalid, where, origin, std::to_string(size),
         "a ConfigMap or Secret must be no more than 1048576 bytes");
}

}  // namespace

void check_config_maps(const VerifyInput& input, const ObjectSet& set, Diagnostics& out) {
  std::set<std::string_view> names;
  for (const OutputConfigMap& map : input.config_maps) {
    const std::string where = "kustomization.yaml: ConfigMap " + std::string(map.name);
    if (!is_dns1123_subdomain(map.name)) {
      report(out, "SKF410", Problem::invalid, where, map.origin, quote(map.name),
             "must be parts of a-z, 0-9 and - separated by dots");
    }
    if (!names.insert(map.name).second || set.find("ConfigMap", input.ns, map.name)) {
      report(out, "SKF420", Problem::duplicate, where, map.origin, quote(map.name), "two ConfigMaps have this name");
    }
    std::size_t size = 0;
    std::set<std::string_view> keys;
    for (const ConfigMapEntry& entry : map.entries) {
      size += entry.key.size() + entry.size;
      if (!is_config_key(entry.key)) {
        report(out, "SKF419", Problem::invalid, where, map.origin, quote(entry.key),
               "a key must consist of letters, digits, -, _ and .");
      }
      if (!keys.insert(entry.key).second) {
        report(out, "SKF420", Problem::duplicate, where, map.origin, quote(entry.key),
               "two of its files have this name");
      }
    }
    check_size(where, map.origin, size, out);
  }
  for (const Item& item : set.items()) {
    if (!item.is("ConfigMap") && !item.is("Secret")) continue;
    std::size_t size = 0;
    for (const std::string_view part : {"data", "binaryData", "stringData"}) {
      const Value* data = item.value->find(part);
      if (!data) continue;
      for (const Member& entry : data->members) {
        size += entry.key.size() + entry.value.text.size();
        if (!is_config_key(entry.key))
          report(out, "SKF419", Problem::invalid, item, entry.value,
                 "a key must consist of letters, digits, -, _ and .");
      }
    }
    const std::string where = std::string(item.file) + ": " + std::string(item.kind) + ' ' + std::string(item.name);
    check_size(where, item.value->origin, size, out);
  }
}

}  // namespace skiff
