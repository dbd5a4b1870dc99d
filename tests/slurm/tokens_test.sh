#!/usr/bin/env bash
# Tests tokens and the key set of an identity provider with the real Slurm of several releases at once; see tokens.sh.
#   tokens_test.sh SKIFF RELEASE...
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=../lib/need.sh
. "$here/../lib/need.sh"
# shellcheck source-path=SCRIPTDIR source=labs.sh
. "$here/labs.sh"
need openssl jq
skiff=$1
shift

base64url() {
  base64 --wrap=0 | tr '+/' '-_' | tr -d =
}

# Prints the public key of a file as a JSON Web Key with this name: public_key FILE KID
public_key() {
  local modulus
  modulus=$(openssl rsa -in "$1" -noout -modulus)
  jq --null-input --compact-output --arg kid "$2" --arg n "$(basenc --base16 --decode <<<"${modulus#*=}" | base64url)" \
    '{kid: $kid, kty: "RSA", alg: "RS256", use: "sig", e: "AQAB", n: $n}'
}

# Prints a token that is signed with the key of a file: token FILE KID CLAIMS
token() {
  local signed
  signed=$(printf '{"alg": "RS256", "typ": "JWT", "kid": "%s"}' "$2" | base64url).$(printf '%s' "$3" | base64url)
  printf '%s.%s\n' "$signed" "$(printf '%s' "$signed" | openssl dgst -sha256 -sign "$1" -binary | base64url)"
}

# Writes the key sets and tokens of an identity provider: provider FOLDER
provider() {
  local name now
  now=$(date +%s)
  mkdir "$1/tokens"
  for name in first second other; do
    openssl genrsa -out "$1/$name.pem" 2048 2>/dev/null
  done
  # A key of another type, as providers have them, and the first or second RSA key.
  for name in first second; do
    jq --slurp '{keys: ([{kid: "curve", kty: "EC", alg: "ES256", crv: "P-256", x: "AQ", y: "AQ"}] + .)}' \
      < <(public_key "$1/$name.pem" "$name") >"$1/$name.jwks"
  done
  token "$1/first.pem" first "{\"preferred_username\": \"alice\", \"exp\": $((now + 7200))}" >"$1/tokens/alice"
  token "$1/first.pem" first "{\"preferred_username\": \"alice\", \"exp\": $((now - 60))}" >"$1/tokens/expired"
  token "$1/first.pem" first "{\"email\": \"alice@example.com\", \"exp\": $((now + 7200))}" >"$1/tokens/nameless"
  token "$1/first.pem" first "{\"preferred_username\": \"root\", \"exp\": $((now + 7200))}" >"$1/tokens/root"
  token "$1/other.pem" first "{\"preferred_username\": \"alice\", \"exp\": $((now + 7200))}" >"$1/tokens/forged"
  token "$1/second.pem" second "{\"preferred_username\": \"alice\", \"exp\": $((now + 7200))}" >"$1/tokens/later"
}

# Starts the test of one release, in its own directory: begin_release RELEASE
begin_release() {
  local release=$1 dir
  lab_ask "$here/roots.sh" --for "$release"
  dir=$(lab_folder "$release")
  printf '%s\n' "$release" >"$dir/release"
  provider "$dir"
  sed "s/RELEASE/$release/" "$here/tokens.yaml" >"$dir/cluster.yaml"
  sed 's/first.jwks/second.jwks/; s/userTokens: true/userTokens: false/' "$dir/cluster.yaml" >"$dir/next.yaml"
  "$skiff" build "$dir/cluster.yaml" -o "$dir/out"
  "$skiff" build "$dir/next.yaml" -o "$dir/next-out"
  lab_begin 600 "$dir" "$here/in_root.sh" "${said##* }" "$dir" /w/lab/tokens.sh
}

lab_releases tokens "$@"
