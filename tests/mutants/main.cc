#include <CLI/CLI.hpp>
#include <cstdint>
#include <exception>
#include <iostream>

#include "generate.h"

// Writes mutants of specs: skiff-mutants --release R --seed N --count N [--refused] --out DIR SPEC...
int main(int argc, char** argv) {
  CLI::App app("Changes specs in one or two places and writes the mutants");
  std::string release, folder;
  std::uint64_t seed = 1;
  std::size_t count = 300;
  std::vector<std::string> specs;
  app.add_option("--release", release, "The Slurm release of all mutants")->required();
  app.add_option("--seed", seed, "The mutants follow from it");
  app.add_option("--count", count, "How many mutants");
  bool refused = false;
  app.add_flag("--refused", refused, "Write mutants that skiff refuses, instead of those that it accepts");
  app.add_option("--out", folder, "The directory to write")->required();
  app.add_option("SPEC", specs, "The specs to change")->required();
  CLI11_PARSE(app, argc, argv);
  try {
    std::vector<skiff::mutants::Base> bases;
    for (const std::string& spec : specs) bases.push_back(skiff::mutants::load_base(spec, release));
    const auto wanted = refused ? skiff::mutants::Wanted::refused : skiff::mutants::Wanted::accepted;
    const auto counts = skiff::mutants::generate(bases, release, seed, count, wanted, folder);
    std::cout << counts.written << " written, " << counts.refused << " refused, " << counts.same
              << " with the files of another one, " << counts.large << " too large to run\n";
    return counts.written == count ? 0 : 1;
  } catch (const std::exception& error) {
    std::cerr << "skiff-mutants: " << error.what() << "\n";
    return 2;
  }
}
