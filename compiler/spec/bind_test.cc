#include "spec/bind.h"

#include <gtest/gtest.h>

#include "check/schema.h"
#include "read/reader.h"
#include "testing/plan.h"

namespace skiff {
namespace {

/// Walks the structs of the spec and the schema together. Each object must have the same names in the same order.
class Twins {
 public:
  explicit Twins(std::string path) : path_(std::move(path)) {}

  template <class T>
  requires std::is_base_of_v<Record, T>
  void compare(const Schema& schema, T& record) const {
    const Schema* object = &schema;
    for (const Schema* branch : schema.one_of)
      if (!branch->properties.empty()) object = branch;
    std::size_t at = 0;
    record.each([&](std::string_view name, auto& member) {
      const std::string path = path_ + "." + std::string(name);
      if (at >= object->properties.size()) {
        ADD_FAILURE() << path << " is not in the schema";
        return;
      }
      const SchemaProperty& property = object->properties[at++];
      EXPECT_EQ(property.name, name) << "in " << path_;
      Twins(path).member(*property.schema, member, property.required);
    });
    for (; at < object->properties.size(); ++at)
      ADD_FAILURE() << path_ << "." << object->properties[at].name << " is not in compiler/spec";
  }

 private:
  template <class T>
  void member(const Schema& schema, Field<T>&, bool required) const {
    const std::uint8_t types = scalar_types(schema);
    if constexpr (std::is_same_v<T, bool>)
      EXPECT_EQ(types, Schema::boolean) << path_;
    else if constexpr (std::is_same_v<T, std::string>)
      EXPECT_TRUE(types & Schema::string) << path_;
    else
      EXPECT_EQ(types, Schema::integer) << path_;
    EXPECT_FALSE(required && schema.has_preset) << path_ << ": a required field needs no default";
  }
  template <class T>
  void member(const Schema& schema, std::optional<T>&, bool) const {
    T part;
    compare(schema, part);
  }
  template <class T>
  void member(const Schema& schema, std::vector<T>&, bool) const {
    ASSERT_NE(schema.items, nullptr) << path_;
    T item;
    Twins(path_ + "[]").member(*schema.items, item, false);
  }
  template <class T>
  void member(const Schema& schema, Named<T>&, bool) const {
    ASSERT_NE(schema.additional, nullptr) << path_;
    T item;
    Twins(path_ + "{}").member(*schema.additional, item, false);
  }
  void member(const Schema&, spec::Setting&, bool) const {}
  template <class T>
  requires std::is_base_of_v<Record, T>
  void member(const Schema& schema, T& record, bool) const { compare(schema, record); }

  static std::uint8_t scalar_types(const Schema& schema) {
    std::uint8_t types = schema.types;
    for (const Schema* branch : schema.one_of) types |= branch->types;
    return types;
  }

