#include "benchmark/parse/parse.h"

#include "common/files.h"

namespace skiff::benchmark {

std::vector<std::string> after(std::string_view text, std::string_view head) {
  std::vector<std::string> found;
  for (const auto& line : lines_of(text)) {
    if (!line.starts_with(head)) continue;
    const auto begin = line.find_first_not_of(" \t\r", head.size());
    const auto end = line.find_last_not_of(" \t\r");
    found.push_back(begin == line.npos ? "" : line.substr(begin, end + 1 - begin));
  }
  return found;
}

Reading parse(Kind kind, std::string_view text) {
  // Without a final newline, the last number may be cut off in the middle.
  if (!text.empty() && !text.ends_with('\n')) return no_reading("the output is cut off");
  switch (kind) {
    case Kind::nccl_all_reduce:
    case Kind::nccl_pairs:
      return parse_nccl(text);
    case Kind::dcgm_diag:
      return parse_dcgm(text);
    case Kind::memory_bandwidth:
      return parse_stream(text);
    case Kind::storage_bandwidth:
      return parse_fio(text);
    case Kind::command:
      return parse_line(text);
  }
  return no_reading("unknown benchmark kind");
}

}  // namespace skiff::benchmark
