#include "policy/import.h"

#include <algorithm>
#include <map>

#include "policy/options.h"
#include "policy/values.h"
#include "text/ascii.h"
#include "text/join.h"
#include "text/number.h"
#include "text/split.h"
#include "text/yaml_scalar.h"

namespace skiff::policy {
namespace {

/// The fields of one record in the spec, each with its YAML.
using Fields = std::vector<std::pair<std::string, std::string>>;

std::vector<std::string> words_in(std::string_view list) {
  std::vector<std::string> words;
  for (const std::string_view word : Parts(list, ','))
    if (!word.empty()) words.emplace_back(word);
  return words;
}

/// A text inside of brackets.
std::string scalar(const std::string& text) {
  if (text.find_first_of(",[]{}") == text.npos) return yaml_scalar(text);
  std::string quoted;
  append_quoted(quoted, text);
  return quoted;
}

/// The value of a limit. Whole numbers need no quotes.
std::string limit(const std::string& value) {
  return std::ranges::all_of(value, is_digit) && to_number(value) ? value : scalar(value);
}

std::string flow_list(const std::vector<std::string>& words) {
  std::vector<std::string> scalars;
  for (const std::string& word : words) scalars.push_back(scalar(word));
  return '[' + joined(scalars, ", ") + ']';
}

/// The value with which sacctmgr shows that an option of a QOS has its default; null if that is an empty text.
const char* default_of_qos(std::string_view option) {
  if (option == "Priority") return "0";
  if (option == "GraceTime") return "00:00:00";
  if (option == "PreemptMode") return "cluster";
  if (option == "UsageFactor") return "1";
  return nullptr;
}

class Importer {
 public:
  Importer(const Dump& dump, const Accepts& accepts) : dump_(dump), accepts_(accepts) {}

  Imported result() {
    std::string text = list_of("    ", "qos", all_qos());
    text += list_of("    ", "accounts", all_accounts());
    text += list_of("    ", "users", all_users());
    if (text.empty()) text = "    {}\n";
    made_.spec = "# The accounting records of the cluster " + dump_.cluster + ".\nspec:\n  accounting:\n" + text +
                 list_of("  ", "licenses", all_licenses());
    return std::move(made_);
  }

 private:
  void leave_out(const std::string& what, const std::string& why) { made_.left_out.emplace_back(what, why); }

  /// Adds a text if the spec accepts it.
  void add_text(Fields& fields, const std::string& record, const char* list, const char* field,
                const std::string& text) {
    if (text.empty()) return;
    if (accepts_(std::string(list) + '.' + field, text)) return fields.emplace_back(field, scalar(text)), void();
    leave_out(record + ": " + field, "the spec does not accept its characters or its length");
  }

  void add_limit(Fields& limits, const std::string& option, const std::string& value) {
    if (value.empty()) return;
    if (option == "Flags") return limits.emplace_back(option, flow_list(words_in(value))), void();
    if (option == "GraceTime") {
      // sacctmgr reads seconds and shows a time.
      const auto seconds = seconds_of(option, value);
      return limits.emplace_back(option, seconds ? std::to_string(*seconds) : scalar(value)), void();
    }
    limits.emplace_back(option, limit(value));
  }

  /// Adds a list of QOS, without those that are left out themselves.
  void add_qos_list(Fields& fields, const std::string& record, const char* field, std::vector<std::string> names) {
    std::erase_if(names, [&](const std::string& name) {
      if (accepts_("qos.name", name)) return false;
      leave_out(record + ": " + field + " " + name, "this QOS is not in the spec");
      return true;
    });
    if (!names.empty()) fields.emplace_back(field, flow_list(names));
  }

