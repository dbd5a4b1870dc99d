#include "rules/key_set.h"

#include <nlohmann/json.hpp>
#include <set>

#include "text/ascii.h"
#include "text/quote.h"

namespace skiff {
namespace {

using Json = nlohmann::json;

// From 26.05 on, `alg` is optional, as RFC 7517 (4.4) says.
constexpr Version alg_is_optional{26, 5};

/// A member that is a string; "" if there is none.
std::string text_of(const Json& key, const char* name) {
  const auto found = key.find(name);
  return found != key.end() && found->is_string() ? found->get<std::string>() : std::string();
}

bool is_base64url(std::string_view text) {
  return !text.empty() && text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") ==
                              std::string_view::npos;
}

class KeySet {
 public:
  explicit KeySet(const Version& slurm) : optional_(slurm >= alg_is_optional) {}

  /// What is wrong with the key; "" if nothing is.
  std::string add(const Json& key) {
    if (!key.is_object()) return "must be an object";
    const std::string kid = text_of(key, "kid"), alg = text_of(key, "alg"), type = text_of(key, "kty");
    if (type == "oct" || key.contains("d")) return "is a private key; a key set of spec.auth.jwt has public keys alone";
    if (kid.empty()) return "has no \"kid\", and Slurm does not start with such a key";
    if (!ids_.insert(kid).second) return "has the \"kid\" of an earlier key, and Slurm would use only that one";
    if (alg.empty() && type != "RSA" && !optional_)
      return "has no \"alg\", and Slurm does not start with such a key unless it is an RSA key";
    if (type != "RSA" && same_but_case(alg, "RS256")) return "has \"alg\": \"RS256\", which needs \"kty\": \"RSA\"";
    if (type != "RSA" || !same_but_case(alg.empty() ? "RS256" : alg, "RS256")) return {};
    for (const char* part : {"n", "e"})
      if (!is_base64url(text_of(key, part))) return "has no " + quote(part) + " in base64url, which an RSA key needs";
    usable_ = usable_ || optional_ || !alg.empty();
    return {};
  }

  bool usable() const { return usable_; }
  std::string wanted() const { return optional_ ? "\"kty\": \"RSA\"" : "\"kty\": \"RSA\" and \"alg\": \"RS256\""; }

 private:
  bool optional_;
  bool usable_ = false;
  std::set<std::string> ids_;
};

}  // namespace

std::string bad_key_set(std::string_view text, const Version& slurm) {
  const Json set = Json::parse(text, nullptr, false);
  if (set.is_discarded()) return "it must be JSON";
  const auto keys = set.is_object() ? set.find("keys") : set.end();
  if (keys == set.end() || !keys->is_array()) return "it must be a JSON object with a list \"keys\"";
  KeySet checked(slurm);
  for (std::size_t i = 0; i < keys->size(); ++i)
    if (const std::string problem = checked.add((*keys)[i]); !problem.empty())
      return "keys[" + std::to_string(i) + "] " + problem;
  if (!checked.usable()) return "it has no key with " + checked.wanted() + ", and Slurm verifies no other signatures";
  return {};
}

}  // namespace skiff
