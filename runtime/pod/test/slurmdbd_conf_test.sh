#!/usr/bin/env bash
# Tests slurmdbd-conf.sh: it writes a private file with exactly the Secret's password, or no file, and never prints the password.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=fake.sh
. "$(dirname "${BASH_SOURCE[0]}")/fake.sh"
mkdir "$lab/conf" "$lab/run"
printf 'DbdHost=db\nStorageType=accounting_storage/mysql\n' >"$lab/conf/slurmdbd.conf"

# Runs the program under test with a password.
configure() {
  printf '%b' "$1" >"$lab/password"
  rm -f "$lab/run"/*
  "$pod/slurmdbd-conf.sh" "$lab/conf" "$lab/password" "$lab/run" >"$lab/out" 2>&1
}

# shellcheck disable=SC2016 # as they are
for password in 'simple' 'with blank and $HOME `id` $(id)' "quote'single" '=%*/+-' 'umlaut-\303\244'; do
  new_case "the password $password is accepted"
  configure "$password\n" || bad "exit code $?"
  [ "$(stat --format=%a "$lab/run/slurmdbd.conf")" = 600 ] || bad "other users may read it"
  printf 'DbdHost=db\nStorageType=accounting_storage/mysql\n\n# From the Secret.\nStoragePass="%b"\n' "$password" >"$lab/want"
  cmp "$lab/want" "$lab/run/slurmdbd.conf" || bad "unexpected content"
  if grep -qF -- "$(printf '%b' "$password")" "$lab/out"; then
    bad "prints the password"
  fi
  for key in slurm.key slurm.jwks; do
    [ "$(readlink "$lab/run/$key")" = "/etc/slurm/$key" ] || bad "no link $key"
  done
done

for password in '' '\n' 'secret"x' 'secret#x' 'secret\\\\x' 'secret\nStorageUser=root' 'secret\rx' 'secret\000x' 'secret\tx'; do
  new_case "the password $password is rejected"
  if configure "$password"; then
    bad "accepted"
  fi
  says 'slurmdbd-conf: the password'
  if grep -q secret "$lab/out"; then
    bad "prints the password"
  fi
  [ ! -e "$lab/run/slurmdbd.conf" ] || bad "wrote a configuration"
done

new_case "the directory of the archive is created, and kept if it exists"
printf 'ArchiveDir=%s\n' "$lab/archive/slurm-archive" >>"$lab/conf/slurmdbd.conf"
mkdir "$lab/archive"
configure good || bad "exit code $?"
[ "$(stat --format=%a "$lab/archive/slurm-archive")" = 750 ] || bad "other users may read the archive"
touch "$lab/archive/slurm-archive/records"
configure good || bad "exit code $?"
[ -e "$lab/archive/slurm-archive/records" ] || bad "the archive is gone"

new_case "a directory that cannot be created is an error"
rm -r "$lab/archive"
touch "$lab/archive"
if configure good; then
  bad "accepted"
fi
says 'cannot create the directory of the archive'
[ ! -e "$lab/run/slurmdbd.conf" ] || bad "wrote a configuration"
sed -i '/ArchiveDir/d' "$lab/conf/slurmdbd.conf"

new_case "StoragePass in the ConfigMap is rejected"
echo ' storagepass = x' >>"$lab/conf/slurmdbd.conf"
if configure good; then
  bad "accepted"
fi
says 'only the Secret may'

new_case "a missing password file is an error"
rm "$lab/password"
if "$pod/slurmdbd-conf.sh" "$lab/conf" "$lab/password" "$lab/run" >"$lab/out" 2>&1; then
  bad "accepted"
fi
says "cannot read the password file"
finish
