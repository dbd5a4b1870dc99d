#!/usr/bin/env bash
# Users of the spec (docs/users.md) on a real node: the same names in all pods, logins with keys, home directories, groups of partitions, and
# users who come and go while the cluster runs. At the end, the users come from a ConfigMap, and log in with certificates and with a second
# factor (docs/logins.md), with limits and a /tmp for each user.
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
# shellcheck source-path=SCRIPTDIR source=logins.sh
. "$here/logins.sh"
# shellcheck source-path=SCRIPTDIR source=user_limits.sh
. "$here/user_limits.sh"
# shellcheck source-path=SCRIPTDIR source=private_tmp.sh
. "$here/private_tmp.sh"
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
# One login set accepts certificates, the other requires a code.
for name in users_ca hosts_ca erin; do
  ssh-keygen -q -t ed25519 -N '' -C "$name" -f "$dir/$name"
done
follow logins 'ssh-keygen -k -f revoked_keys'
k delete secret ssh-host-keys >/dev/null
rm "$dir"/ssh_host_ed25519_key*
follow logins 'ssh-keygen -q -t ed25519'
k create secret generic admin-keys --from-file=authorized_keys=<(echo "$key") >/dev/null
pam() {
  printf 'auth required pam_exec.so quiet expose_authtok /usr/bin/grep -qza ^%s\nauth optional pam_permit.so\n' "$1" >"$dir/auth"
}
pam 246810
follow logins 'kubectl -n slurm create configmap login-pam'
edit '/^  login:/d'
cat >>"$spec" <<CONF
  login:
    - name: login
      rootKeys: {secretName: admin-keys}
      motd: "Maintenance on Friday.\n"
      userLimits: {cpu: 1, memory: 300Mi, processes: 60}
      privateTmp: true
      hostKeys: {certificates: true}
      certificates: {authorities: ["$(cat "$dir/users_ca.pub")"], revoked: {configMapName: revoked-ssh-keys}}
    - name: staff
      authentication: ["publickey,keyboard-interactive"]
      pam: {configMapName: login-pam}
      sshd: {ChannelTimeout: "session:*=5s", UnusedConnectionTimeout: 5s}
CONF
apply
k rollout status statefulset/campus-slurmctld --timeout=300s >/dev/null
k delete pod campus-login-0 cpu-0 >/dev/null
all+=(campus-staff-0)
k wait --for=condition=Ready pod "${all[@]}" --timeout=300s >/dev/null || fail "the pods are not ready with users of a ConfigMap"
find_login campus-login
within 120 known_everywhere erin
prints "erin logs in" $'erin\nphysics' erin 'id -un; id -gn'
# As docs/users.md says: a password of `x`, and numbers below 500.
if as xena true 2>/dev/null; then fail "a user with the password x logs in"; fi
if k exec campus-login-0 --container sshd -- getent passwd low >/dev/null; then fail "a user with a low number is known"; fi

check_user_limits campus-login-0
check_private_tmp bob erin
greeting erin >"$dir/said"
grep 'Maintenance on Friday' "$dir/said" >/dev/null || fail "erin does not see the message of the day: $(paste -sd' ' "$dir/said")"

# Certificates. The host has one of the name login.example.com.
printf '@cert-authority login.example.com %s\n' "$(cat "$dir/hosts_ca.pub")" >"$dir/known_hosts"
certified() {
  ssh_with "$1" 'id -un' -o BatchMode=yes -o HostKeyAlias=login.example.com -i "$dir/$2" -o CertificateFile="$dir/$3-cert.pub" 2>"$dir/errors"
}
follow logins 'ssh-keygen -s users_ca' 's/alice/erin/g'
[ "$(certified erin erin erin)" = erin ] || fail "erin does not log in with her certificate: $(cat "$dir/errors")"
if certified bob erin erin; then fail "bob logs in with erin's certificate"; fi
for name in root slurm nobody daemon; do
  cp "$dir/erin.pub" "$dir/$name.pub"
  ssh-keygen -q -s "$dir/users_ca" -I "$name" -n "$name" "$dir/$name.pub"
  if certified "$name" erin "$name"; then fail "$name logs in with a certificate"; fi
done
for name in slurm nobody daemon; do
  k logs campus-login-0 --container sshd | grep "Access denied for user $name by PAM" >/dev/null || fail "$name is refused for another reason"
done
cp "$dir/erin.pub" "$dir/other.pub"
ssh-keygen -q -s "$dir/hosts_ca" -I other -n erin "$dir/other.pub"
if certified erin erin other; then fail "erin logs in with a certificate of another authority"; fi
[ "$(ssh_with root 'id -un' -o BatchMode=yes -o HostKeyAlias=login.example.com -i "$dir/key")" = root ] || fail "root does not log in with the key"
follow logins 'ssh-keygen -k -u -f revoked_keys' 's/alice/erin/g'
revoked() { ! certified erin erin erin >/dev/null; }
within 150 revoked

# A second factor. This login set has the same host keys.
find_login campus-staff
[ "$(with_code 246810 erin 'id -un' 2>"$dir/errors")" = erin ] || fail "erin does not log in with her key and the code: $(cat "$dir/errors")"
if with_code 246811 erin true 2>/dev/null; then fail "erin logs in with a wrong code"; fi
if as erin true 2>/dev/null; then fail "erin logs in without a code"; fi
answer_with 246810
if ssh_with erin true -o PreferredAuthentications=keyboard-interactive 2>/dev/null; then fail "erin logs in with a code only"; fi
# An idle session ends, and a busy one does not.
start=$(now)
if with_code 246810 erin 'sleep 60' 2>/dev/null; then fail "an idle session does not end"; fi
took "$start" 'an idle session ended'
[ "$(($(now) - start))" -lt 50000 ] || fail "an idle session lasts too long"
[ "$(with_code 246810 erin 'for i in 1 2 3 4; do sleep 3; echo .; done' | wc -l)" = 4 ] || fail "a session in which something is printed ends"
pam 135791
follow logins 'kubectl -n slurm create configmap login-pam'
another_code() { with_code 135791 erin true 2>/dev/null; }
within 150 another_code
find_login campus-login
printf '%s\n' "bob $key" >"$dir/authorized_keys"
follow users 'kubectl -n slurm create configmap cluster-users'
refused() { ! as erin true 2>/dev/null; }
within 150 refused
echo "ok: $(basename "$0")"
