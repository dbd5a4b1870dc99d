#include "sidecar/service_tokens.h"

#include <nlohmann/json.hpp>

#include "text/split.h"

namespace skiff::sidecar {
namespace {

using nlohmann::json;

// The clocks of the pods may differ by this, in seconds.
constexpr std::int64_t clock_difference = 60;

// The value of a character of base64 or base64url; -1 if it is none.
int value_of(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+' || c == '-') return 62;
  return c == '/' || c == '_' ? 63 : -1;
}

std::optional<std::string> decoded(std::string_view text) {
  while (text.ends_with('=')) text.remove_suffix(1);
  std::string bytes;
  unsigned bits = 0;
  int count = 0;
  for (const char c : text) {
    const int value = value_of(c);
    if (value < 0) return std::nullopt;
    bits = bits << 6 | static_cast<unsigned>(value);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 0xff);
  }
  return bytes;
}

// Header, claims and signature in base64url.
bool is_token(std::string_view text) {
  int dots = 0;
  for (const char c : text) {
    if (c == '.')
      ++dots;
    else if (value_of(c) < 0)
      return false;
  }
  return dots == 2 && !text.starts_with('.') && !text.ends_with('.');
}

}  // namespace

std::optional<TokenClaims> read_claims(std::string_view token) {
  if (!is_token(token)) return std::nullopt;
  take_until(token, '.');
  const auto text = decoded(take_until(token, '.'));
  const json claims = text ? json::parse(*text, nullptr, false) : json();
  if (!claims.is_object()) return std::nullopt;
  const auto user = claims.find("sun"), expires = claims.find("exp");
  if (user == claims.end() || !user->is_string() || expires == claims.end() || !expires->is_number_integer())
    return std::nullopt;
  return TokenClaims{*user, *expires};
}

std::optional<std::string> token_in_secret(std::string_view text) {
  const json secret = json::parse(text, nullptr, false);
  if (!secret.is_object()) return std::nullopt;
  const auto data = secret.find("data");
  if (data == secret.end() || !data->is_object()) return std::nullopt;
  const auto token = data->find(token_key);
  if (token == data->end() || !token->is_string()) return std::nullopt;
  return decoded(token->get_ref<const std::string&>());
}

std::optional<std::string> token_in_output(std::string_view text) {
  const std::string_view line = take_until(text, '\n');
  const std::string name = std::string(token_key) + "=";
  if (!line.starts_with(name) || !is_token(line.substr(name.size()))) return std::nullopt;
  return std::string(line.substr(name.size()));
}

bool is_due(const std::optional<TokenClaims>& claims, const ServiceToken& wanted, std::int64_t now) {
  if (!claims || claims->user != wanted.user) return true;
  const std::int64_t left = claims->expires - now;
  return left <= wanted.lifetime / 2 || left > wanted.lifetime + clock_difference;
}

std::string token_patch(std::string_view token) { return json{{"stringData", {{token_key, token}}}}.dump(); }

}  // namespace skiff::sidecar
