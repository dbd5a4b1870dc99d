#!/usr/bin/env bash
# `skiff keys`: ssh-keygen reads the host keys and signs with them, and the other values have the form that Slurm needs. The transcript keys.t
# has the messages.
# shellcheck source-path=SCRIPTDIR source=harness.sh
source "$(dirname "$0")/harness.sh"

# The Secrets that a spec needs: spec WORDS. The words are the fields of spec beside images and nodeSets.
spec() {
  printf '%s\n' 'apiVersion: skiff/v1alpha1' 'kind: SlurmCluster' 'metadata: {name: atlas}' \
    'spec:' '  images: {registry: registry.example.com/skiff}' \
    '  nodeSets: [{name: cpu, replicas: 1, hardware: {cpus: 1, memory: 2Gi}}]' "$@" >cluster.yaml
}

# Prints the bytes of a value in the last output: value SECRET KEY
value() {
  awk -v secret="$1" -v key="$2:" '
    $1 == "name:" { name = $2 }
    name == secret && $1 == key { gsub(/"/, ""); print $2 }' "$work/out" | base64 --decode
}

# Prints the keys of a Secret of the last output: keys_of SECRET
keys_of() {
  awk -v secret="$1" '
    $1 == "name:" { name = $2 }
    /^[^ ]/ { data = $1 == "data:" }
    data && /^ / && name == secret { sub(":", "", $1); print $1 }' "$work/out" | paste -sd' '
}

size_of() {
  value "$1" "$2" | wc -c
}

spec '  auth: {keys: {file: slurm.jwks}}' '  restApi: {}' \
  '  accounting: {database: {mariadb: {size: 1Gi}, passwordSecret: {name: db, key: db-password}}}' \
  '  login:' \
  '    - {name: one, hostKeys: {types: [ed25519, ecdsa]}}' \
  '    - {name: two, hostKeys: {types: [rsa, ed25519]}}' \
  '    - {name: three, hostKeys: {secretName: three-keys}}'
run keys cluster.yaml
expect_status 0
expect_no_err
expect 'Secrets in the order of the spec' test "$(sed -n 's/^  name: //p' "$work/out" | paste -sd' ')" = 'slurm-keys db ssh-host-keys three-keys'
expect 'the keys of Slurm' test "$(keys_of slurm-keys)" = 'slurm.jwks jwt_hs256.key'
expect 'the password' test "$(keys_of db)" = db-password
expect 'the host keys of two sets in one Secret' test "$(keys_of ssh-host-keys)" = \
  'ssh_host_ed25519_key ssh_host_ed25519_key.pub ssh_host_ecdsa_key ssh_host_ecdsa_key.pub ssh_host_rsa_key ssh_host_rsa_key.pub'
expect 'the host key of the third set' test "$(keys_of three-keys)" = 'ssh_host_ed25519_key ssh_host_ed25519_key.pub'
expect 'a different key for the third set' test "$(value three-keys ssh_host_ed25519_key.pub)" != "$(value ssh-host-keys ssh_host_ed25519_key.pub)"
expect 'a password that slurmdbd.conf can express' grep -qxE '[0-9a-f]{48}' <(value db db-password)
expect 'a token key of 32 bytes' test "$(size_of slurm-keys jwt_hs256.key)" = 32
value slurm-keys slurm.jwks >key-set
form=$(jq --compact-output '.keys |= map(.kid |= test("^[0-9a-f]{8}$") | .k |= test("^[-_0-9A-Za-z]{64}$"))' key-set)
expect 'a key set with one key, the default' test "$form" = \
  '{"keys":[{"alg":"HS256","kty":"oct","kid":true,"use":"default","k":true}]}'
expect 'a uid for each Secret' test "$(grep -cE '^  uid: "?[0-9a-f-]{36}"?$' "$work/out")" = 4

# Prints all values of an output, sorted: values FILE
values() {
  sed -nE 's/^  [a-z_0-9.-]+: "?([A-Za-z0-9+/=-]{36,})"?$/\1/p' "$1" | sort
}

# Each private key belongs to its public key: ssh-keygen derives the public key, signs, and verifies.
umask 077
for type in ed25519 ecdsa rsa; do
  value ssh-host-keys "ssh_host_${type}_key" >"$type"
  value ssh-host-keys "ssh_host_${type}_key.pub" >"$type.pub"
  expect "a private key of the type $type" bash -c "ssh-keygen -y -P '' -f $type | cmp - $type.pub"
  echo text >signed
  expect "a signature with $type" bash -c "ssh-keygen -q -Y sign -f $type -n test signed 2>$work/said && mv signed.sig $type.sig"
  expect "that it is valid with $type" bash -c "ssh-keygen -Y check-novalidate -n test -s $type.sig <signed >$work/said 2>&1"
done
expect 'RSA of 3072 bits' bash -c "ssh-keygen -l -f rsa.pub | grep -q '^3072 '"

# Nothing is the same twice.
cp "$work/out" first
expect 'all values' test "$(values first | wc -l)" = 15
run keys cluster.yaml
expect 'other values each time' test -z "$(values "$work/out" | comm -12 - <(values first))"

# With one key, and with munge.
spec
run keys cluster.yaml
expect 'the key of auth/slurm' test "$(keys_of slurm-keys) $(size_of slurm-keys slurm.key)" = 'slurm.key 1024'
spec '  auth: {method: munge}'
run keys cluster.yaml
expect 'the key of munge' test "$(keys_of slurm-keys) $(size_of slurm-keys munge.key)" = 'munge.key 1024'

# Secrets do not go to a terminal.
said='skiff keys in a terminal'
# shellcheck disable=SC2016 # script's shell expands it
skiff=$skiff script -qec '"$skiff" keys cluster.yaml' /dev/null >"$work/out" </dev/null || status=$?
expect_status 2
expect_out 'standard output is a terminal'
expect 'no value' bash -c "! grep -q 'munge.key' '$work/out'"

# A spec with errors prints no Secret.
bad_spec bad.yaml
run keys bad.yaml
expect_status 1
expect_no_out

finish
