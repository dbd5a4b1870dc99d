#include "values.h"

#include <algorithm>
#include <limits>
#include <string>

#include "text/ascii.h"
#include "text/split.h"
#include "verify/slurm_table.h"

namespace skiff::mutants {
namespace {

using Type = SlurmParameter::Type;
using Kind = SlurmForm::Kind;

std::string to_upper(std::string text) {
  for (char& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return text;
}

Values around(std::uint64_t most) {
  Values values = {0,    1,    2,     most / 2, most / 2 + 1, most - 1, most, "-1",
                   "-2", "1k", "63K", "0x10",   "010",        "1.5",    "1m"};
  // The number above the largest one has no integer type.
  values.push_back(most == std::numeric_limits<std::uint64_t>::max() ? Json("18446744073709551616") : Json(most + 1));
  values.insert(values.end(), {"UNLIMITED", "INFINITE", "infinite", "NONE", "abc"});
  return values;
}

Values booleans() { return {"YES", "no", "True", "FALSE", true, false, 0, 1, "UP", "2", "maybe"}; }

const Values& times() {
  static const Values values = {0,
                                1,
                                60,
                                65533,
                                65534,
                                65535,
                                65536,
                                "-1",
                                "-2",
                                "7-0",
                                "7-00:00:00",
                                "0-0",
                                "1:30",
                                "1:00:00",
                                "0:59",
                                "UNLIMITED",
                                "INFINITE",
                                "unlimited",
                                "24855-0",
                                "24854-23",
                                "24856-0",
                                "24855-03:13:20",
                                "24855-03:14:07",
                                "99999-00:00:00",
                                "5m",
                                "1d",
                                "1:2:3:4",
                                "::",
                                "1-",
                                "abc"};
  return values;
}

// Values at and around the limits that a form describes.
Values values_of(const SlurmForm& form) {
  switch (form.kind) {
    case Kind::number: {
      Values values = {form.least, form.least - 1, form.least + 1, form.most, form.most / 2};
      if (form.most != std::numeric_limits<std::int64_t>::max())
        values.insert(values.end(), {form.most + 1, form.most - 1});
      values.insert(values.end(), {"abc", "-1", "1k", "UNLIMITED", "0x10"});
      return values;
    }
    case Kind::refused:
    case Kind::ignored:
      return {0, "x"};
    case Kind::time:
    case Kind::period:
    case Kind::minutes:
      return times();
    case Kind::idle:
    case Kind::none:
      return {0,          1,           4294967293, 4294967294, 4294967295, 4294967296, "-1",
              "INFINITE", "UNLIMITED", "NONE",     "none",     "10m",      "1:00"};
    case Kind::words: {
      Values values = {"foo"};
      std::string_view words = form.words;
      if (words.starts_with('=')) words.remove_prefix(1);
      for (const std::string_view word : Parts(words, '|'))
        for (const std::string& text : {std::string(word), to_lower(word), to_upper(std::string(word))})
          values.push_back(text);
      return values;
    }
    case Kind::plugin:
      return {"none", "foo", "foo/bar"};
    case Kind::level:
      return {"quiet", "fatal", "error", "info", "verbose", "debug", "debug2", "debug5",
              "DEBUG", "Info",  0,       5,      9,         10,      "warn",   "-1"};
    case Kind::rlimits:
      return {"ALL",     "NONE",    "all",      "none",  "STACK", "RLIMIT_STACK,CPU",
              "CPU,CPU", "ALL,CPU", "NONE,CPU", "stack", "FOO",   "MEMLOCK,AS,NOFILE"};
    case Kind::ports:
    case Kind::port_range:
      return {6820,          "6820-6823",   "6823-6820", "60001-63000", "0-65535", "1-65535", "60001",
              "60001-60001", "60001:63000", 65535,       65536,         0,         1};
    case Kind::licenses:
      return {"fluent:30", "fluent", "fluent=3",     "a:1,b:2",      "a:1;b:2",      "a:1,a:2",
              "a:-1",      "a:abc",  "a:2147483647", "a:2147483648", "a:4294967294", "a@server:3",
              "a/b:3",     "a.b:1",  "a-b:1",        ":3",           "a:0",          "a:1k"};
    case Kind::weights:
      return {"CPU=1.0",   "cpu=1,mem=0.25G", "Mem=1G",      "Mem=1X", "GRES/gpu=2",  "gres/gpu=2.0,cpu=1",
              "foo=1",     "CPU=-1",          "CPU=abc",     "CPU",    "CPU=1,CPU=2", "node=1",
              "billing=1", "energy=1",        "license/x=1", "bb/x=1", "CPU=1e3",     "CPU=1k"};
    case Kind::tres:
      return {"gres/gpu",       "cpu",    "CPU,MEM",   "gres/gpu:h100", "gres/gpu,gres/gpu",
              "license/fluent", "bb/x",   "fs/lustre", "fs/disk",       "ic/ofed",
              "gres/",          "gres",   "foo",       "foo/bar",       "node",
              "energy",         "billing"};
    case Kind::paths:
      return {"/lib", "/lib,/usr/lib", "none", "NONE", "lib", "/lib,usr", "/lib,none", "/"};
    case Kind::frequency:
      return {0,       30,      65535,     65536, "task=30",         "task=30,energy=10",     "Task=30",
              "foo=3", "task=", "task=-1", "30s", "task=30,task=40", "network=1,filesystem=2"};
    case Kind::cpus:
    case Kind::exit_codes:
      return {"1", "1,2", "1-5", "5-1", "255", "256", "0", "0-255", "1,1", "abc", "-1", "1-300"};
    case Kind::share:
      return {"NO",        "no",      "YES",     "EXCLUSIVE",   "FORCE",       "YES:1",       "YES:2", "YES:32767",
              "YES:32768", "FORCE:0", "FORCE:1", "FORCE:32767", "FORCE:65535", "EXCLUSIVE:2", "NO:2"};
    case Kind::path:
      return {"/bin/true", "true", "none", "a,b", "/no/such/program"};
    case Kind::storage:
      return {"SSL_CIPHER=TLS_AES_256_GCM_SHA384",
              "SSL_CA=/etc/ssl/ca.pem",
              "ssl_ca=/run/ca.pem",
              "SSL_CAPATH=/etc/ssl/certs",
              "SSL_CERT=x,SSL_KEY=y",
              "SSL_CA",
              "SSL_CA=",
              "foo=1",
              "SSL_VERIFY=1"};
    case Kind::purge:
      return {"12months", "12month", "90d", "90days",    "1h",       "0hours", "65535hours", "65536hours",
              "NONE",     "abc",     12,    "12 months", "12MONTHS", "12m",    "12minutes"};
    case Kind::text:
      return {"x", "a b", ""};
    case Kind::percent:
      return {0, 50, "99.5", 100, "100.5", "-1", "abc", "1e1", "nan", ""};
    case Kind::memory:
      return {0, 1, 1024, 9223372036854775805, 9223372036854775806, 9223372036854775807, "UNLIMITED", "1G", "-1", "1k"};
    case Kind::users:
      return {"root", "slurm", "nobody", "0", "64030", "root,0", "4294967295", "nosuch", "a b", "-1"};
    case Kind::features:
      return {"a", "a,b", "a=b", "a.b", "_a", "a-b", "1a", ".a", "a,,b"};
    case Kind::gpu_frequency:
      return {"low",    "high,memory=high", "Medium",    450, "memory=450", "high,verbose", "highm1", "memory=low",
              "HIGHM2", "memory=fast",      "core=high", 0,   "450MHz",     "verbose"};
    case Kind::buffer_size:
      return {1, 0, "1G", "1GiB", "1gb", "2nodes", "1X", "G", "-1"};
    case Kind::buffer_pools:
      return {"a", "a:1", "a:1,b:2", "a:0", ":1", "a:x", "a:2147483648"};
    case Kind::slice:
      return {"slurm.slice", "system.slice", "slurm", ".slice", "a/b.slice", "-.slice", "a b.slice"};
  }
  return {};
}

std::span<const SlurmForm> forms_of(const SlurmParameter& parameter) {
  return rows_of(rows_of(slurm_forms(), parameter.file, parameter.line), parameter.key);
}

// The known words, with arguments if they take one, in other cases, twice, two at a time, and a word that nobody knows.
Values words_of(const SlurmParameter& parameter, std::uint32_t release) {
  std::vector<std::string> words;
  bool list = false;
  for (const SlurmValue& row : rows_of(rows_of(slurm_values(), parameter.file, parameter.line), parameter.key)) {
    if (!in_release(row, release)) continue;
    list = list || row.list;
    words.emplace_back(row.value);
  }
  Values values;
  if (words.empty()) return values;
  static const std::vector<std::string> arguments = {"0", "1", "30", "100000", "2147483648", "-1", "abc", ""};
  const auto with_argument = [&](std::size_t i, std::size_t argument) {
    return words[i].ends_with('=') ? words[i] + arguments[argument % arguments.size()] : words[i];
  };
  for (std::size_t i = 0; i < words.size(); ++i) {
    values.push_back(with_argument(i, i % 4));
    values.push_back(with_argument(i, i % arguments.size()));
    values.push_back(i % 2 ? to_lower(with_argument(i, 1)) : to_upper(with_argument(i, 1)));
    if (!words[i].ends_with('=')) values.push_back(words[i] + "=1");
    // A list is given both as a list of the spec and as text.
    const std::string other = with_argument((i + 1) % words.size(), 1);
    if (list) values.push_back(Json::array({with_argument(i, 1), other}));
    values.push_back(with_argument(i, 1) + "," + other);
    if (i % 4 == 0) values.push_back(with_argument(i, 1) + "," + with_argument(i, 1));
    // Without its kind: backfill for sched/backfill.
    if (const std::size_t slash = words[i].find('/'); slash != std::string::npos)
      values.push_back(words[i].substr(slash + 1));
  }
  values.insert(values.end(), {"foo", "none", "NONE"});
  return values;
}

// The items of a list whose arguments have a form.
Values arguments_of(const SlurmParameter& parameter, std::uint32_t release) {
  Values values;
  for (const SlurmForm& form : forms_of(parameter)) {
    if (form.word.empty() || !in_release(form, release)) continue;
    for (const Json& value : values_of(form)) {
      const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
      values.push_back(std::string(form.word) + "=" + text);
    }
  }
  return values;
}

Values texts() {
  return {"/tmp/x",
          "/var/log/slurm/x",
          "/var/spool/slurmctld/x",
          "x",
          "x,y",
          "x=1",
          "x y",
          "/etc/slurm/x.conf",
          "a:b",
          5,
          "0",
          "none",
          "/no/such/file",
          "/bin/true"};
}

// Values that hardly any parameter takes.
Values strange() {
  return {"",  std::string(4000, 'x'),  std::string(1025, '1'), " 60", "x'y", "$HOME", "%n.log", "a;b",
          "ä", Json::array({"a", "b"}), Json::array({1, 2}),    true,  7,     "7.5",   "(null)"};
}

}  // namespace

std::vector<Values> values_of(const SlurmParameter& parameter, std::uint32_t release) {
  std::vector<Values> kinds;
  const auto add = [&](Values values) {
    if (!values.empty()) kinds.push_back(std::move(values));
  };
  switch (parameter.type) {
    case Type::uint16:
      add(around(std::numeric_limits<std::uint16_t>::max()));
      break;
    case Type::uint32:
      add(around(std::numeric_limits<std::uint32_t>::max()));
      break;
    case Type::uint64:
      add(around(std::numeric_limits<std::uint64_t>::max()));
      break;
    case Type::real:
      add({0, 1, "0.5", "1.0", "-1", "1e9", "1e400", "100", "nan", "inf", "INFINITE", "0x10", "abc", "98.6"});
      break;
    case Type::boolean:
      add(booleans());
      break;
    case Type::text:
    case Type::array:
    case Type::line:
    case Type::object:
    case Type::list:
    case Type::boolean_or_object:
    case Type::text_or_list:
      break;
  }
  bool shaped = false;
  for (const SlurmForm& form : forms_of(parameter)) {
    if (!form.word.empty() || !in_release(form, release)) continue;
    shaped = true;
    add(values_of(form));
  }
  const Values words = words_of(parameter, release);
  shaped = shaped || !words.empty();
  add(words);
  add(arguments_of(parameter, release));
  const bool text = parameter.type == Type::text || parameter.type == Type::array;
  if (!shaped && text) add(texts());
  // Times and levels are text; a parameter without a form should not take them unseen.
  if (!shaped && text && parameter.key.ends_with("Time")) add(times());
  add(strange());
  return kinds;
}

}  // namespace skiff::mutants
