#!/usr/bin/env bash
# A cluster with a jail on a real node, with the project's own images. An empty volume is populated once, and pods wait for it. Changes that
# users make on one node are visible on the other node and in logins.
#   jail_test.sh [SKIFF]      SKIFF is the compiler, default build/skiff
# To run it yourself with another Slurm, set SKIFF_RELEASE=22.05 or 26.05.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=$(cd "$here/../../.." && pwd)
skiff=${1:-$top/build/skiff}
# shellcheck source-path=SCRIPTDIR source=cluster.sh
. "$here/cluster.sh"
# shellcheck source-path=SCRIPTDIR source=attacks.sh
. "$here/attacks.sh"
# shellcheck source-path=SCRIPTDIR source=private_tmp.sh
. "$here/private_tmp.sh"
# shellcheck disable=SC2034 # used by what is sourced
namespace=slurm login_pod=reef-login-0
out=$dir/out
spec=$dir/cluster.yaml
release=${SKIFF_RELEASE:-24.11}

sed "s/24\.11/$release/" "$here/jail.yaml" >"$spec"
"$skiff" build "$spec" -o "$out" >&2
node_for "$out" 3
ssh-keygen -y -f "$dir/key" >"$dir/authorized_keys"
k create secret generic admin-keys --from-file="$dir/authorized_keys" >/dev/null

start=$(now)
apply_and_populate "$out"
took "$start" "applied, $(k get job --output 'jsonpath={.items[0].metadata.name}') has populated the volume"
within 120 k get pod cpu-1 reef-slurmctld-0 reef-login-0
k wait --for=condition=Ready pod cpu-0 cpu-1 reef-slurmctld-0 reef-login-0 --timeout=720s >/dev/null || fail "the pods are not ready"
find_login reef-login
within 60 as alice 'sinfo --noheader --Node --states=idle | grep -x "cpu-1 .*"'
within 60 as alice 'sinfo --noheader --Node --states=idle | grep -x "cpu-0 .*"'
took "$start" 'applied, jail populated, all pods ready, all nodes idle'
k logs cpu-0 --container wait-for-jail | grep 'is populated, version 1' >/dev/null || fail "the worker did not wait for the jail"

# Logins and steps on both nodes see the same root, and nothing of the pods' own roots.
marker=$'1\nlocalhost/skiff/jail:'$release
prints "a login is in the jail" "$marker" alice 'cat /etc/skiff-jail'
prints "a step is in the jail" "$marker"$'\n'"$marker" alice 'srun --nodes=2 cat /etc/skiff-jail'
prints "a step sees no other root" $'0\n0' alice 'srun --nodes=2 sh -c "ls /mnt/jail /etc/skiff /var/lib/extrausers 2>/dev/null | wc -l"'
prints "a login sees no other root" 0 alice 'ls /mnt/jail /etc/skiff /etc/ssh/host-keys 2>/dev/null | wc -l'
prints "users cannot delete each other's files in a login" 1777 alice 'stat -c %a /tmp'
prints "a file that a user writes on one node is visible on the other" written alice 'srun -w cpu-0 sh -c "echo written >~/file"; srun -w cpu-1 cat file'
# shellcheck disable=SC2088 # expanded there
prints "a batch job's output is in the jail" $'cpu-1\nalice' alice \
  'sbatch --quiet --wait -w cpu-1 --output=job.out --wrap "hostname; srun id -un"; cat ~/job.out'
prints "srun --pty has a terminal" tty alice 'script -qefc "srun --pty sh -c \"tty >/dev/null && echo tty\"" /dev/null | tr -cd a-z'

start=$(now)
node_attacks 'alice root'

