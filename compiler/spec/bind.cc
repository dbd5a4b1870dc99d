#include "spec/bind.h"

#include <stdexcept>

#include "text/number.h"

namespace skiff {
namespace {

using spec::Setting;

std::int64_t to_integer(std::string_view text) {
  const auto number = to_number(text);
  if (!number) throw std::logic_error("bind: not an integer: " + std::string(text));
  return *number;
}

template <class T>
T convert(std::string_view text) {
  if constexpr (std::is_same_v<T, bool>)
    return text == "true";
  else if constexpr (std::is_same_v<T, std::string>)
    return std::string(text);
  else
    return to_integer(text);
}

/// Binds the properties of one object from its node and its schema. `node` is nullptr if the user did not write the
/// object.
class Binder {
 public:
  Binder(const Node* node, const Schema& schema, Span parent) : node_(node), schema_(schema), parent_(parent) {}

  template <class T>
  void operator()(std::string_view name, T& target) const {
    const SchemaProperty* property = schema_.property(name);
    if (!property) throw std::logic_error("bind: the schema has no property " + std::string(name));
    bind(node_ ? node_->find(name) : nullptr, *property->schema, parent_, target);
  }

  template <class T>
  static void bind(const Node* node, const Schema& schema, Span parent, Field<T>& field) {
    field.span = node ? node->span : parent;
    if (node) {
      field.given = true;
      field.value = convert<T>(node->text);
      field.origin = Origin::spec(node->span);
    } else if (schema.has_preset) {
      field.value = convert<T>(schema.preset);
      field.origin = Origin::preset(schema_file, schema.line);
    }
  }

  template <class T>
  static void bind(const Node* node, const Schema& schema, Span parent, std::optional<T>& target) {
    if (node) bind(node, schema, parent, target.emplace());
  }

  template <class T>
  static void bind(const Node* node, const Schema& schema, Span parent, std::vector<T>& target) {
    if (!node) return bind_presets(schema, parent, target);
    target.resize(node->items.size());
    for (std::size_t i = 0; i < target.size(); ++i) bind(&node->items[i], *schema.items, node->span, target[i]);
  }

  template <class T>
  static void bind(const Node* node, const Schema& schema, Span, Named<T>& target) {
    if (!node) return;
    target.reserve(node->entries.size());
    for (const Entry& entry : node->entries) {
      auto& [key, value] = target.emplace_back();
      key = {entry.key.text, Origin::spec(entry.key.span), entry.key.span, true};
      bind(&entry.value, *schema.additional, node->span, value);
    }
  }

  // A list of objects has no default.
  template <class T>
  static void bind_presets(const Schema&, Span, std::vector<T>&) {}
  template <class T>
  static void bind_presets(const Schema& schema, Span parent, std::vector<Field<T>>& target) {
    for (const std::string_view preset : schema.presets)
      target.push_back({convert<T>(preset), Origin::preset(schema_file, schema.line), parent});
  }

  static void bind(const Node* node, const Schema&, Span, Setting& setting) {
    if (node->kind == Node::Kind::sequence)
      for (const Node& item : node->items)
        setting.list.push_back({item.text, Origin::spec(item.span), item.span, true});
    setting.value = {node->text, Origin::spec(node->span), node->span, true};
  }

  template <class T>
  requires std::is_base_of_v<Record, T>
  static void bind(const Node* node, const Schema& schema, Span parent, T& record) {
    record.span = node ? node->span : parent;
    record.given = node != nullptr;
    const Schema* object = &schema;
    for (const Schema* branch : schema.one_of)
      if (!branch->properties.empty()) object = branch;
    if constexpr (requires { record.shorthand; }) {
      if (node && node->kind == Node::Kind::scalar) {
        record.shorthand = {node->text, Origin::spec(node->span), node->span, true};
        node = nullptr;
      }
    }
    record.each(Binder(node, *object, record.span));
  }

 private:
  const Node* node_;
  const Schema& schema_;
  Span parent_;
};

}  // namespace

spec::Cluster bind(const Node& root, const Schema& schema) {
  spec::Cluster cluster;
  Binder::bind(&root, schema, root.span, cluster);
  return cluster;
}

}  // namespace skiff
