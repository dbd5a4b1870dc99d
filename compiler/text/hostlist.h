#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skiff {

/// Hosts whose names differ in one number: prefix, number padded with zeros to `width`, suffix. A name that ends in
/// digits is a run of one host. A name without a number has width 0.
struct HostRun {
  std::string prefix;
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  unsigned width = 0;
  std::string suffix = {};

  std::uint64_t count() const { return last - first + 1; }
  /// True if the numbers carry leading zeros: `n[008-010]`, not `n[8-10]`.
  bool padded() const;

  friend bool operator==(const HostRun&, const HostRun&) = default;
};

using Hostlist = std::vector<HostRun>;

/// Parses Slurm's host list expressions: `a,b[0-3,7,010-012].x,c[0-1]d[0-1]`. Returns std::nullopt for text that Slurm
/// rejects or reads differently: an unmatched bracket, a range that runs backwards or has more than 65,536 hosts, an
/// empty name. Also returns std::nullopt if several brackets expand to a million names, or to names that are longer
/// than DNS allows.
std::optional<Hostlist> parse_hostlist(std::string_view text);

std::uint64_t host_count(const Hostlist& hosts);

/// Yields the names of a list one after another, without storing all of them.
class HostReader {
 public:
  explicit HostReader(const Hostlist& hosts) : hosts_(hosts) {}
  /// Puts the next name into `name`. Returns false at the end.
  bool next(std::string& name);

 private:
  const Hostlist& hosts_;
  std::size_t run_ = 0;
  std::uint64_t offset_ = 0;
};

/// Appends the name of the host with this number in a run.
void append_host(std::string& text, const HostRun& run, std::uint64_t number);

std::vector<std::string> expand(const Hostlist& hosts);

/// The shortest form for names that share prefix and suffix, in the order given: `n[0-3,7],x`. The inverse of `expand`.
std::string print_hostlist(const Hostlist& hosts);

/// Joins adjacent runs that continue one another: `n0,n1,n2` becomes one run.
Hostlist collapse(const Hostlist& hosts);

}  // namespace skiff
