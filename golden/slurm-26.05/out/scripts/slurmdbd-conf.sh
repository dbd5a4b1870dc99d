#!/usr/bin/env bash
# Init container of slurmdbd: adds the database's password, from a mounted Secret, to the compiled slurmdbd.conf, which
# holds none. slurmdbd wants the file to be its own and closed to others, which no mounted file is.
#   slurmdbd-conf.sh [CONF-FOLDER PASSWORD-FILE FOLDER]
# Never prints the password, not even in part.
set -euo pipefail
export LC_ALL=C
source=/etc/skiff/slurmdbd
password_file=/etc/skiff/password/password
target=/run/slurmdbd
if [ "$#" -gt 0 ]; then
  source=$1
  password_file=$2
  target=$3
fi

# Says why there is no configuration, and ends.
refuse() {
  printf 'slurmdbd-conf: %s\n' "$*" >&2
  exit 1
}

[ -r "$source/slurmdbd.conf" ] || refuse "cannot read $source/slurmdbd.conf"
[ -r "$password_file" ] || refuse "cannot read the password's file $password_file"
if grep -qi '^[[:space:]]*StoragePass[[:space:]]*[-+*/]\?=' "$source/slurmdbd.conf"; then
  refuse "the mounted slurmdbd.conf holds a StoragePass: only the Secret may"
fi
# Bash would drop a zero byte and go on with another password.
if [ "$(tr -d '\0' <"$password_file" | wc --bytes)" -ne "$(wc --bytes <"$password_file")" ]; then
  refuse "the password holds a zero byte"
fi
# Without the line end that editors and `echo` leave.
password=$(cat "$password_file")
# Slurm's parser ends a value at the quote and the line at #, quoted or not, and drops backslashes.
case $password in
  '') refuse "the password in $password_file is empty" ;;
  *'"'*) refuse 'the password holds a quote ("), which slurmdbd.conf cannot express' ;;
  *'#'*) refuse 'the password holds a #, which slurmdbd.conf cannot express' ;;
  *\\*) refuse 'the password holds a backslash, which slurmdbd.conf cannot express' ;;
  *[[:cntrl:]]*) refuse "the password holds a line end or another control character" ;;
esac

# Whole or not at all, and never readable by others, not even for a moment.
umask 077
new=$target/.slurmdbd.conf.new
rm -f "$new"
{
  cat "$source/slurmdbd.conf"
  printf '\n# From the Secret.\nStoragePass="%s"\n' "$password"
} >"$new"
mv "$new" "$target/slurmdbd.conf"
# auth/slurm looks for its key beside the configuration. It is mounted in slurmdbd's container, not here.
for key in slurm.key slurm.jwks; do
  ln -sfn "/etc/slurm/$key" "$target/$key"
done
printf 'slurmdbd-conf: wrote %s\n' "$target/slurmdbd.conf" >&2