  std::vector<Fields> all_qos() {
    std::vector<Fields> list;
    for (const auto& [name, row] : dump_.records.qos) {
      if (!accepts_("qos.name", name)) {
        leave_out("qos " + name, "the spec does not accept this name");
        continue;
      }
      Fields fields{{"name", scalar(name)}}, limits;
      if (const std::string text = value_in(&row, "Description");
          !same_but_case(text, name) && text != "Normal QOS default")
        add_text(fields, "qos " + name, "qos", "description", text);
      for (const auto& [option, value] : row) {
        const char* usual = default_of_qos(option);
        if (option == "Description" || value.empty() || (usual && same_value(option, value, usual))) continue;
        if (option == "Priority") {
          fields.emplace_back("priority", limit(value));
        } else if (option == "Preempt") {
          add_qos_list(fields, "qos " + name, "preempt", words_in(value));
        } else {
          add_limit(limits, option, value);
        }
      }
      add_config(fields, limits);
      if (name != "normal" || fields.size() > 1) list.push_back(std::move(fields));
    }
    return list;
  }

  /// Adds the fields that accounts and associations of users have in common.
  void add_association(Fields& fields, const std::string& record, const Shown& row) {
    Fields limits;
    for (const auto& [option, value] : row) {
      if (value.empty() || option == "Parent" || option == "Coordinators" || option == "Description" ||
          option == "Organization")
        continue;
      if (option == "Fairshare") {
        if (value != "1") fields.emplace_back("fairshare", limit(value));
      } else if (option == "QOS") {
        const auto words = words_in(value);
        if (std::ranges::any_of(words, [](const std::string& word) { return word[0] == '+' || word[0] == '-'; }))
          leave_out(record + ": QOS=" + value, "the spec lists all QOS instead of changing the inherited list");
        else
          add_qos_list(fields, record, "qos", words);
      } else if (option == "DefaultQOS") {
        if (accepts_("qos.name", value))
          fields.emplace_back("defaultQos", scalar(value));
        else
          leave_out(record + ": DefaultQOS=" + value, "this QOS is not in the spec");
      } else {
        add_limit(limits, option, value);
      }
    }
    add_config(fields, limits);
  }

  static void add_config(Fields& fields, const Fields& limits) {
    std::vector<std::string> pairs;
    for (const auto& [option, value] : limits) pairs.push_back(option + ": " + value);
    if (!pairs.empty()) fields.emplace_back("config", '{' + joined(pairs, ", ") + '}');
  }

  /// Coordinators of the account itself. sacctmgr also shows those that it inherits.
  std::vector<std::string> coordinators_of(const std::string& account, const Shown& row) {
    const auto parent = dump_.records.accounts.find(value_in(&row, "Parent"));
    std::vector<std::string> inherited, own;
    if (parent != dump_.records.accounts.end()) inherited = words_in(value_in(&parent->second, "Coordinators"));
    for (const std::string& name : words_in(value_in(&row, "Coordinators"))) {
      if (std::ranges::find(inherited, name) != inherited.end()) continue;
      if (has_associations(name))
        own.push_back(name);
      else
        leave_out("account " + account + ": coordinator " + name, "this user is not in the spec");
    }
    return own;
  }

  bool has_associations(const std::string& user) const {
    return accepts_("users.name", user) && std::ranges::any_of(dump_.records.associations, [&](const auto& one) {
             const AssociationParts parts = parts_of_association(one.first);
             return parts.user == user && has_account(parts.account);
           });
  }

  bool has_account(const std::string& name) const { return name != "root" && accepts_("accounts.name", name); }

  std::vector<Fields> all_accounts() {
    std::vector<Fields> list;
    for (const auto& [name, row] : dump_.records.accounts) {
      if (name == "root") continue;
      const std::string record = "account " + name;
      if (!has_account(name)) {
        leave_out(record, "the spec does not accept this name");
        continue;
      }
      Fields fields{{"name", scalar(name)}};
      const std::string parent = value_in(&row, "Parent");
      if (has_account(parent))
        fields.emplace_back("parent", scalar(parent));
      else if (!parent.empty() && parent != "root")
        leave_out(record + ": parent " + parent, "this account is not in the spec");
      const std::string description = value_in(&row, "Description"), organization = value_in(&row, "Organization");
      if (!same_but_case(description, name)) add_text(fields, record, "accounts", "description", description);
      if (!same_but_case(organization, name)) add_text(fields, record, "accounts", "organization", organization);
      if (const auto names = coordinators_of(name, row); !names.empty())
        fields.emplace_back("coordinators", flow_list(names));
      add_association(fields, record, row);
      list.push_back(std::move(fields));
    }
    return list;
  }

