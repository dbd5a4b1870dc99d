#pragma once

#include <cstdint>
#include <span>
#include <string_view>

// The version tables as constants. `embed` writes them at build time out of schema/k8s/fields.json and
// schema/slurm/{companions,forms,parameters,values}.tsv, so a run parses nothing. Everything is sorted for binary search.

namespace skiff {

/// One value of an enum, and the minor versions of Kubernetes that take it.
struct EnumValue {
  std::string_view text;
  std::uint8_t since = 0;
  std::uint8_t until = 255;
};

/// What a value may be. Equal shapes stand once.
struct FieldShape {
  enum class Type : std::uint8_t { any, boolean, integer, string, quantity, int_or_string, time, list, map, object };
  Type type;
  std::uint8_t bits;          ///< of an integer: 32 or 64
  std::uint16_t target;       ///< of a list or map: shape of its items; of an object: its type
  std::uint16_t first_value;  ///< of the enum; no values: any text
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
  std::uint16_t first_key = 0;  ///< of a list: the fields that make an item unique
  std::uint8_t key_count = 0;
  bool set = false;  ///< of a list: each scalar at most once
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

/// A field that no version keeps unless an administrator opens its gate.
struct GatedField {
  std::string_view name;  ///< core.v1.PodSpec.field
  std::string_view gate;
};

/// The objects that may be emitted, and all that can stand in them.
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

/// One parameter of a Slurm file. A parameter whose type changed has several entries.
struct SlurmParameter {
  enum class Type : std::uint8_t { text, boolean, uint16, uint32, uint64, real, array, line, other };
  std::string_view file;  ///< slurm.conf
  std::string_view line;  ///< NodeName; empty for the top level
  std::string_view key;
  Type type;
  std::uint32_t since;    ///< 230201 is 23.02.1
  std::uint32_t defunct;  ///< still read, without effect; 0: never
  std::uint32_t removed;  ///< 0: never
};

/// Sorted by file, line, and key in lower case.
std::span<const SlurmParameter> slurm_parameters();

/// A word that a parameter's value may be or, in a list, may hold. A word that came back has several entries.
struct SlurmValue {
  /// `parser`: the function that reads them takes no other word.
  enum class Source : std::uint8_t { code, man_page, parser, plugins };
  std::string_view file, line, key;  ///< as in SlurmParameter
  std::string_view value;            ///< with `=` at its end where it is documented with an argument
  bool list;                         ///< the value is a list of words with commas between them
  Source source;
  std::uint32_t since, removed;
};

/// Sorted likewise.
std::span<const SlurmValue> slurm_values();

/// How Slurm reads a value, or the argument of a word in a list, beyond the parameter's type. Several rows of one release: any may hold.
struct SlurmForm {
  /// `number` is of `least` to `most`; the others are described in schema/slurm/README.md.
  enum class Kind : std::uint8_t {
    number,
    refused,
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
    paths,
    frequency,
    exit_codes,
    share,
    purge
  };
  std::string_view file, line, key;  ///< as in SlurmParameter
  std::string_view word;             ///< whose argument it is; empty: the whole value
  Kind kind;
  std::int64_t least, most;
  std::string_view words;  ///< of `words`, with | between them
  std::uint32_t since, removed;
};

/// Sorted likewise.
std::span<const SlurmForm> slurm_forms();

/// What one parameter asks of another. Words stand with | between them; "!" before them: any other word; empty: whatever the value is.
struct SlurmCompanion {
  enum class Relation : std::uint8_t {
    needs,     ///< the other has one of these words
    excludes,  ///< the other has none of these words; of a list's own words, none but itself
    once,      ///< the list has each of the words once; it is the other itself
    named_in   ///< each of the words is one of the other's too
  };
  std::string_view file, line, key;  ///< as in SlurmParameter; a key with * at its end is all that begin so
  std::string_view words;
  Relation relation;
  std::string_view other_file, other_line, other_key, other_words;  ///< of a line's parameter: on the same line
  std::uint32_t since, removed;
};

/// Sorted likewise.
std::span<const SlurmCompanion> slurm_companions();

}  // namespace skiff
