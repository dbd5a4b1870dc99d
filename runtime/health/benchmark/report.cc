#include "benchmark/report.h"

#include <nlohmann/json.hpp>

namespace skiff::benchmark {

using nlohmann::ordered_json;

std::string json_line(const Settings& settings, const Result& result, bool verdict, const std::string& action,
                      std::int64_t now) {
  ordered_json line = {{"benchmark", settings.name}, {"kind", name_of(settings.kind)}, {"time", now}};
  if (verdict)
    line["node"] = result.nodes.front();
  else
    line["nodes"] = result.nodes;
  line["result"] = name_of(result.grade);
  line["detail"] = result.detail;
  if (result.value) line["value"] = result.value->value, line["unit"] = result.value->unit;
  if (result.floor) line["floor"] = result.floor->value;
  if (result.job) line["job"] = result.job, line["seconds"] = result.seconds;
  if (result.retest) line["retest"] = true;
  if (!action.empty()) line["action"] = action;
  return line.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace skiff::benchmark
