#!/usr/bin/env bash
# Users of a directory (docs/users.md) on a real node, with a real slapd: the same names in all pods, logins with the keys of the directory, the
# filter that decides who may log in, an account that expires, home directories, groups of partitions. The directory goes away and refuses the password. Then the
# settings are a complete sssd.conf, and at the end the cluster has a jail.
#   directory_test.sh [SKIFF]      SKIFF is the compiler, default build/skiff
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=$(cd "$here/../../.." && pwd)
skiff=${1:-$top/build/skiff}
# shellcheck source-path=SCRIPTDIR source=cluster.sh
. "$here/cluster.sh"
# shellcheck source-path=SCRIPTDIR source=manual.sh
. "$here/manual.sh"
# shellcheck source-path=SCRIPTDIR source=names.sh
. "$here/names.sh"
# shellcheck source-path=SCRIPTDIR source=logins.sh
. "$here/logins.sh"
# shellcheck source-path=SCRIPTDIR source=../../slurm/ldap.sh
. "$here/../../slurm/ldap.sh"
# shellcheck source-path=SCRIPTDIR source=../../lib/need.sh
. "$here/../../lib/need.sh"
need openssl
# shellcheck disable=SC2034 # used by what is sourced
namespace=slurm login_pod=campus-login-0
out=$dir/out
spec=$dir/directory.yaml
base=dc=example,dc=com
all=(campus-slurmctld-0 campus-slurmdbd-0 campus-mariadb-0 campus-login-0 cpu-0)
root=$("$top/tests/slurm/roots.sh" --for 24.11 | cut -d' ' -f3)

# Runs a program of the root filesystem with slapd, in the node's network: in_directory COMMAND...
# The files of the directory are at /mnt.
in_directory() {
  # shellcheck disable=SC2016 # expanded by the inner shell
  "$here/node.sh" in "$dir" unshare --mount sh -c 'mount --bind "$1" "$2/mnt" && shift && exec chroot "$@"' - "$dir/ldap" "$root" "$@"
}

start_directory() {
  in_directory slapd -d 0 -f /mnt/slapd.conf -h ldaps://10.99.0.1/ &
  within 10 answers
}
stop_directory() {
  kill "$(cat "$dir/ldap/pid")"
  wait "$!" || true
}

# Runs a command of ldap-utils as the user that sssd binds as. The name of the server is one of the cluster only.
ldap() {
  in_directory env LDAPTLS_REQCERT=never "$1" -x -H ldaps://10.99.0.1/ -D "cn=reader,$base" -y /mnt/password "${@:2}"
}
answers() {
  ldap ldapsearch -s base -b '' 1.1
}

# Prints the entries. The directory itself computes memberOf.
entries() {
  top_entries "$base"
  user_entry "$base" carol 5001 5000 "$dir/key.pub"
  user_entry "$base" dave 5002 5002 "$dir/key.pub"
  user_entry "$base" erin 5003 5003 "$dir/key.pub"
  group_entry "$base" physics 5000 carol
  group_entry "$base" hpc 5009 carol erin
}

# Succeeds when slurmctld's pod is unready because of sssd, whose log says why: unready REGEX
unready() {
  k get pod campus-slurmctld-0 --output 'jsonpath={.status.conditions[?(@.type=="ContainersReady")].message}' | grep -F '[sssd]' >/dev/null &&
    k logs campus-slurmctld-0 --container sssd | grep check-directory | tail -n 1 | grep -E "$1" >/dev/null
}
ready() {
  [ "$(k get pod campus-slurmctld-0 --output 'jsonpath={.status.conditions[?(@.type=="Ready")].status}')" = True ]
}

# Replaces the password in the Secret: another_password FILE
another_password() {
  k create secret generic ldap-bind --from-file=password="$1" --dry-run=client --output=yaml |
    k apply --server-side --force-conflicts --filename=- >/dev/null
}

# Replaces the pods that keep their old template, and waits until all pods know a user: renew_pods WHAT USER
renew_pods() {
  k rollout status statefulset/campus-slurmctld --timeout=300s >/dev/null
  k delete pod campus-login-0 cpu-0 >/dev/null
  k wait --for=condition=Ready pod "${all[@]}" --timeout=300s >/dev/null || fail "the pods are not ready with $1"
  within 60 known_everywhere "$2"
  within 60 node_is_idle cpu-0
}

# Sets the day of 1970 on which the account of a user expires: expires NAME DAY
expires() {
  printf 'dn: uid=%s,ou=people,%s\nchangetype: modify\nreplace: shadowExpire\nshadowExpire: %s\n' "$1" "$base" "$2" | ldap ldapmodify >/dev/null
}
refused() {
  ! as "$1" true 2>/dev/null
}

