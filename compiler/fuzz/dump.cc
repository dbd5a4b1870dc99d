// Fuzzes the reader of dumps of accounting records, and what `skiff policy import` and `skiff policy plan` make of them.
#include "policy/dump.h"

#include <stdexcept>

#include "fuzz/claim.h"
#include "policy/differences.h"
#include "policy/import.h"
#include "read/encoding.h"
#include "read/reader.h"

using namespace skiff;

namespace {

/// A policy with a record of each kind.
policy::Policy wanted() {
  return policy::parse(
      "Prune=Unused\nQOS=long MaxWall=60 GrpTRES=cpu=1\nAccount=physics Parent=root Fairshare=2 Coordinators=alice\n"
      "User=alice DefaultAccount=physics\nAssociation=alice Account=physics MaxJobs=1\n");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  const std::string_view text = fuzz::text_of(bytes, size);
  policy::Dump dump;
  try {
    dump = policy::parse_dump(text);
  } catch (const std::runtime_error&) {
    return 0;
  }
  const policy::Policy policy = wanted();
  const policy::Records records = policy::with_columns(dump.records, policy::columns_of(policy, dump.memory));
  const policy::Decision decision = policy::decide(policy, records, dump.memory, dump.cluster);
  const auto differences = policy::differences(decision, records);
  policy::json_of(differences, decision);
  for (const char c : policy::text_of(differences, decision))
    fuzz::claim(c == '\n' || static_cast<unsigned char>(c) >= ' ', "the text has no control characters");
  if (!check_encoding(text).empty()) return 0;
  const auto imported = policy::import_spec(dump, [](std::string_view, std::string_view) { return true; });
  fuzz::claim(!has_errors(read(imported.spec).diagnostics), "the imported spec is YAML");
  return 0;
}
