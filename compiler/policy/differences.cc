#include "policy/differences.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>

#include "policy/values.h"
#include "text/quote.h"
#include "text/split.h"

namespace skiff::policy {
namespace {

using Kind = Difference::Kind;

/// The record with this key; null if the database does not have it.
const Shown* row_of(const Records& records, std::string_view key) {
  const auto& rows = rows_of(records, take_until(key, ' '));
  const auto found = rows.find(std::string(key));
  return found == rows.end() ? nullptr : &found->second;
}

/// The name in a call of one record. `names` may have a prefix such as `Name=`.
std::string name_in(const Call& call) {
  const std::string& word = call.words[call.names];
  return word.substr(word.find('=') == word.npos ? 0 : word.find('=') + 1);
}

class Comparing {
 public:
  Comparing(const Decision& decision, const Records& records) : records_(records) {
    for (const Call& call : decision.calls)
      for (std::size_t number = 0; number < call.keys.size(); ++number) take(only(call, number));
  }

  std::vector<Difference> result() {
    std::erase_if(found_, [](const Difference& one) { return one.kind == Kind::change && one.options.empty(); });
    return std::move(found_);
  }

 private:
  void take(const Call& call) {
    const std::string &verb = call.words[0], &kind = call.words[1], &key = call.keys.front();
    if (kind == "coordinator") return take_coordinator(key, name_in(call), verb == "add");
    if (verb == "modify") return take_options(call, key);
    if (verb == "add") return kind == "resource" ? add_resource(call, key) : add(call, key);
    // Without an account, the call removes the user with all associations in the cluster.
    const bool whole_user = kind == "user" && std::ranges::none_of(call.words, [](const std::string& word) {
                              return word.starts_with("Account=");
                            });
    of(whole_user ? "user " + name_in(call) : key, Kind::remove);
  }

  void add(const Call& call, const std::string& key) {
    Difference& one = of(key, Kind::add);
    for (const std::string& word : call.words)
      if (word.starts_with("Parent=") && word != "Parent=root") one.options.push_back({"Parent", "", word.substr(7)});
  }

  /// The options of a new resource, or what the cluster may use of one that exists.
  void add_resource(const Call& call, const std::string& key) {
    Difference& one = of(key, row_of(records_, key) ? Kind::change : Kind::add);
    for (const std::string& word : call.words) {
      const std::size_t equals = word.find('=');
      const std::string_view option = std::string_view(word).substr(0, equals);
      if (equals == word.npos || option == "Name" || option == "Server" || option == "Type" || option == "Cluster")
        continue;
      one.options.push_back({std::string(option), "", word.substr(equals + 1)});
    }
  }

  void take_options(const Call& call, const std::string& key) {
    const auto set = std::ranges::find(call.words, "set");
    for (auto word = set == call.words.end() ? set : set + 1; word != call.words.end(); ++word) {
      const std::size_t equals = word->find('=');
      if (equals == word->npos) continue;
      const std::string option = word->substr(0, equals);
      const std::string before = value_in(row_of(records_, key), option);
      const std::string after = value_after(option, word->substr(equals + 1), before);
      if (!same_value(option, before, after)) of(key, Kind::change).options.push_back({option, before, after});
    }
  }

  void take_coordinator(const std::string& key, const std::string& name, bool added) {
    of(key, Kind::change).options.push_back({"Coordinators", added ? "" : name, added ? name : ""});
  }

  /// The difference of a record. If it is new, the record is added, changed or removed, as `kind` says.
  Difference& of(const std::string& key, Kind kind) {
    const auto [place, fresh] = places_.emplace(key, found_.size());
    // sacctmgr makes a user together with the first association.
    if (fresh) {
      if (kind == Kind::change && !row_of(records_, key)) kind = Kind::add;
      found_.push_back({kind, key, {}});
    }
    return found_[place->second];
  }

  const Records& records_;
  std::map<std::string, std::size_t> places_;
  std::vector<Difference> found_;
};

const char* word_of(Kind kind) { return kind == Kind::add ? "add" : kind == Kind::remove ? "remove" : "change"; }

}  // namespace

std::vector<Difference> differences(const Decision& decision, const Records& records) {
  return Comparing(decision, records).result();
}

std::string text_of(const std::vector<Difference>& differences, const Decision& decision) {
  std::string text;
  for (const Difference& one : differences) {
    text += (one.kind == Kind::add ? "+ " : one.kind == Kind::remove ? "- " : "  ") + one_line(one.record) + '\n';
    for (const OptionChange& option : one.options) {
      if (!option.before.empty()) text += "-   " + one_line(option.name + '=' + option.before) + '\n';
      if (!option.after.empty()) text += "+   " + one_line(option.name + '=' + option.after) + '\n';
    }
  }
  if (decision.unlisted.empty()) return text;
  text += std::string(text.empty() ? "" : "\n") + "Not in the spec, left unchanged:\n";
  for (const std::string& key : decision.unlisted)
    text += "  " + one_line(key) + (decision.with_usage.contains(key) ? " (has usage)\n" : "\n");
  return text;
}

std::string json_of(const std::vector<Difference>& differences, const Decision& decision) {
  using nlohmann::ordered_json;
  ordered_json changes = ordered_json::array();
  for (const Difference& one : differences) {
    ordered_json options = ordered_json::array();
    for (const OptionChange& option : one.options)
      options.push_back({{"name", option.name}, {"before", option.before}, {"after", option.after}});
    changes.push_back({{"record", one.record}, {"action", word_of(one.kind)}, {"options", std::move(options)}});
  }
  const ordered_json all{
      {"changes", std::move(changes)}, {"leftUnchanged", decision.unlisted}, {"haveUsage", decision.with_usage}};
  // Texts in accounting records need not be UTF-8.
  return all.dump(2, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

std::string summary_of(const std::vector<Difference>& differences) {
  const auto count = [&](Kind kind) {
    return std::to_string(std::ranges::count(differences, kind, &Difference::kind));
  };
  return count(Kind::add) + " to add, " + count(Kind::change) + " to change, " + count(Kind::remove) + " to remove";
}

}  // namespace skiff::policy