# The key is known with the images.
sed 's/, keys: \["KEY"\]//' "$here/directory.yaml" >"$spec"
"$skiff" build "$spec" -o "$out" >&2
node_for "$out" 4
ssh-keygen -y -f "$dir/key" >"$dir/key.pub"
sed "s|KEY|$(cat "$dir/key.pub")|" "$here/directory.yaml" >"$spec"
make_authority "$dir/ldap"
mkdir "$dir/ldap/db"
certificate "$dir/ldap" 30 directory.slurm.svc.cluster.local
head -c 24 /dev/urandom | base64 | tr -d '+/=\n' >"$dir/ldap/password"
chmod 600 "$dir/ldap/password"
slapd_conf /mnt "$base" "cn=reader,$base" "$(cat "$dir/ldap/password")" >"$dir/ldap/slapd.conf"
start_directory
ldap ldapadd < <(entries) >/dev/null
printf '%s' 'key of carol 1' >"$dir/ldap/typed"
for user in carol dave erin; do
  ldap ldappasswd -T /mnt/typed "uid=$user,ou=people,$base"
done
k apply --filename=- >/dev/null <<'CONF'
apiVersion: v1
kind: Service
metadata: {name: directory}
spec: {ports: [{name: ldaps, port: 636}]}
---
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: {name: directory, labels: {kubernetes.io/service-name: directory}}
addressType: IPv4
ports: [{name: ldaps, port: 636}]
endpoints: [{addresses: [10.99.0.1]}]
CONF
welcome_reader
reader "cd '$dir/ldap'"
follow users 'kubectl -n slurm create configmap campus-ca'
k create secret generic slurm-database --from-file=password="$dir/ldap/password" >/dev/null
start=$(now)
"$skiff" build "$spec" -o "$out" >&2
k apply --kustomize "$out" >/dev/null
within 180 k get pod "${all[@]}"
k wait --for=condition=Ready pod "${all[@]}" --timeout=720s >/dev/null || fail "the pods are not ready"
within 60 node_is_idle cpu-0
took "$start" 'all pods ready, the node idle'

known_everywhere carol || fail "the pods do not agree on carol: $(cat "$dir/names")"
grep -x 'carol:\*:5001:5000:carol:/home/carol:/bin/bash' "$dir/names" >/dev/null || fail "carol is another user: $(cat "$dir/names")"
known_everywhere gina || fail "the pods do not agree on gina: $(cat "$dir/names")"
find_login campus-login
prints "carol logs in, in a home directory of her own" '/home/carol 700 carol physics' carol "stat -c '%n %a %U %G' \"\$PWD\""
prints "a job of carol sees her home and groups" 'carol physics hpc /home/carol' carol "srun sh -c 'echo \$(id -un) \$(id -Gn) \$PWD'"
prints "erin logs in" erin erin 'id -un'
prints "a guest of the spec logs in, and the filter does not apply" gina gina 'id -un'
if as dave true 2>"$dir/errors"; then fail "dave, who does not match the filter, logs in"; fi
known_everywhere dave || fail "dave is unknown: $(cat "$dir/names")"
runs carol physics || fail "carol is refused in the partition of her group: $(cat "$dir/errors")"
if runs erin physics; then fail "erin runs a job in a partition of another group"; fi

[ "$(with_password 'key of carol 1' carol 'id -un' 2>"$dir/errors")" = carol ] || fail "carol's password is refused: $(cat "$dir/errors")"
if with_password 'key of carol 2' carol true 2>/dev/null; then fail "carol logs in with a wrong password"; fi
if with_password '' carol true 2>/dev/null; then fail "carol logs in with an empty password"; fi
if with_password 'key of carol 1' dave true 2>/dev/null; then fail "dave, who does not match the filter, logs in with his password"; fi
if with_password 'key of carol 1' gina true 2>/dev/null; then fail "a guest of the spec logs in with a password"; fi

# An account expires. Its user still exists.
printf 'dn: uid=erin,ou=people,%s\nchangetype: modify\nadd: objectClass\nobjectClass: shadowAccount\n' "$base" | ldap ldapmodify >/dev/null
expires erin 1
start=$(now)
within 90 refused erin
took "$start" 'a user whose account has expired is refused'
known_everywhere erin || fail "erin, whose account has expired, is unknown: $(cat "$dir/names")"
expires erin 99999
within 90 as erin true

# The directory goes away.
stop_directory
start=$(now)
within 60 unready "Can't contact LDAP server"
took "$start" 'the pod is unready without the directory'
prints "carol still logs in" carol carol 'id -un'
[ "$(with_password 'key of carol 1' carol 'id -un' 2>"$dir/errors")" = carol ] ||
  fail "without the directory, carol's password is refused: $(cat "$dir/errors")"
