#!/usr/bin/env bash
# Runs inside a root filesystem (in_root.sh): slurmctld and slurmdbd accept the tokens of an identity provider and those of scontrol, and use
# a new key set, with the real daemons of a release. Prints one line per check, "ok WHAT" or "FAIL WHAT". Exits with 1 if a check failed.
# /w/out is the output, /w/release its Slurm release, /w/lab has these scripts, /w/next-out is the changed output, /w/tokens has tokens.
# shellcheck source-path=SCRIPTDIR
set -Eeuo pipefail
trap 'echo "FAIL the test itself, at $BASH_SOURCE:$LINENO: $BASH_COMMAND"' ERR
here=/w/lab
. $here/prelude.sh
. $here/kubelet.sh
. $here/tokens_parts.sh

begin
LAB_NODES=1 name_pods
make_secrets
overlay_hardware /w/lab-out/slurm
overlay_absent /w/lab-out/slurm >/dev/null
output=/w/lab-out
api_start
start_accounting
start_slurmctld "slurmctld starts with a key set"
log=$lab_log/$controller.log
verdict "slurmctld starts with a key set" ""
start_client

step 1 "slurmctld accepts a token of the provider" accepted alice
step 1 "a job belongs to the user of the token" submits
step 1 "slurmdbd accepts a token of the provider" known alice
for name in expired nameless forged later; do
  step 1 "slurmctld refuses the token '$name'" refused "$name"
  step 1 "slurmdbd refuses the token '$name'" unknown "$name"
done
step 1 "a token that names root makes an administrator" with_token root scontrol setdebug info
step 1 "a user's own token is accepted" own_works
step 1 "a user's token is no longer valid than the spec says" too_much 7200
step 1 "an administrator's token may be valid for longer" administrator_makes lifespan=7200

step 20 "the sidecar stores the token of a service" new_service_token ""
step 1 "it is valid as long as the spec says, which is longer than a user's" lasts 86400
step 20 "the metrics say when it expires" metrics_have_expiry
step 20 "the sidecar reports a service whose user does not exist" reports_ghost
step 1 "the token of such a user is one of nobody" ghost_is_nobody

# The provider has another key, and users may make no tokens.
for file in jwks.json slurm.conf; do
  lab_put "$controller" "/w/next-out/slurm/$file" "/etc/slurm/$file"
done
step 60 "slurmctld uses the new key set" accepted later
step 10 "slurmctld refuses a token of the old key" refused alice
step 10 "users can make no tokens" too_much 600
step 1 "administrators can" administrator_makes
lab_put "$dbd" /w/next-out/slurm/jwks.json /etc/slurm/jwks.json
step 60 "slurmdbd ends, so that its container starts again" dbd_ended
cp /w/next-out/slurm/jwks.json "/w/pods/$dbd/etc/slurm/jwks.json"
lab_again "$dbd" "/w/pods/$dbd.run"
step 30 "slurmdbd accepts a token of the new key" known later
step 10 "slurmdbd refuses a token of the old key" unknown alice

# The key that signs tokens changes.
old=$(cat /w/api/secrets/reef-token-portal)
# shellcheck disable=SC2016 # that shell's own
lab_in "$controller" sh -c 'head -c 32 /dev/urandom >/etc/slurm/jwt_hs256.key'
step 60 "the sidecar stores a token of the new key" new_service_token "$old"
step 1 "slurmctld refuses the service's token of the old key" refused_token "$old"
step 1 "the pod of slurmctld stays ready" lab_in "$controller" test ! -e /run/sidecar/failing
exit "$failed"
