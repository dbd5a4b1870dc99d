#include "policy/dump.h"

#include <algorithm>
#include <functional>
#include <map>
#include <stdexcept>

#include "policy/memory.h"
#include "policy/queries.h"
#include "text/ascii.h"
#include "text/split.h"

namespace skiff::policy {
namespace {

constexpr std::string_view heading = "# skiff: ";

struct Section {
  std::string columns;  ///< separated by commas
  std::string text;
};

/// The sections of a dump by their names.
using Sections = std::map<std::string, Section, std::less<>>;

Sections sections_of(std::string_view text) {
  Sections sections;
  Section* section = nullptr;
  while (!text.empty()) {
    std::string_view line = take_until(text, '\n');
    // A terminal between sacctmgr and the file adds these.
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.starts_with(heading)) {
      std::string_view columns = line.substr(heading.size());
      const std::string name(take_until(columns, ' '));
      section = &sections[name];
      section->columns = columns;
    } else if (section != nullptr) {
      section->text.append(line) += '\n';
    } else {
      throw std::runtime_error("is not what the script of `skiff policy script` prints");
    }
  }
  return sections;
}

const Section& section_of(const Sections& sections, std::string_view name) {
  const auto found = sections.find(name);
  if (found == sections.end())
    throw std::runtime_error("is not complete: it has no section \"" + std::string(name) + "\"");
  return found->second;
}

/// The columns after the `first` ones, which the section must have.
std::vector<std::string> columns_after(const std::string& first, const std::string& name, const Section& section) {
  std::string_view rest = section.columns;
  if (!(rest == first || rest.starts_with(first + ',')))
    throw std::runtime_error("the columns of the section \"" + name + "\" do not begin with " + first);
  rest.remove_prefix(first.size());
  if (!rest.empty()) rest.remove_prefix(1);
  std::vector<std::string> columns;
  while (!rest.empty()) {
    const std::string_view column = take_until(rest, ',');
    if (column.empty() || !std::ranges::all_of(column, is_letter))
      throw std::runtime_error("the section \"" + name + "\" has a column without a valid name");
    columns.emplace_back(column);
  }
  return columns;
}

/// The values of these columns of a record. Other columns that `kept` names stay.
Shown row_with(const Shown& row, const std::vector<std::string>& columns, std::initializer_list<const char*> kept) {
  Shown shown;
  for (const char* name : kept)
    if (const auto found = row.find(name); found != row.end()) shown.insert(*found);
  for (const std::string& column : columns)
    for (const auto& [name, value] : row)
      if (same_but_case(name, column)) shown[column] = value;
  return shown;
}

}  // namespace

Dump parse_dump(std::string_view text) {
  const auto sections = sections_of(text);
  Dump dump;
  section_of(sections, "end");
  std::string_view cluster = section_of(sections, "cluster").text;
  dump.cluster = take_until(cluster, '\n');
  if (dump.cluster.empty()) throw std::runtime_error("does not name the cluster");
  const Section& qos = section_of(sections, "qos");
  const Section& associations = section_of(sections, "associations");
  const Section& accounts = section_of(sections, "accounts");
  const Section& users = section_of(sections, "users");
  const Columns columns{columns_after("Name", "qos", qos),
                        columns_after("Account,User,Partition,ParentName", "associations", associations)};
  take_qos(qos.text, columns, dump.records);
  take_associations(associations.text, columns, dump.records);
  columns_after("Account,Coordinators,Organization,Description", "accounts", accounts);
  take_accounts(accounts.text, dump.records);
  columns_after("User,AdminLevel,DefaultAccount", "users", users);
  take_users(users.text, dump.records);
  const Section &resources = section_of(sections, "resources"), &shares = section_of(sections, "shares");
  columns_after("Name,Server,Count,ServerType,Description", "resources", resources);
  take_resources(resources.text, dump.records);
  columns_after("Name,Server,Cluster,Allowed", "shares", shares);
  take_shares(shares.text, dump.cluster, dump.records);
  if (const auto memory = sections.find("memory"); memory != sections.end()) {
    dump.memory = parse_memory(memory->second.text);
    take_usage(section_of(sections, "usage").text, dump.records);
  }
  return dump;
}

Records with_columns(const Records& records, const Columns& columns) {
  Records narrowed;
  for (const auto& [name, row] : records.qos) narrowed.qos[name] = row_with(row, columns.qos, {});
  for (const auto& [name, row] : records.accounts)
    narrowed.accounts[name] =
        row_with(row, columns.associations, {"Parent", "Coordinators", "Organization", "Description"});
  for (const auto& [key, row] : records.associations)
    narrowed.associations[key] = row_with(row, columns.associations, {});
  narrowed.users = records.users;
  narrowed.resources = records.resources;
  narrowed.shared_resources = records.shared_resources;
  narrowed.used = records.used;
  return narrowed;
}

}  // namespace skiff::policy