if with_password 'key of carol 2' carol true 2>/dev/null; then fail "without the directory, carol logs in with a wrong password"; fi
if with_password 'key of carol 1' erin true 2>/dev/null; then fail "erin, whose password the pod does not know, logs in without the directory"; fi
runs carol physics || fail "a job of carol does not run without the directory: $(cat "$dir/errors")"
if as nobody-of-this-name true 2>/dev/null; then fail "an unknown user logs in"; fi
start=$(now)
start_directory
within 60 ready
took "$start" 'the pod is ready again'

# The password in the Secret is another one than that of the directory.
printf wrong >"$dir/wrong"
before=$(pod_uid campus-slurmctld-0)
start=$(now)
another_password "$dir/wrong"
within 150 unready 'Invalid credentials'
took "$start" 'the pod is unready with a wrong password'
another_password "$dir/ldap/password"
within 150 ready
[ "$(pod_uid campus-slurmctld-0)" = "$before" ] || fail "slurmctld's pod was replaced"
for pod in "${all[@]}"; do
  if k logs "$pod" --all-containers | grep -F -f "$dir/ldap/password" >/dev/null; then fail "a log of $pod has the password"; fi
done

# A complete sssd.conf.
{
  cat "$out/users/sssd.conf"
  printf 'ldap_default_authtok = %s\n' "$(cat "$dir/ldap/password")"
} >"$dir/ldap/sssd.conf"
follow users 'kubectl -n slurm create secret generic sssd-conf'
sed -i '/^    directory:$/,/^    local:$/{/^    local:$/!d}; s/^    local:$/    directory: {sssdConf: {secretName: sssd-conf}}\n&/' "$spec"
"$skiff" build "$spec" -o "$out" >&2
k apply --kustomize "$out" >/dev/null
renew_pods "a complete sssd.conf" carol
prints "carol logs in with a complete sssd.conf" 'carol hpc' carol "echo \$(id -un) \$(id -Gn | tr ' ' '\n' | grep hpc)"
if as dave true 2>/dev/null; then fail "dave logs in with a complete sssd.conf"; fi
# The same users in a jail. frank has no home directory yet.
user_entry "$base" frank 5006 5006 "$dir/key.pub" | ldap ldapadd >/dev/null
printf 'dn: cn=hpc,ou=groups,%s\nchangetype: modify\nadd: member\nmember: uid=frank,ou=people,%s\n' "$base" "$base" | ldap ldapmodify >/dev/null
sed -i -e '/^    local:$/,/gina, uid/d' -e 's/name: gina, accounts/name: frank, accounts/' -e 's/^  mounts:/  jail: {storage: jail}\n&/' \
  -e 's/^  storage:$/&\n    jail: {claim: {size: 5Gi, accessModes: [ReadWriteMany]}}/' "$spec"
"$skiff" build "$spec" -o "$out" >&2
apply_and_populate "$out"
renew_pods "a jail" frank
prints "frank gets a home directory in the jail" '/home/frank 700 frank 5006' frank "stat -c '%n %a %U %g' \"\$PWD\""
prints "it has the files of the jail's /etc/skel" .bashrc frank 'ls -A | grep bashrc'
prints "a job of frank sees his home and groups in the jail" 'frank hpc /home/frank 1' frank \
  "srun sh -c 'echo \$(id -un) \$(id -Gn | tr \" \" \"\\n\" | grep hpc) \$PWD \$(head -n 1 /etc/skiff-jail)'"
sockets='stat -c %a /var/lib/sss/pipes/private; ls -A /var/lib/sss/pipes/private | wc -l'
prints "the jail has no socket that is only for root" $'755\n0\n755\n0' frank "$sockets; srun sh -c '$sockets'"
prints "carol has her home directory of before" '/home/carol 700 carol physics' carol "stat -c '%n %a %U %G' \"\$PWD\""
if as dave true 2>/dev/null; then fail "dave logs in to the jail"; fi
# shellcheck disable=SC2016 # expanded in the pod
login sh -c 'echo "jane:x:2010:100::/tmp:/bin/bash" >>/mnt/jail/etc/passwd; echo "jane:$1:20000::::::" >>/mnt/jail/etc/shadow' - \
  "$(openssl passwd -6 'key of jane')"
[ "$(with_password 'key of jane' jane 'id -un' 2>"$dir/errors")" = jane ] || fail "jane's password in the jail is refused: $(cat "$dir/errors")"
if with_password 'key of carol 1' jane true 2>/dev/null; then fail "jane logs in to the jail with a wrong password"; fi
stop_directory
echo "ok: $(basename "$0")"
