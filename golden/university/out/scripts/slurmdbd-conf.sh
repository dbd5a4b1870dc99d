#!/usr/bin/env bash
# Init container of slurmdbd: creates the directory of the archive (ArchiveDir), without which slurmdbd exits, and adds the database password
# from a mounted Secret to the compiled slurmdbd.conf, which contains no password.
# slurmdbd requires that it owns the file and that no other user can read it. A mounted file cannot meet this, so the script writes a new
# one.
#   slurmdbd-conf.sh [CONF-DIRECTORY PASSWORD-FILE DIRECTORY]
#     CONF-DIRECTORY   directory of the compiled slurmdbd.conf
#     PASSWORD-FILE    the mounted password
#     DIRECTORY        where the complete slurmdbd.conf is written
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

# Prints why no configuration is written, and exits with an error.
refuse() {
  printf 'slurmdbd-conf: %s\n' "$*" >&2
  exit 1
}

[ -r "$source/slurmdbd.conf" ] || refuse "cannot read $source/slurmdbd.conf"
[ -r "$password_file" ] || refuse "cannot read the password file $password_file"
if grep -qi '^[[:space:]]*StoragePass[[:space:]]*[-+*/]\?=' "$source/slurmdbd.conf"; then
  refuse "the mounted slurmdbd.conf contains StoragePass: only the Secret may contain the password"
fi
# Bash drops zero bytes, so slurmdbd would get a different password.
if [ "$(tr -d '\0' <"$password_file" | wc --bytes)" -ne "$(wc --bytes <"$password_file")" ]; then
  refuse "the password contains a zero byte"
fi
# $(...) removes the newline that editors and `echo` add at the end.
password=$(cat "$password_file")
# Slurm's parser ends a value at a quote, ends the line at #, even inside quotes, and drops backslashes.
case $password in
  '') refuse "the password in $password_file is empty" ;;
  *'"'*) refuse 'the password contains a quote ("), which slurmdbd.conf cannot express' ;;
  *'#'*) refuse 'the password contains a #, which slurmdbd.conf cannot express' ;;
  *\\*) refuse 'the password contains a backslash, which slurmdbd.conf cannot express' ;;
  *[[:cntrl:]]*) refuse "the password contains a newline or another control character" ;;
esac

archive=$(sed -n 's/^ArchiveDir=//p' "$source/slurmdbd.conf")
if [ -n "$archive" ]; then
  (umask 027 && mkdir -p "$archive") || refuse "cannot create the directory of the archive: user $(id --user) must be able to write to its volume"
  [ -w "$archive" ] || refuse "user $(id --user) cannot write to the directory of the archive, $archive"
fi

# Write the file atomically, and never let other users read it, not even for a moment.
umask 077
new=$target/.slurmdbd.conf.new
rm -f "$new"
{
  cat "$source/slurmdbd.conf"
  printf '\n# From the Secret.\nStoragePass="%s"\n' "$password"
} >"$new"
mv "$new" "$target/slurmdbd.conf"
# auth/slurm looks for its key beside the configuration. The key is mounted in slurmdbd's container, but not in this one. So create links to
# it.
for key in slurm.key slurm.jwks; do
  ln -sfn "/etc/slurm/$key" "$target/$key"
done
printf 'slurmdbd-conf: wrote %s\n' "$target/slurmdbd.conf" >&2
