// policy.conf, what sacctmgr prints, the record of what was set, and the decisions that follow. Lines of `%` separate
// the parts of an input.
#include <stdexcept>

#include "fuzz/claim.h"
#include "policy/memory.h"
#include "policy/queries.h"
#include "sidecar/slurm_text.h"

namespace policy = skiff::policy;
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
  policy::Policy wanted;
  policy::Memory memory;
  try {
    wanted = policy::parse(take_part(text));
    memory = policy::parse_memory(take_part(text));
  } catch (const std::runtime_error&) {
  }
  const policy::Columns columns = policy::columns_of(wanted, memory);
  policy::Records records;
  policy::take_qos(take_part(text), columns, records);
  policy::take_associations(take_part(text), columns, records);
  policy::take_accounts(take_part(text), records);
  policy::take_users(take_part(text), records);
  policy::take_usage(take_part(text), records);
  partition_qos(text), qos_in_memory(text);
  const policy::Decision decision = policy::decide(wanted, records, memory, "tide");
  for (const policy::Call& call : decision.calls) {
    fuzz::claim(call.names < call.words.size(), "a call contains its names");
    fuzz::claim(!call.keys.empty() && call.keys.size() <= 200, "a call changes 1 to 200 records");
  }
  const policy::Memory next = policy::remember(wanted, records, records, memory, {});
  fuzz::claim(text_of(policy::parse_memory(text_of(next))) == text_of(next), "reading returns what was written");
  // Only records that skiff created are removed.
  for (const policy::Call& call : policy::decide(wanted, records, next, "tide").calls)
    if (call.words.front() == "delete" && call.words[1] != "coordinator")
      for (const std::string& key : call.keys)
        fuzz::claim(memory.contains(key) && memory.at(key).made, "only records that skiff created are removed");
  if (wanted.prune == policy::Prune::unused)
    for (const policy::Call& call : decision.calls)
      if (call.words[0] == "delete" && call.words[1] == "account")
        for (const std::string& key : call.keys)
          fuzz::claim(!records.used->contains('/' + key.substr(sizeof "account")), "accounts with usage stay");
  return 0;
}