# Root installs a package and adds a user, in a job on one node.
start=$(now)
as root 'srun -w cpu-0 bash -s' <<'JOB' || fail "root's job fails"
set -e
mkdir -p /tmp/deb/DEBIAN /tmp/deb/usr/bin
printf 'Package: greeting\nVersion: 1\nArchitecture: all\nMaintainer: nobody <nobody@example.com>\nDescription: says hello\n' >/tmp/deb/DEBIAN/control
printf '#!/bin/sh\necho hello\n' >/tmp/deb/usr/bin/greeting
chmod 755 /tmp/deb/usr/bin/greeting
dpkg-deb --build /tmp/deb /tmp/greeting.deb >/dev/null
dpkg --install /tmp/greeting.deb >/dev/null
useradd --uid 1234 --create-home --shell /bin/bash bob
usermod --password '*' bob
install -d -m 700 -o bob -g bob /home/bob/.ssh
install -m 600 -o bob -g bob /home/alice/.ssh/authorized_keys /home/bob/.ssh/
JOB
prints "a package installed on one node is available on the other" hello alice 'srun -w cpu-1 greeting'
prints "a package installed on one node is available in logins" hello alice greeting
prints "a user added on one node can log in and run jobs" $'bob\nbob' bob 'id -un; srun -w cpu-1 id -un'
prints "slurmctld knows that user by name" bob bob 'srun -w cpu-1 squeue --noheader --me --format=%u'
took "$start" 'a package and a user added on one node, and used on the other'

# Mounts of the spec, job directories, and files over SFTP.
prints "both nodes and logins share the data volume" $'shared\nshared' root \
  'echo shared >/data/x; chmod 644 /data/x; srun -w cpu-1 cat /data/x; cat /data/x'
prints "each job has its own /tmp" gone alice 'srun -w cpu-0 touch /tmp/mine; srun -w cpu-0 sh -c "test -e /tmp/mine || echo gone"'
echo by-sftp >"$dir/sent"
"$here/node.sh" in "$dir" sftp -q -i "$dir/key" -o BatchMode=yes -o UserKnownHostsFile="$dir/known_hosts" "alice@$service" \
  >/dev/null <<<"put $dir/sent sent" || fail "sftp fails"
prints "a job sees a file that was uploaded by sftp" by-sftp alice 'srun -w cpu-0 cat sent'
# shellcheck disable=SC2016 # expanded there
prints "a login has no capabilities and cannot gain privileges" $'0000000000000000 1' alice \
  'echo $(sed -n "s/^CapEff:\t//p; s/^NoNewPrivs:\t//p" /proc/self/status)'

# If the output is applied again, nothing is copied again. A replaced worker uses the jail as it is.
k apply --kustomize "$out" >/dev/null
[ "$(k get job --output name | wc -l)" -eq 1 ] || fail "applying the same output created another Job"
uid=$(pod_uid cpu-0)
start=$(now)
k delete pod cpu-0 --wait=false >/dev/null
within 60 pod_is_another cpu-0 "$uid"
within 60 as bob 'srun --immediate=20 -w cpu-0 greeting'
took "$start" 'worker pod deleted: a job has run in the jail in the new pod'

# The munge key is replaced under a job: every munged restarts with the new key, and slurmctld and slurmd continue.
before=$(pod_identities)
id=$(as alice 'sbatch --parsable --mem=64M -w cpu-0 --wrap "until [ -e ~/exchanged ]; do sleep 1; done"')
within 30 job_is "$id" JobState RUNNING
start=$(now)
new_auth_key "$out" | k replace --filename=- >/dev/null
for pod in reef-slurmctld-0 reef-login-0 cpu-0 cpu-1; do
  within 120 has_another_key "$pod" munged
done
within 60 as alice 'srun --mem=64M --nodes=2 --immediate=40 true'
took "$start" 'new key: every munged uses it, and jobs start'
as alice 'touch ~/exchanged'
within 60 job_is "$id" JobState COMPLETED
job_is "$id" Restarts 0 || fail "the new key requeued the running job"
[ "$(pod_identities)" = "$before" ] || fail "the new key restarted more than munged"

# Another mount in the spec: a new Job creates the mount point and copies nothing. Jobs continue.
sed -i 's|    - {storage: data, path: /data}|&\n    - {storage: data, path: /more, subPath: more}|' "$spec"
"$skiff" build "$spec" -o "$out" >&2
k apply --kustomize "$out" >/dev/null
[ "$(k get job --output name | wc -l)" -eq 2 ] || fail "the new mount did not create a second Job"
k wait --for=condition=Complete job --all --timeout=480s >/dev/null || fail "the second Job does not complete"
prints "the new mount point exists" /more alice 'ls -d /more'
k delete pod cpu-1 --wait=false >/dev/null
within 90 as alice 'srun --immediate=20 -w cpu-1 mountpoint -q /more'
prints "a pod that was not replaced works without the new mount" hello alice 'srun -w cpu-0 sh -c "mountpoint -q /more || greeting"'

