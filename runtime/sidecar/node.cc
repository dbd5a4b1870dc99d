#include "sidecar/node.h"

#include <algorithm>
#include <utility>

#include "common/record.h"
#include "embedded/shared.h"
#include "text/ascii.h"

namespace skiff::sidecar {
namespace {

// `IDLE*` is read as IDLE: `*` means that slurmctld has not heard from the node for a while.
std::vector<std::string> words_of_state(std::string_view state) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : state) {
    if (c == '+') words.push_back(std::exchange(word, {}));
    if ((c >= 'A' && c <= 'Z') || c == '_') word += c;
  }
  words.push_back(word);
  return words;
}

}  // namespace

bool Node::is(std::string_view flag) const { return std::find(flags.begin(), flags.end(), flag) != flags.end(); }

bool Node::silent() const { return is("NOT_RESPONDING") || state.find('*') != state.npos; }

bool Node::only(std::initializer_list<std::string_view> allowed) const {
  return std::all_of(flags.begin(), flags.end(), [&](const std::string& flag) {
    return std::find(allowed.begin(), allowed.end(), flag) != allowed.end();
  });
}

std::vector<Node> parse_nodes(std::string_view text) {
  std::vector<Node> nodes;
  for (auto& [name, record] : parse_records(text)) {
    Node node;
    node.name = std::move(name);
    node.flags = words_of_state(record.state);
    node.state = std::move(record.state);
    node.reason = std::move(record.reason);
    node.version = std::move(record.version);
    node.topology = std::move(record.topology);
    node.since = record.reason_time;
    nodes.push_back(std::move(node));
  }
  return nodes;
}

bool is_of_pods_end(std::string_view reason) {
  return reason.starts_with(shared::reasons::stopping) || reason.starts_with(shared::reasons::gone);
}

}  // namespace skiff::sidecar
