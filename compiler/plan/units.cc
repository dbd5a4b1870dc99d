#include "plan/units.h"

#include <algorithm>
#include <vector>

#include "text/number.h"
#include "text/split.h"

namespace skiff {

std::int64_t mebibytes(std::string_view size) {
  const std::int64_t number = take_number(size).value_or(0);
  switch (size.empty() ? 'M' : size[0]) {
    case 'G':
      return number << 10;
    case 'T':
      return number << 20;
    case 'P':
      return number << 30;
    default:
      return number;
  }
}

std::string size_text(std::int64_t mebibytes) {
  if (mebibytes != 0 && mebibytes % (1 << 20) == 0) return std::to_string(mebibytes >> 20) + "Ti";
  if (mebibytes != 0 && mebibytes % (1 << 10) == 0) return std::to_string(mebibytes >> 10) + "Gi";
  return std::to_string(mebibytes) + "Mi";
}

std::int64_t slurm_seconds(std::string_view time) {
  if (time == "UNLIMITED" || time == "INFINITE") return -1;
  const std::size_t dash = time.find('-');
  const bool with_days = dash != std::string_view::npos;
  const std::int64_t days = with_days ? to_number(time.substr(0, dash)).value_or(0) : 0;
  std::vector<std::int64_t> parts;
  for (const std::string_view part : Parts(with_days ? time.substr(dash + 1) : time, ':'))
    parts.push_back(to_number(part).value_or(0));
  parts.resize(3, 0);
  if (with_days) return days * 86400 + parts[0] * 3600 + parts[1] * 60 + parts[2];
  // Without days, one part is minutes, two are minutes:seconds, and three are hours:minutes:seconds.
  switch (std::count(time.begin(), time.end(), ':')) {
    case 0:
      return parts[0] * 60;
    case 1:
      return parts[0] * 60 + parts[1];
    default:
      return parts[0] * 3600 + parts[1] * 60 + parts[2];
  }
}

std::int64_t millicpus(std::string_view cpu) {
  const std::int64_t number = take_number(cpu).value_or(0);
  return cpu == "m" ? number : number * 1000;
}

}  // namespace skiff