# If a node cannot set up the jail, the log gives the reason. The job is requeued, and runs when the jail is complete again.
as root 'mv /etc/skiff-jail /etc/moved'
id=$(as alice 'sbatch --parsable --output=again.out --wrap "cat /etc/skiff-jail"')
within 60 as root "scontrol --oneliner show job $id | grep ' Restarts=[1-9]'"
for pod in cpu-0 cpu-1; do
  k logs "$pod" --container slurmd | grep 'spank_chroot: open /etc/skiff-jail' || true
done >"$dir/said"
[ -s "$dir/said" ] || fail "slurmd does not log why the jail cannot be set up"
# shellcheck disable=SC2016 # expanded there
as root 'mv /etc/moved /etc/skiff-jail; for node in cpu-0 cpu-1; do scontrol update nodename=$node state=resume; done' >/dev/null 2>&1 || true
as root "scontrol update jobid=$id starttime=now" >/dev/null 2>&1 || true
within 60 as root "scontrol --oneliner show job $id | grep ' JobState=COMPLETED'"
prints "the requeued job runs in the jail" "$marker" alice 'cat ~/again.out'

# Administrators, and a /tmp for each user in logins, from the next start of the pods on.
start=$(now)
sed -i 's|jail: {storage: jail}|jail: {storage: jail, admins: {users: [alice]}}|; s|login: \[{|&privateTmp: true, |' "$spec"
"$skiff" build "$spec" -o "$out" >&2
k apply --kustomize "$out" >/dev/null
k wait --for=condition=Complete job --all --timeout=480s >/dev/null || fail "the Job for the administrators does not complete"
before=$(pod_uid cpu-1)
k delete pod reef-login-0 cpu-0 cpu-1 --wait=false >/dev/null
within 90 pod_is_another cpu-1 "$before"
within 240 as alice 'srun --immediate=20 --mem=64M --nodes=2 true'
took "$start" 'an administrator in the spec: Job complete, pods replaced, and a job on both nodes'
check_private_tmp alice bob
prints "an administrator with sudo has the same /tmp, and cannot mount" $'mine\n0' alice \
  "sudo sh -c 'cat /tmp/note; mount -t tmpfs none /mnt 2>/dev/null && echo mounted; echo \$((0x\$(sed -n s/^CapBnd:.//p /proc/self/status) >> 21 & 1))'"
prints "an administrator is root in a login with sudo" 0 alice 'sudo id -u'
prints "an administrator is root in a job with sudo" 0 alice 'srun -w cpu-0 sudo id -u'
prints "other users are not" "" bob 'sudo -n id -u 2>/dev/null || true'
as alice 'srun -w cpu-0 bash -s' <<'JOB' || fail "the administrator's job fails"
set -e
mkdir -p /tmp/deb/DEBIAN /tmp/deb/usr/bin
printf 'Package: farewell\nVersion: 1\nArchitecture: all\nMaintainer: nobody <nobody@example.com>\nDescription: says goodbye\n' >/tmp/deb/DEBIAN/control
printf '#!/bin/sh\necho goodbye\n' >/tmp/deb/usr/bin/farewell
chmod 755 /tmp/deb/usr/bin/farewell
dpkg-deb --build --root-owner-group /tmp/deb /tmp/farewell.deb >/dev/null
sudo dpkg --install /tmp/farewell.deb >/dev/null
JOB
prints "an administrator installs a package for all nodes" goodbye bob 'srun -w cpu-1 farewell'
prints "an administrator adds a user in a login" carol alice 'sudo useradd --uid 1235 --create-home carol; srun -w cpu-1 id -un carol'
is_nobody_to_slurm alice cpu-0
! as root "scontrol update partition=$(a_partition) state=down" >"$dir/attempt" 2>&1 || fail "root in a login changes a partition"
confined='python3 -c "import os; os.chroot(\"/tmp\")" 2>/dev/null && echo chroot; ls -d /proc/[0-9]*/root/etc/skiff 2>/dev/null || echo none'
prints "an administrator in a login cannot call chroot, and enters no process outside" none alice "sudo bash -c '$confined'"
prints "root in a login cannot either" none root "$confined"
start=$(now)
node_attacks admin
echo "ok: $(basename "$0")"
