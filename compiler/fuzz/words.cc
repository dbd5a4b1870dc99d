// Fuzzes functions on small texts: names and quantities of Kubernetes, values of Slurm, Lua scripts, YAML scalars, and
// the diff of two texts.
#include <cmath>

#include "fuzz/claim.h"
#include "read/encoding.h"
#include "read/reader.h"
#include "text/diff.h"
#include "text/quote.h"
#include "text/yaml_scalar.h"
#include "verify/formats.h"
#include "verify/lua.h"
#include "verify/slurm_nodes.h"
#include "verify/slurm_values.h"

using namespace skiff;
using fuzz::claim;

namespace {

void judge_names(std::string_view text) {
  claim(!is_dns1035_label(text) || is_dns1123_label(text), "an RFC 1035 label is an RFC 1123 label");
  claim(!is_dns1123_label(text) || is_dns1123_subdomain(text), "a label is a subdomain");
  claim(!is_port_name(text) || is_dns1123_label(text), "a port name is a label");
  claim(!is_mount_path(text) || text.starts_with('/'), "a mount path is absolute");
  claim(!is_config_key(text) || text.find('/') == text.npos, "a ConfigMap key has no slash");
  is_label_key(text), is_label_value(text), is_env_name(text), is_image_reference(text), is_cron_schedule(text);
  if (const auto quantity = parse_quantity(text)) claim(!std::isnan(*quantity), "a quantity is a number");
}

void judge_values(std::string_view text) {
  for (const auto type : {SlurmParameter::Type::boolean, SlurmParameter::Type::uint16, SlurmParameter::Type::uint32,
                          SlurmParameter::Type::uint64, SlurmParameter::Type::real}) {
    const std::string fault = bad_value(type, text);
    if (!fault.empty()) fuzz::claim_one_line(fault);
  }
  for (const Gres& part : parse_gres(text))
    claim(part.name.size() + part.type.size() <= text.size(), "a GRES is no longer than the text");
  fuzz::claim_one_line(quote(text));
  compile_lua("job_submit.lua", text);
}

// A text that a spec may contain must read back from YAML unchanged.
void judge_scalar(std::string_view text) {
  if (!check_encoding(text).empty()) return;
  const std::string written = "a: " + yaml_scalar(text) + "\n";
  const ReadResult back = read(written);
  const Node* value = back.root.find("a");
  claim(back.diagnostics.empty() && value && value->text == text, "a scalar reads back unchanged");
}

void judge_difference(std::string_view text) {
  const std::size_t half = text.find('|');
  const std::string_view before = text.substr(0, half), after = half == text.npos ? "" : text.substr(half + 1);
  std::string left, right;
  for (const DiffLine& line : diff_lines(before, after)) {
    if (line.mark != '+') left += line.text;
    if (line.mark != '-') right += line.text;
  }
  claim(left == before && right == after, "a diff contains both texts");
  claim(unified_diff(before, after).empty() == (before == after), "only equal texts have an empty diff");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  const std::string_view text = fuzz::text_of(bytes, size);
  judge_names(text);
  judge_values(text);
  judge_scalar(text);
  judge_difference(text);
  return 0;
}
