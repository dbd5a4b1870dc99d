#pragma once

#include <cstdint>
#include <span>
#include <string_view>

// The version tables as constants. `embed` generates them at build time from
// schema/k8s/{crds,fields}.json and schema/slurm/{companions,forms,parameters,values}.tsv, so nothing is parsed at run time. All are sorted for binary
// search.

namespace skiff {

/// One value of an enum, and the minor versions of Kubernetes that accept it.
struct EnumValue {
  std::string_view text;
  std::uint8_t since = 0;
  std::uint8_t until = 255;
};

/// The type of a value, with its enum. Equal shapes are stored once.
struct FieldShape {
  enum class Type : std::uint8_t { any, boolean, integer, string, quantity, int_or_string, time, list, map, object };
  Type type;
  std::uint8_t bits;          ///< for an integer: 32 or 64
  std::uint16_t target;       ///< for a list or map: the shape of its items; for an object: its type
  std::uint16_t first_value;  ///< first value of the enum; without values, any text is allowed
  std::uint16_t value_count;
};

/// One field of a type, and the minor versions that have or require it.
struct TableField {
  std::string_view name;
  std::uint16_t shape;
  std::uint8_t since = 0;
  std::uint8_t until = 255;
  std::uint8_t required_since = 255;  ///< 255: never required
  std::uint8_t required_until = 0;
  std::uint16_t first_key = 0;  ///< for a list: the fields that identify an item
  std::uint8_t key_count = 0;
  bool set = false;  ///< for a list: each scalar may occur only once
};

struct FieldType {
  std::string_view name;
  std::uint16_t first;
  std::uint16_t count;
};

struct FieldKind {
  std::string_view name;  ///< apps/v1/StatefulSet
  std::uint16_t type;
};

/// A field that every version drops, unless an administrator enables its feature gate.
struct GatedField {
  std::string_view name;  ///< core.v1.PodSpec.field
  std::string_view gate;
};

/// The kinds of objects that skiff may write, and all their fields.
struct FieldTable {
  std::uint8_t oldest, newest;  ///< minor versions that the table covers
  std::span<const FieldKind> kinds;
  std::span<const FieldType> types;
  std::span<const TableField> fields;
  std::span<const FieldShape> shapes;
  std::span<const EnumValue> values;
  std::span<const std::string_view> keys;
  std::span<const GatedField> gated;
};

const FieldTable& field_table();

/// One parameter of a Slurm file. A parameter whose type changed between releases has several entries.
struct SlurmParameter {
  /// Only YAML files have the types after `line`.
  enum class Type : std::uint8_t {
    text,
    boolean,
    uint16,
    uint32,
    uint64,
    real,
    array,
    line,
    object,
    list,
    boolean_or_object,
    text_or_list
  };
  std::string_view file;  ///< slurm.conf
  std::string_view line;  ///< NodeName; empty for the top level
  std::string_view key;
  Type type;
  std::uint32_t since;    ///< 230201 is 23.02.1
  std::uint32_t defunct;  ///< from here on it is read but has no effect; 0: never
  std::uint32_t removed;  ///< 0: never
};

/// Sorted by file, line, and key in lower case.
std::span<const SlurmParameter> slurm_parameters();

/// A value that a parameter may have or, if it is a list, may contain. A value that was removed and added again has
/// several entries.
struct SlurmValue {
  /// `parser`: the function that reads the values accepts no others.
  enum class Source : std::uint8_t { code, man_page, parser, plugins };
  std::string_view file, line, key;  ///< as in SlurmParameter
  std::string_view value;            ///< ends with `=` if it is documented with an argument
  bool list;                         ///< the value is a list, separated by commas
  Source source;
  std::uint32_t since, removed;
};

/// Sorted in the same way.
std::span<const SlurmValue> slurm_values();

/// The format of a value, or of the argument of an item in a list, in addition to the parameter's type. If several rows
/// hold for a release, the value must match any one of them.
struct SlurmForm {
  /// `number` is from `least` to `most`. The others are described in schema/slurm/README.md.
  enum class Kind : std::uint8_t {
    number,
    refused,
    ignored,
    time,
    period,
    minutes,
    idle,
    none,
    words,
    plugin,
    level,
    rlimits,
    ports,
    port_range,
    licenses,
    weights,
    tres,
    path,
    paths,
    frequency,
    exit_codes,
    cpus,
    share,
    purge,
    memory,
    storage,
    text,
    percent,
    users,
    features,
    gpu_frequency,
    buffer_size,
    buffer_pools,
    slice
  };
  std::string_view file, line, key;  ///< as in SlurmParameter
  std::string_view word;             ///< the item whose argument it is; empty: the whole value
  Kind kind;
  std::int64_t least, most;
  std::string_view words;  ///< for the kind `words`: the allowed values, separated by |
  std::uint32_t since, removed;
};

/// Sorted in the same way.
std::span<const SlurmForm> slurm_forms();

/// A requirement of one parameter on another. Words are separated by |. A "!" before them means any other word. Empty
/// means any value.
struct SlurmCompanion {
  enum class Relation : std::uint8_t {
    needs,     ///< the other parameter must have one of the words `other_words`
    excludes,  ///< the other must have none of `other_words`; within one list, a word does not exclude itself
    once,      ///< the list must have each of `words` only once; the other parameter is the same one
    named_in   ///< the other parameter must contain each of `words` too
  };
  std::string_view file, line, key;  ///< as in SlurmParameter; a key that ends with * matches all keys with this prefix
  std::string_view words;
  Relation relation;
  /// With `other_line`, it is on the same line. Several keys, of which one is enough, are separated by |.
  std::string_view other_file, other_line, other_key, other_words;
  std::uint32_t since, removed;
};

/// Sorted in the same way.
std::span<const SlurmCompanion> slurm_companions();

}  // namespace skiff
