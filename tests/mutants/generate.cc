#include "generate.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <optional>
#include <set>
#include <sstream>

#include "compile.h"
#include "output.h"
#include "plan/version.h"
#include "read/spec_files.h"
#include "refused.h"
#include "testing/overlay.h"

namespace skiff::mutants {
namespace {

// A large cluster takes slurmctld longer than the rest of the test. bench/ and golden/ have some.
constexpr std::size_t most_nodes = 2000;

std::string text_of(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

// Of twenty mutants, twelve change a parameter, five a field, three a pair.
constexpr std::array<Change, 20> shares = [] {
  std::array<Change, 20> all{};
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i] = i % 4 == 3 ? Change::field : i % 7 == 2 ? Change::pair : Change::parameter;
  return all;
}();

std::string first_error(const Diagnostics& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity == Severity::error)
      return std::string(diagnostic.rule) + "\t" + diagnostic.path + ": " + diagnostic.value + ": " +
             diagnostic.message;
  }
  return "\t";
}

// The warnings that are not in `before`, one per line.
std::string warnings(const Diagnostics& diagnostics, const std::string& before) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) {
    const std::string line = std::string(diagnostic.rule) + " " + diagnostic.path + ": " + diagnostic.message + "\n";
    if (before.find(line) == std::string::npos) text += line;
  }
  return text;
}

std::string numbered(std::size_t number) {
  std::string digits = std::to_string(number);
  return std::string(digits.size() < 4 ? 4 - digits.size() : 0, '0') + digits;
}

void write_mutant(const std::filesystem::path& folder, const Base& base, const std::string& what, const Json& spec,
                  const Compilation& compiled) {
  write(compiled.bundle, folder);
  write_text(folder / "base", base.name + "\n");
  write_text(folder / "what", what + "\n");
  write_text(folder / "warned", warnings(compiled.diagnostics, base.warned));
  write_text(folder / "cluster.yaml", spec.dump(2) + "\n");
}

}  // namespace

Base load_base(const std::filesystem::path& spec, const std::string& release) {
  const std::string name =
      spec.filename() == "cluster.yaml" ? spec.parent_path().filename().string() : spec.stem().string();
  // auth/slurm is newer than the oldest releases.
  const bool munge = parse_version(release) < Version{23, 11};
  const std::string over =
      "{spec: {target: {slurm: \"" + release + "\"}" + (munge ? ", auth: {method: munge}" : "") + "}}";
  return {name, spec.string(), Json::parse(testing::overlaid(text_of(spec), over))};
}

Counts generate(const std::vector<Base>& bases, const std::string& release, std::uint64_t seed, std::size_t count,
                Wanted wanted, const std::filesystem::path& folder) {
  const Version version = parse_version(release);
  const auto last = static_cast<std::uint32_t>(version.major * 10000 + version.minor * 100 + 99);
  Counts counts;
  std::set<std::string> seen;
  std::vector<Base> good;
  std::filesystem::create_directories(folder);
  std::ofstream refused(folder / "refused.tsv");
  for (const Base& base : bases) {
    const Compilation compiled = compile(base.spec.dump(2), files_below_spec(base.path));
    if (has_errors(compiled.diagnostics)) {
      refused << base.name << ": unchanged\t" << first_error(compiled.diagnostics) << "\n";
      continue;
    }
    seen.insert(slurm_text(compiled.bundle));
    write_mutant(folder / ("base-" + base.name), base, base.name + ": unchanged", base.spec, compiled);
    good.push_back(base);
    good.back().warned = warnings(compiled.diagnostics, "");
  }
  // The limit is for a compiler that refuses everything.
  std::size_t attempt = 0;
  while (counts.written < count && !good.empty() && attempt < 10000) {
    // Each attempt has its own choices. If one more mutant is refused, only that mutant is replaced.
    Random random(std::to_string(seed) + "/" + std::to_string(counts.written) + "/" + std::to_string(attempt++));
    Change change = shares[counts.written % shares.size()];
    // A typed field is refused by an earlier pass.
    if (wanted == Wanted::refused && change == Change::field) change = Change::parameter;
    const Mutant mutant = mutate(good, last, change, random);
    if (!mutant.base) continue;
    // Invalid UTF-8 does not occur in the values, so dump() does not throw.
    const std::string text = mutant.spec.dump(2);
    const SpecFileReader beside = files_below_spec(mutant.base->path);
    std::optional<Compilation> compiled = compile(text, beside);
    std::string what = mutant.what;
    if (has_errors(compiled->diagnostics)) {
      ++counts.refused;
      const std::string error = first_error(compiled->diagnostics);
      refused << mutant.what << "\t" << error << "\n";
      compiled = wanted == Wanted::refused ? compile_refused(text, beside) : std::nullopt;
      what += " (" + error + ")";
      std::ranges::replace(what, '\t', ' ');
    } else if (wanted == Wanted::refused) {
      continue;
    }
    if (!compiled) continue;
    if (node_count(compiled->bundle) > most_nodes) {
      ++counts.large;
    } else if (!seen.insert(slurm_text(compiled->bundle)).second) {
      ++counts.same;
    } else {
      write_mutant(folder / numbered(++counts.written), *mutant.base, what, mutant.spec, *compiled);
      attempt = 0;
    }
  }
  return counts;
}

}  // namespace skiff::mutants
