#include "node.h"

namespace skiff::health {

std::string_view name_of(Context context) {
  switch (context) {
    case start:
      return "start";
    case periodic:
      return "periodic";
    case prolog:
      return "prolog";
    case epilog:
      return "epilog";
  }
  return "";
}

std::string Node::variable(std::string_view key) const {
  const auto found = environment.find(key);
  return found == environment.end() ? "" : found->second;
}

std::string Node::remembered(std::string_view id) const {
  const auto found = memory.find(id);
  return found == memory.end() ? "" : found->second;
}

}  // namespace skiff::health
