#!/usr/bin/env bash
# Users of the spec (docs/users.md) on a real node: the same names in all pods, logins with keys, home directories, groups of partitions, and
# users who come and go while the cluster runs. At the end, the users come from a ConfigMap.
#   users_test.sh [SKIFF]      SKIFF is the compiler, default build/skiff
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
# shellcheck disable=SC2034 # used by what is sourced
namespace=slurm login_pod=campus-login-0
out=$dir/out
spec=$dir/users.yaml

# Compiles the spec and applies it, and prints nothing.
apply() {
  "$skiff" build "$spec" -o "$out" >&2
  k apply --kustomize "$out" >/dev/null
}

# Changes the spec: edit EXPRESSION
edit() {
  sed -E "$1" "$spec" >"$dir/edited"
  mv "$dir/edited" "$spec"
}

# The key is known with the images.
sed 's/, keys: \["KEY"\]//' "$here/users.yaml" >"$spec"
"$skiff" build "$spec" -o "$out" >&2
node_for "$out" 3
key=$(ssh-keygen -y -f "$dir/key")
sed "s|KEY|$key|" "$here/users.yaml" >"$spec"
head -c 24 /dev/urandom | base64 | tr -d '+/=\n' >"$dir/password"
k create secret generic slurm-database --from-file=password="$dir/password" >/dev/null
start=$(now)
apply
all=(campus-slurmctld-0 campus-slurmdbd-0 campus-mariadb-0 campus-login-0 cpu-0)
within 180 k get pod "${all[@]}"
k wait --for=condition=Ready pod "${all[@]}" --timeout=720s >/dev/null || fail "the pods are not ready"
within 60 node_is_idle cpu-0
took "$start" 'all pods ready, the node idle'

known_everywhere bob || fail "the pods do not agree on bob: $(cat "$dir/names")"
grep -x 'bob:\*:2002:2002::/home/bob:/bin/bash' "$dir/names" >/dev/null || fail "bob is another user: $(cat "$dir/names")"
find_login campus-login
prints "bob logs in, in a home directory of his own" '/home/bob 700 bob bob' bob "stat -c '%n %a %U %G' \"\$PWD\""
prints "the home directory has the files of /etc/skel" .bashrc bob 'ls -A | grep bashrc'
prints "a job of bob sees his home and groups" 'bob physics /home/bob' bob "srun sh -c 'echo \$(id -Gn) \$PWD'"
prints "carol logs in" carol carol 'id -un'
runs bob physics || fail "bob is refused in the partition of his group: $(cat "$dir/errors")"
if runs carol physics; then fail "carol runs a job in a partition of another group"; fi

# dave is new, in all ways at once.
before=$(pod_uid campus-login-0)
edit 's/^( *)- \{name: carol, accounts: (.*)\}$/&\n\1- {name: dave, accounts: \2}/; s/^( *)- \{name: carol, uid: 2003,(.*)\}$/&\n\1- {name: dave, uid: 2004, groups: [physics],\2}/'
start=$(now)
apply
within 150 known_everywhere dave
took "$start" 'all pods know a new user'
within 60 runs dave physics
took "$start" 'a job of the new user ran in the partition of the group'
prints "dave has an account" research dave "sacctmgr --noheader --parsable2 show assoc user=dave format=account"
[ "$(pod_uid campus-login-0)" = "$before" ] || fail "the login pod was replaced"

# carol leaves.
edit '/name: carol/d'
start=$(now)
apply
within 150 known_nowhere carol
took "$start" 'no pod knows a removed user'
if as carol true 2>/dev/null; then fail "a removed user logs in"; fi
if login setpriv --reuid 2003 --regid 2003 --clear-groups srun --chdir=/tmp --immediate=20 true 2>"$dir/errors"; then
  fail "a session of a removed user runs a job"
fi
prints "bob still logs in" bob bob 'id -un'

# The same users from a ConfigMap.
printf '%s\n' 'bob:*:2002:2002::/home/bob:/bin/bash' 'erin:*:2005:5000:Erin:/home/erin:/bin/bash' \
  'xena:x:2006:5000::/home/xena:/bin/bash' 'low:*:499:499::/home/low:/bin/bash' >"$dir/passwd"
printf '%s\n' 'bob:*:2002:' 'physics:*:5000:bob' >"$dir/group"
printf '%s\n' "bob $key" "erin $key" "xena $key" >"$dir/authorized_keys"
welcome_reader
reader "cd '$dir'"
follow users 'kubectl -n slurm create configmap cluster-users'
edit '/^  users:$/,/^  login:/{/^  login:/!d}; s/^  login:.*/  users: {file: {configMapName: cluster-users}}\n&/; /name: dave/d'
apply
k rollout status statefulset/campus-slurmctld --timeout=300s >/dev/null
k delete pod campus-login-0 cpu-0 >/dev/null
k wait --for=condition=Ready pod "${all[@]}" --timeout=300s >/dev/null || fail "the pods are not ready with users of a ConfigMap"
within 120 known_everywhere erin
prints "erin logs in" $'erin\nphysics' erin 'id -un; id -gn'
# As docs/users.md says: a password of `x`, and numbers below 500.
if as xena true 2>/dev/null; then fail "a user with the password x logs in"; fi
if k exec campus-login-0 --container sshd -- getent passwd low >/dev/null; then fail "a user with a low number is known"; fi
printf '%s\n' "bob $key" >"$dir/authorized_keys"
follow users 'kubectl -n slurm create configmap cluster-users'
refused() { ! as erin true 2>/dev/null; }
within 150 refused
echo "ok: $(basename "$0")"