  std::vector<Fields> all_users() {
    std::map<std::string, std::vector<Fields>> associations;
    for (const auto& [key, row] : dump_.records.associations) {
      const AssociationParts parts = parts_of_association(key);
      if (parts.account == "root") continue;
      if (!accepts_("users.name", parts.user) || !has_account(parts.account)) {
        leave_out("association " + key, "the spec does not accept the name of the user or the account");
        continue;
      }
      Fields fields{{"name", scalar(parts.account)}};
      if (!parts.partition.empty()) fields.emplace_back("partition", scalar(parts.partition));
      add_association(fields, "association " + key, row);
      associations[parts.user].push_back(std::move(fields));
    }
    std::vector<Fields> list;
    for (const auto& [name, accounts] : associations) list.push_back(user_of(name, accounts));
    return list;
  }

  Fields user_of(const std::string& name, const std::vector<Fields>& accounts) const {
    Fields fields{{"name", scalar(name)}};
    const auto user = dump_.records.users.find(name);
    if (user != dump_.records.users.end()) {
      const std::string level = value_in(&user->second, "AdminLevel");
      if (!level.empty() && level != "None") fields.emplace_back("adminLevel", scalar(level));
      // Without this field, the first account is the default.
      const std::string account = scalar(value_in(&user->second, "DefaultAccount"));
      if (account != accounts.front().front().second &&
          std::ranges::any_of(accounts, [&](const Fields& one) { return one.front().second == account; }))
        fields.emplace_back("defaultAccount", account);
    }
    std::vector<std::string> list;
    for (const Fields& one : accounts) list.push_back(braces(one));
    fields.emplace_back("accounts", '[' + joined(list, ", ") + ']');
    return fields;
  }

  /// The licenses that the cluster may use.
  std::vector<Fields> all_licenses() {
    std::vector<Fields> list;
    for (const auto& [key, row] : dump_.records.resources) {
      std::string_view server = key;
      const std::string name(take_until(server, '@')), record = "resource " + key;
      const std::string percent = value_in(&row, "PercentAllowed"), count = value_in(&row, "Count");
      if (percent.empty()) continue;
      if (!accepts_("licenses.name", name) || !accepts_("licenses.server", std::string(server)) || count == "0") {
        leave_out(record, "the spec does not accept its name, its server or its count");
        continue;
      }
      Fields fields{{"name", scalar(name)}, {"count", limit(count)}, {"server", scalar(std::string(server))}};
      add_text(fields, record, "licenses", "serverType", value_in(&row, "ServerType"));
      if (percent != "100") fields.emplace_back("percentAllowed", limit(percent));
      if (const std::string text = value_in(&row, "Description"); !same_but_case(text, name))
        add_text(fields, record, "licenses", "description", text);
      list.push_back(std::move(fields));
    }
    return list;
  }

  static std::string braces(const Fields& fields) {
    std::vector<std::string> pairs;
    for (const auto& [name, value] : fields) pairs.push_back(name + ": " + value);
    return '{' + joined(pairs, ", ") + '}';
  }

  /// A record on one line. With many fields, each has a line.
  static std::string list_of(const std::string& indent, const std::string& name, const std::vector<Fields>& records) {
    if (records.empty()) return {};
    std::string text = indent + name + ":\n";
    for (const Fields& fields : records) {
      if (const std::string line = braces(fields); line.size() < 110) {
        text += indent + "  - " + line + '\n';
        continue;
      }
      const char* before = "  - ";
      for (const auto& [field, value] : fields) {
        text += indent + before + field + ": " + value + '\n';
        before = "    ";
      }
    }
    return text;
  }

  const Dump& dump_;
  const Accepts& accepts_;
  Imported made_;
};

}  // namespace

Imported import_spec(const Dump& dump, const Accepts& accepts) { return Importer(dump, accepts).result(); }

}  // namespace skiff::policy