  std::string path_;
};

TEST(Bind, StructsAndSchemaHaveTheSameFieldsInTheSameOrder) {
  spec::Cluster cluster;
  Twins("").compare(cluster_schema(), cluster);
}

spec::Cluster bound(const std::string& text) {
  const ReadResult document = read(text);
  EXPECT_FALSE(has_errors(document.diagnostics));
  return bind(document.root, cluster_schema());
}

TEST(Bind, ADefaultIsTracedToItsLineOfTheSchema) {
  const spec::Cluster cluster = bound(testing::cluster_spec(testing::cpu_nodes));
  const spec::Text& slurm = cluster.spec.target.slurm;
  EXPECT_EQ(*slurm, "24.11");
  EXPECT_FALSE(slurm.given);
  const std::vector<Source> sources = slurm.origin.sources();
  ASSERT_EQ(sources.size(), 1u);
  EXPECT_EQ(sources[0].kind, Source::Kind::preset);
  EXPECT_EQ(sources[0].file, schema_file);
  EXPECT_EQ(sources[0].line,
            cluster_schema().property("spec")->schema->property("target")->schema->property("slurm")->schema->line);
}

TEST(Bind, AnOmittedListHasItsDefault) {
  const auto states = [](const std::string& health) {
    return bound(testing::cluster_spec(std::string(testing::cpu_nodes) + "  health: " + health + "\n"))
        .spec.health->node_states;
  };
  const spec::Texts preset = states("{}");
  ASSERT_EQ(preset.size(), 2u);
  EXPECT_EQ(*preset[0] + *preset[1], "ANYCYCLE");
  EXPECT_FALSE(preset[0].given);
  const std::vector<Source> sources = preset[1].origin.sources();
  ASSERT_EQ(sources.size(), 1u);
  EXPECT_EQ(sources[0].kind, Source::Kind::preset);
  EXPECT_EQ(
      sources[0].line,
      cluster_schema().property("spec")->schema->property("health")->schema->property("nodeStates")->schema->line);
  const spec::Texts given = states("{nodeStates: [IDLE]}");
  ASSERT_EQ(given.size(), 1u);
  EXPECT_EQ(*given[0], "IDLE");
}

TEST(Bind, AGivenValueHasItsSpan) {
  const std::string text = testing::cluster_spec("  target: {slurm: \"26.05\"}\n" + std::string(testing::cpu_nodes));
  const spec::Cluster cluster = bound(text);
  const spec::Text& slurm = cluster.spec.target.slurm;
  EXPECT_TRUE(slurm.given);
  EXPECT_EQ(text.substr(slurm.span.begin, slurm.span.end - slurm.span.begin), "\"26.05\"");
}

TEST(Bind, AnAbsentFieldHasTheSpanOfTheObjectThatLacksIt) {
  const std::string text =
      testing::cluster_spec("  controller: {resources: {cpu: 2}}\n" + std::string(testing::cpu_nodes));
  const spec::Cluster cluster = bound(text);
  const Span span = cluster.spec.controller.resources.memory.span;
  EXPECT_EQ(text.substr(span.begin, span.end - span.begin), "{cpu: 2}");
}

TEST(Bind, HardwareIsACatalogueEntryOrExplicitValues) {
  const spec::Cluster cluster =
      bound(testing::cluster_spec("  nodeSets:\n    - {name: a, replicas: 1, hardware: dgx/h100}\n    - {name: b, "
                                  "replicas: 1, hardware: {cpus: 4, memory: 8Gi}}\n"));
  EXPECT_EQ(*cluster.spec.node_sets[0].hardware.shorthand, "dgx/h100");
  EXPECT_FALSE(cluster.spec.node_sets[0].hardware.cpus);
  EXPECT_FALSE(cluster.spec.node_sets[1].hardware.shorthand);
  EXPECT_EQ(*cluster.spec.node_sets[1].hardware.cpus, 4);
}

TEST(Bind, SettingsAreScalarsOrLists) {
  const spec::Cluster cluster = bound(testing::cluster_spec(
      std::string(testing::cpu_nodes) +
      "  slurm: {config: {MaxJobCount: 50000, SchedulerParameters: [a, b=1], DisableRootJobs: true}}\n"));
  const spec::Settings& config = cluster.spec.slurm.config;
  EXPECT_EQ(*config[0].second.value, "50000");
  EXPECT_TRUE(config[0].second.list.empty());
  ASSERT_EQ(config[1].second.list.size(), 2u);
  EXPECT_EQ(*config[1].second.list[1], "b=1");
  EXPECT_EQ(*config[2].second.value, "true");
}

// An optional part exists only if the user wrote it. Other parts always exist, with their defaults.
TEST(Bind, AnEmptyOptionalPartIsPresent) {
  EXPECT_FALSE(bound(testing::cluster_spec(testing::cpu_nodes)).spec.rest_api);
  const spec::Cluster cluster = bound(testing::cluster_spec(std::string(testing::cpu_nodes) + "  restApi: {}\n"));
  ASSERT_TRUE(cluster.spec.rest_api);
  EXPECT_EQ(*cluster.spec.rest_api->replicas, 1);
}

TEST(Bind, AnInvalidTreeThrows) {
  EXPECT_THROW(bound(testing::cluster_spec("  nodeSets: [{name: a, replicas: many}]\n")), std::logic_error);
}

}  // namespace
}  // namespace skiff
