#include <set>

#include "text/quote.h"
#include "verify/checks.h"
#include "verify/formats.h"
#include "verify/report.h"

namespace skiff {
namespace {

// The limit of etcd for a request. The API server applies it to the data of a ConfigMap or Secret.
constexpr std::size_t size_limit = 1024 * 1024;

// `kubectl apply` stores an object as JSON in one of its own annotations, and annotations have at most 256 KiB (apimachinery,
// TotalAnnotationSizeLimitB). One KiB is left for what is not data: names, labels and other annotations.
constexpr std::size_t annotation_limit = 255 * 1024;

// The sizes of the data of a ConfigMap or Secret: as the API server counts it, and as JSON.
struct DataSize {
  std::size_t bytes = 0;
  std::size_t json = 0;

  void add(std::string_view key, std::size_t size, std::size_t in_json) {
    bytes += key.size() + size;
    json += json_size(key) + in_json + 2;  // a colon and a comma
  }
};

void check_size(std::string_view where, const Origin& origin, const DataSize& size, Diagnostics& out) {
  if (size.bytes > size_limit) {
    report(out, "SKF419", Problem::invalid, where, origin, std::to_string(size.bytes),
           "a ConfigMap or Secret must be no more than 1048576 bytes");
  } else if (size.json > annotation_limit) {
    report(
        out, "SKF437", Problem::invalid, where, origin, std::to_string(size.json),
        "`kubectl apply` rejects a ConfigMap or Secret of more than 261120 bytes of JSON: use `kubectl apply --server-side`",
        Severity::warning);
  }
}

}  // namespace

std::size_t json_size(std::string_view text) {
  std::size_t size = 2;
  for (const char c : text) {
    if (c == '"' || c == '\\' || c == '\n' || c == '\r' || c == '\t') {
      size += 2;
    } else if (static_cast<unsigned char>(c) < 0x20 || c == '<' || c == '>' || c == '&') {
      size += 6;
    } else {
      size += 1;
    }
  }
  return size;
}

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
    DataSize size;
    std::set<std::string_view> keys;
    for (const ConfigMapEntry& entry : map.entries) {
      size.add(entry.key, entry.size, entry.in_json);
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
    DataSize size;
    for (const std::string_view part : {"data", "binaryData", "stringData"}) {
      const Value* data = item.value->find(part);
      if (!data) continue;
      for (const Member& entry : data->members) {
        size.add(entry.key, entry.value.text.size(), json_size(entry.value.text));
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
