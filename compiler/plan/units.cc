#include "plan/units.h"

#include <algorithm>
#include <charconv>
#include <vector>

namespace skiff {
namespace {

std::int64_t leading_number(std::string_view text, std::size_t* length = nullptr) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (length) *length = error == std::errc() ? static_cast<std::size_t>(end - text.data()) : 0;
  return number;
}

}  // namespace

std::int64_t mebibytes(std::string_view size) {
  std::size_t length = 0;
  const std::int64_t number = leading_number(size, &length);
  switch (length < size.size() ? size[length] : 'M') {
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

std::int64_t seconds(std::string_view duration) {
  std::size_t length = 0;
  const std::int64_t number = leading_number(duration, &length);
  switch (length < duration.size() ? duration[length] : 's') {
    case 'm':
      return number * 60;
    case 'h':
      return number * 3600;
    case 'd':
      return number * 86400;
    default:
      return number;
  }
}

std::int64_t slurm_seconds(std::string_view time) {
  if (time == "UNLIMITED") return -1;
  const std::size_t dash = time.find('-');
  const bool with_days = dash != std::string_view::npos;
  const std::int64_t days = with_days ? leading_number(time) : 0;
  std::vector<std::int64_t> parts;
  for (std::string_view rest = with_days ? time.substr(dash + 1) : time;;) {
    parts.push_back(leading_number(rest));
    const std::size_t colon = rest.find(':');
    if (colon == std::string_view::npos) break;
    rest.remove_prefix(colon + 1);
  }
  parts.resize(3, 0);
  if (with_days) return days * 86400 + parts[0] * 3600 + parts[1] * 60 + parts[2];
  // Without days one part is minutes, two are minutes:seconds, three hours:minutes:seconds.
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
  const std::int64_t number = leading_number(cpu);
  return cpu.ends_with('m') ? number : number * 1000;
}

}  // namespace skiff
