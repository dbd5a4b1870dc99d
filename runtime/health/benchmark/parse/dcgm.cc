#include <algorithm>
#include <nlohmann/json.hpp>

#include "benchmark/parse/parse.h"

namespace skiff::benchmark {
namespace {

using nlohmann::json;

std::string text_of(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

const json* list_of(const json& object, const char* key) {
  const auto found = object.is_object() ? object.find(key) : object.end();
  return found != object.end() && found->is_array() ? &*found : nullptr;
}

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return text;
}

// ` on GPU 3`. DCGM 4 has the fields entity_group and entity_id, DCGM 3 has gpu_ids.
std::string where(const json& result) {
  const auto id = result.find("entity_id");
  if (id != result.end() && id->is_number_integer()) return " on " + text_of(result, "entity_group") + " " + id->dump();
  const std::string ids = text_of(result, "gpu_ids");
  return ids.empty() ? "" : " on GPU " + ids;
}

struct Tally {
  int passed = 0, failed = 0;
  std::string first;  // the first failure
  std::string fault;  // an error in the output
};

void count(const json& test, Tally& tally) {
  const std::string name = test.is_object() ? text_of(test, "name") : "";
  const json* results = list_of(test, "results");
  if (name.empty() || !results || results->empty()) {
    tally.fault = "a test without results in the output";
    return;
  }
  for (const json& result : *results) {
    const std::string status = result.is_object() ? lower(text_of(result, "status")) : "";
    if (status == "pass" || status == "warn") {
      ++tally.passed;
    } else if (status == "fail") {
      if (tally.failed++ == 0) tally.first = name + " failed" + where(result);
    } else if (status != "skip" && status != "skipped" && status != "not run" && status != "notrun") {
      tally.fault = "unknown test status in the output: " + status;
    }
  }
}

}  // namespace

Reading parse_dcgm(std::string_view text) {
  const json tree = json::parse(text, nullptr, false);
  if (!tree.is_object()) return no_reading("the output is not JSON from DCGM");
  const bool four = tree.contains("DCGM Diagnostic"), three = tree.contains("DCGM GPU Diagnostic");
  if (four == three) return no_reading("no diagnostic in the output");
  const json& diagnostic = tree[four ? "DCGM Diagnostic" : "DCGM GPU Diagnostic"];
  const json* categories = list_of(diagnostic, "test_categories");
  if (const std::string why = diagnostic.is_object() ? text_of(diagnostic, "runtime_error") : ""; !why.empty())
    return no_reading(why.substr(0, why.find('\n')));
  if (!categories) return no_reading("no tests in the output");
  Tally tally;
  for (const json& category : *categories) {
    const json* tests = list_of(category, "tests");
    if (!tests) return no_reading("a category without tests in the output");
    for (const json& test : *tests) count(test, tally);
  }
  if (tally.failed > 0)
    return failed_reading(tally.first +
                          (tally.failed > 1 ? " (and " + std::to_string(tally.failed - 1) + " more)" : ""));
  if (!tally.fault.empty()) return no_reading(tally.fault);
  if (tally.passed == 0) return no_reading("no test ran");
  return {{}, true, {}};
}

}  // namespace skiff::benchmark
