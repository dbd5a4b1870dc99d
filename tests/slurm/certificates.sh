#!/usr/bin/env bash
# Sourced by tests of servers with TLS: an authority, and certificates that it signs.

# Makes a directory with an authority: make_authority FOLDER
make_authority() {
  mkdir -p "$1"
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj "/CN=authority of the test" \
    -keyout "$1/ca.key" -out "$1/ca.crt" 2>/dev/null
}

# Makes the certificate of the server: certificate FOLDER DAYS HOST...
# With 0 days it has expired when it is made.
certificate() {
  certificate_for server "$@"
}

# Makes a certificate and its key, NAME.crt and NAME.key: certificate_for NAME FOLDER DAYS HOST...
certificate_for() {
  local name=$1 folder=$2 days=$3 names
  shift 3
  names=$(printf ',DNS:%s' "$@")
  openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=$1" -keyout "$folder/$name.key" \
    -out "$folder/$name.csr" 2>/dev/null
  openssl x509 -req -in "$folder/$name.csr" -CA "$folder/ca.crt" -CAkey "$folder/ca.key" -set_serial "$RANDOM" -days "$days" \
    -extfile <(echo "subjectAltName=${names#,}") -out "$folder/$name.crt" 2>/dev/null
}
