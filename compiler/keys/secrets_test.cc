#include "keys/secrets.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>

#include "compile.h"
#include "testing/examples.h"

namespace skiff {
namespace {

using Reads = std::set<std::pair<std::string, std::string>>;  // Secret and key

void add_items(const Value& source, std::string_view name, Reads& reads) {
  const Value* secret = source.find(name);
  const Value* items = source.find("items");
  if (!secret || !items) return;
  for (const Value& item : items->items) reads.emplace(std::string(secret->text), std::string(item.find("key")->text));
}

// What the pods of the object read from Secrets: volumes, sources of projected volumes, and variables.
void collect(const Value& value, Reads& reads) {
  for (const Value& item : value.items) collect(item, reads);
  for (const Member& member : value.members) {
    collect(member.value, reads);
    if (member.key == "secret") add_items(member.value, "secretName", reads), add_items(member.value, "name", reads);
    if (member.key == "secretKeyRef")
      reads.emplace(std::string(member.value.find("name")->text), std::string(member.value.find("key")->text));
  }
}

Reads reads_of(const Bundle& bundle) {
  Reads reads;
  for (const ObjectFile& file : bundle.objects)
    for (const Value& object : file.objects) collect(object, reads);
  return reads;
}

class Secrets : public ::testing::TestWithParam<testing::Example> {};

INSTANTIATE_TEST_SUITE_P(Examples, Secrets, ::testing::ValuesIn(testing::examples()),
                         [](const auto& one) { return testing::test_name(one.param); });

TEST_P(Secrets, HaveWhatPodsRead) {
  const Compilation compilation = compile(GetParam().text, testing::spec_files(GetParam()));
  ASSERT_FALSE(has_errors(compilation.diagnostics));
  std::set<std::string> names;
  Reads made;
  for (const plan::NamedSecret& secret : compilation.secrets)
    if (can_make(secret.use)) names.insert(*secret.name);
  for (const NewSecret& secret : make_secrets(compilation.secrets)) {
    EXPECT_EQ(names.count(secret.name), 1u) << secret.name;
    for (const SecretEntry& entry : secret.entries) {
      EXPECT_TRUE(made.emplace(secret.name, entry.key).second) << secret.name << '/' << entry.key << " is there twice";
      EXPECT_GE(entry.value.size(), 32u);
    }
  }
  std::size_t seen = 0;
  for (const auto& read : reads_of(compilation.bundle)) {
    if (names.count(read.first) == 0) continue;
    ++seen;
    EXPECT_EQ(made.count(read), 1u) << read.first << '/' << read.second << " is not made";
  }
  EXPECT_GE(seen, 1u);
}

TEST(SecretStream, OneDocumentEach) {
  const std::string stream =
      secret_stream({{"one", {{"slurm.key", std::string(3, '\0')}}}, {"two", {{"b", "x"}}}}, "slurm", false);
  EXPECT_EQ(
      stream,
      "apiVersion: v1\nkind: Secret\nmetadata:\n  name: one\n  namespace: slurm\ntype: Opaque\ndata:\n  slurm.key: AAAA\n"
      "---\n"
      "apiVersion: v1\nkind: Secret\nmetadata:\n  name: two\n  namespace: slurm\ntype: Opaque\ndata:\n  b: eA==\n");
}

TEST(SecretStream, UidsDiffer) {
  const std::string stream = secret_stream({{"one", {}}, {"two", {}}}, "slurm", true);
  const auto uid = [&](std::size_t from) { return stream.substr(stream.find("uid: ", from) + 5, 38); };
  EXPECT_NE(uid(0), uid(stream.find("---")));
}

}  // namespace
}  // namespace skiff
