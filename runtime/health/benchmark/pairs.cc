#include "benchmark/pairs.h"

#include <algorithm>

#include "benchmark/parallel_for.h"

namespace skiff::benchmark {
namespace {

struct Suspect {
  Result first;  ///< the result of its pair, with this node alone
  std::string partner;
};

Result for_node(Result result, const std::string& node) {
  result.nodes = {node};
  return result;
}

Result judged(const Suspect& suspect, Result second, const std::string& partner) {
  Result found = for_node(std::move(second), suspect.first.nodes.front());
  found.retest = true;
  if (found.grade == Grade::fail) {
    found.detail += " with " + partner + ", and with " + suspect.partner + ": " + suspect.first.detail;
  } else if (found.grade == Grade::unknown) {
    found.detail = suspect.first.detail + " with " + suspect.partner + "; the retest gave no result: " + found.detail;
  }
  return found;
}

}  // namespace

std::vector<Result> run_pairs(const std::vector<std::string>& nodes, std::size_t side_by_side, const RunJob& job,
                              const Tell& told) {
  std::vector<Result> pairs(nodes.size() / 2);
  parallel_for(pairs.size(), side_by_side, [&](std::size_t i) {
    pairs[i] = job({nodes[2 * i], nodes[2 * i + 1]});
    told(pairs[i]);
  });
  std::vector<Result> found;
  std::vector<std::string> good;
  std::vector<Suspect> suspects;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    for (const std::size_t j : {2 * i, 2 * i + 1}) {
      const Result own = for_node(pairs[i], nodes[j]);
      if (own.grade == Grade::fail)
        suspects.push_back({own, nodes[j ^ 1]});
      else
        found.push_back(own);
      if (own.grade == Grade::pass) good.push_back(nodes[j]);
    }
  }
  if (good.empty()) {
    for (auto& suspect : suspects) {
      suspect.first.grade = Grade::unknown;
      suspect.first.detail += " with " + suspect.partner + "; not retested, because no pair passed";
      found.push_back(suspect.first);
    }
    return found;
  }
  // A partner runs in one job at a time.
  const std::size_t width = std::min(side_by_side, good.size());
  for (std::size_t begin = 0; begin < suspects.size(); begin += width) {
    std::vector<Result> wave(std::min(width, suspects.size() - begin));
    parallel_for(wave.size(), wave.size(), [&](std::size_t i) {
      const Suspect& suspect = suspects[begin + i];
      Result second = job({suspect.first.nodes.front(), good[i]});
      second.retest = true;
      told(second);
      wave[i] = judged(suspect, std::move(second), good[i]);
    });
    found.insert(found.end(), wave.begin(), wave.end());
  }
  return found;
}

}  // namespace skiff::benchmark
