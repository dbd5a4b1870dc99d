#include "read/node.h"

namespace skiff {

const Node* Node::find(std::string_view key) const {
  for (const Entry& entry : entries) {
    if (entry.key.text == key) return &entry.value;
  }
  return nullptr;
}

}  // namespace skiff
