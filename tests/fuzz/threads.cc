// Compiles the given specs in four threads at once and compares the outputs. It is built with the thread sanitizer,
// which stops it at the first data race.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "compile.h"
#include "emit/stream.h"

namespace {

std::string compiled(const std::string& spec, const std::string& path) {
  const skiff::Compilation made = skiff::compile(spec, skiff::files_below_spec(path));
  return made.bundle.files.empty() ? "" : skiff::yaml_stream(made.bundle);
}

}  // namespace

int main(int count, char* paths[]) {
  std::vector<std::string> specs;
  for (int i = 1; i < count; ++i) {
    std::ifstream file(paths[i]);
    specs.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  constexpr std::size_t at_once = 4;
  std::vector<std::vector<std::string>> outputs(at_once);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < at_once; ++i)
    threads.emplace_back([&, i] {
      // Two threads start with the first spec, two with the second: the same and different specs compile at once.
      outputs[i].resize(specs.size());
      for (std::size_t at = 0; at < specs.size(); ++at) {
        const std::size_t spec = (at + i / 2) % specs.size();
        outputs[i][spec] = compiled(specs[spec], paths[spec + 1]);
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < at_once; ++i)
    for (std::size_t at = 0; at < specs.size(); ++at)
      if (outputs[i][at].empty() || outputs[i][at] != outputs[0][at]) {
        std::printf("FAIL: %s compiles to something else, or to nothing, beside others\n", paths[at + 1]);
        return 1;
      }
  std::printf("PASS: %zu specs in %zu threads\n", specs.size(), at_once);
  return specs.empty() ? 1 : 0;
}
