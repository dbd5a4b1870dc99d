// policy.conf, what sacctmgr prints, the record of what was set, and the decisions that follow. Lines of `%` separate
// the parts of an input.
#include <stdexcept>

#include "fuzz/claim.h"
#include "sidecar/policy_memory.h"
#include "sidecar/policy_text.h"

using namespace skiff::sidecar;

namespace {

std::string_view take_part(std::string_view& text) {
  const std::size_t end = text.find("\n%\n");
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(end == text.npos ? text.size() : end + 3);
  return part;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  std::string_view text = fuzz::text_of(bytes, size);
  Policy policy;
  PolicyMemory memory;
  try {
    policy = parse_policy(take_part(text));
    memory = parse_policy_memory(take_part(text));
  } catch (const std::runtime_error&) {
  }
  const PolicyColumns columns = policy_columns(policy, memory);
  Records records;
  take_qos(take_part(text), columns, records);
  take_associations(take_part(text), columns, records);
  take_accounts(take_part(text), records);
  take_users(take_part(text), records);
  partition_qos(text), qos_in_memory(text);
  const PolicyDecision decision = decide_policy(policy, records, memory, "tide");
  for (const PolicyCall& call : decision.calls) {
    fuzz::claim(call.names < call.words.size(), "a call contains its names");
    fuzz::claim(!call.keys.empty() && call.keys.size() <= 200, "a call changes 1 to 200 records");
  }
  const PolicyMemory next = remember_policy(policy, records, records, memory, {});
  fuzz::claim(text_of(parse_policy_memory(text_of(next))) == text_of(next), "reading returns what was written");
  // Only records that skiff created are removed.
  for (const PolicyCall& call : decide_policy(policy, records, next, "tide").calls)
    if (call.words.front() == "delete" && call.words[1] != "coordinator")
      for (const std::string& key : call.keys)
        fuzz::claim(memory.contains(key) && memory.at(key).made, "only records that skiff created are removed");
  return 0;
}
