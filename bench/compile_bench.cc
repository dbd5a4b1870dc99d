// Times the compiler and each of its passes on real and large specs. `libyaml` is the time that the YAML parser alone
// needs for the same spec. Compare the other times with it: the ratio of two times of one run holds on any machine.
#include <benchmark/benchmark.h>

#include <fstream>
#include <iterator>
#include <string>

#include "check/checker.h"
#include "compile.h"
#include "emit/emit.h"
#include "emit/stream.h"
#include "lower/lower.h"
#include "plan/resolve.h"
#include "read/events.h"
#include "read/reader.h"
#include "rules/judge.h"
#include "spec/bind.h"
#include "specs.h"
#include "verify/verify_plan.h"

namespace skiff::bench {
namespace {

std::string file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// One spec with the result of each pass, so that the next pass can be measured alone.
struct Case {
  std::string text;
  ReadResult document;
  spec::Cluster cluster;
  plan::Plan plan;
  Lowered lowered;
  Bundle bundle;
  Diagnostics diagnostics;

  explicit Case(std::string spec)
      : text(std::move(spec)),
        document(read(text)),
        cluster(bind(document.root, cluster_schema())),
        plan(resolve(cluster, diagnostics)),
        lowered(lower(plan)),
        bundle(emit(plan, lowered.bundle)) {}
};

template <typename Work>
void add(const std::string& name, const Case& input, Work work) {
  benchmark::RegisterBenchmark(name.c_str(), [&input, work](benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(work(input));
  })->Unit(benchmark::kMicrosecond);
}

void add_all(const std::string& name, std::string text) {
  // Never deleted: the registered benchmarks refer to it until the program ends.
  const Case& input = *new Case(std::move(text));
  add(name + "/libyaml", input, [](const Case& c) {
    Events events(c.text, 0);
    while (events.next().kind != Event::Kind::end_text) {
    }
    return c.text.size();
  });
  add(name + "/compile", input, [](const Case& c) { return compile(c.text); });
  add(name + "/read", input, [](const Case& c) { return read(c.text); });
  add(name + "/check", input, [](const Case& c) { return check(c.document.root, cluster_schema()); });
  add(name + "/bind", input, [](const Case& c) { return bind(c.document.root, cluster_schema()); });
  add(name + "/resolve", input, [](const Case& c) {
    Diagnostics diagnostics;
    return resolve(c.cluster, diagnostics);
  });
  add(name + "/judge", input, [](const Case& c) { return judge(c.plan, c.cluster); });
  add(name + "/lower", input, [](const Case& c) { return lower(c.plan); });
  add(name + "/verify", input, [](const Case& c) { return verify_plan(c.plan, c.lowered); });
  add(name + "/emit", input, [](const Case& c) { return emit(c.plan, c.lowered.bundle); });
  add(name + "/stream", input, [](const Case& c) { return yaml_stream(c.bundle); });
}

}  // namespace
}  // namespace skiff::bench

int main(int count, char** arguments) {
  benchmark::Initialize(&count, arguments);
  if (benchmark::ReportUnrecognizedArguments(count, arguments)) return 2;
  for (const char* example : {"quickstart", "gpu-training", "mixed"}) {
    skiff::bench::add_all(example,
                          skiff::bench::file(std::string(SKIFF_REPOSITORY "/examples/") + example + "/cluster.yaml"));
  }
  skiff::bench::add_all("1000_sets", skiff::bench::many_sets(1000, 4));
  skiff::bench::add_all("100_sets_of_100", skiff::bench::many_sets(100, 100));
  benchmark::RunSpecifiedBenchmarks();
}
