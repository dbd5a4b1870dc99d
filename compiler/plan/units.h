#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace skiff {

/// MiB of a size such as `120Gi`; the schema has checked the form.
std::int64_t mebibytes(std::string_view size);
/// `2048Mi` or `2Gi`: the largest binary unit that divides it.
std::string size_text(std::int64_t mebibytes);
/// Seconds of a Slurm time (slurm.conf(5), MaxTime): minutes, m:s, h:m:s, d-h, d-h:m, d-h:m:s. -1 for UNLIMITED.
std::int64_t slurm_seconds(std::string_view time);
/// Thousandths of a CPU from `4` or `500m`.
std::int64_t millicpus(std::string_view cpu);

}  // namespace skiff
