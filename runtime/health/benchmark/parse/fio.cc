#include <nlohmann/json.hpp>

#include "benchmark/parse/parse.h"

namespace skiff::benchmark {
namespace {

using nlohmann::json;

// Bytes per second in one direction; 0 if the job did not use it, none if the number is missing.
std::optional<double> rate(const json& job, const char* direction) {
  const auto part = job.find(direction);
  if (part == job.end() || !part->is_object()) return std::nullopt;
  const auto bytes = part->find("bw_bytes");
  if (bytes == part->end() || !bytes->is_number_unsigned()) return std::nullopt;
  return bytes->get<double>();
}

}  // namespace

Reading parse_fio(std::string_view text) {
  const json tree = json::parse(text, nullptr, false);
  if (!tree.is_object()) return no_reading("the output is not JSON from fio");
  const auto jobs = tree.find("jobs");
  if (jobs == tree.end() || !jobs->is_array() || jobs->size() != 1 || !jobs->front().is_object())
    return no_reading("expected exactly one job in the output");
  const json& job = jobs->front();
  const auto error = job.find("error");
  if (error == job.end() || !error->is_number_integer()) return no_reading("no error code in the output");
  if (*error != 0) return no_reading("fio reported error " + error->dump());
  const auto read = rate(job, "read"), write = rate(job, "write");
  if (!read || !write) return no_reading("no bandwidth in the output");
  if ((*read > 0) == (*write > 0)) return no_reading("expected a job that only reads or only writes");
  return reading((*read + *write) / 1e9, "GB/s");
}

}  // namespace skiff::benchmark
