// Fuzzes the parser of Slurm's files, and `verify` of a slurm.conf and a gres.conf with the parsed lines.
#include <array>

#include "fuzz/claim.h"
#include "verify/conf_text.h"
#include "verify/slurm_values.h"
#include "verify/verify.h"

using namespace skiff;

namespace {

constexpr std::array releases = {Version{22, 5}, Version{23, 11}, Version{24, 11}, Version{25, 11}, Version{26, 5}};

Conf conf_of(const ParsedConf& parsed, const std::string& path) {
  Conf conf{.name = path.substr(path.rfind('/') + 1), .path = path};
  for (const ParsedLine& line : parsed.lines) {
    ConfLine& typed = conf.lines.emplace_back();
    for (const auto& [key, value] : line.parameters)
      typed.parameters.push_back({std::string(key), std::string(value), Origin::spec({line.number, line.number + 1})});
  }
  return conf;
}

// A value that bad_text accepts must be read as intended.
void judge_writing(const ParsedConf& parsed) {
  for (const ParsedLine& line : parsed.lines) {
    for (const auto& [key, value] : line.parameters) {
      for (const std::string& written : {std::string(value), '"' + std::string(value) + '"'}) {
        if (!bad_text(written).empty()) continue;
        const std::string text = std::string(key) + '=' + written + '\n';
        const ParsedConf back = parse_conf(text);
        fuzz::claim(back.errors.empty() && back.lines.size() == 1 && back.lines[0].parameters.size() == 1 &&
                        back.lines[0].parameters[0].first == key,
                    "an accepted value is one parameter");
        const std::string_view read = back.lines[0].parameters[0].second;
        fuzz::claim(read == value || '"' + std::string(read) + '"' == value, "an accepted value reads back unchanged");
      }
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text = fuzz::text_of(bytes + 1, size - 1);
  const ParsedConf parsed = parse_conf(text);
  for (const auto& [line, message] : parsed.errors) {
    fuzz::claim(line > 0, "an error has a line number");
  }
  judge_writing(parsed);
  const Conf slurm = conf_of(parsed, "slurm/slurm.conf"), gres = conf_of(parsed, "slurm/gres.conf");
  const std::array files = {OutputConf{slurm.path, &slurm, text}, OutputConf{gres.path, &gres, text}};
  VerifyInput input{};
  input.conf_files = files;
  input.ns = "slurm";
  input.kubernetes = {1, 33};
  input.slurm = releases[bytes[0] % releases.size()];
  for (const Diagnostic& finding : verify(input)) fuzz::claim_one_line(finding.message);
  return 0;
}
