#!/usr/bin/env bash
# Runs inside a root filesystem (in_root.sh): runs one compiled output with the real daemons of its release, and compares what they report
# with the output. Prints one line per check, "ok WHAT" or "FAIL WHAT". Exits with 1 if a check failed. /w/out is the output, /w/release its
# Slurm release, /w/lab has these scripts.
# shellcheck source-path=SCRIPTDIR
set -Eeuo pipefail
trap 'echo "FAIL the test itself, at $BASH_SOURCE:$LINENO: $BASH_COMMAND"' ERR
here=/w/lab
. $here/prelude.sh
. $here/jail.sh
. $here/probes.sh
. $here/kubelet.sh
. $here/label_parts.sh
. $here/directory_parts.sh

# Runs every probe of one pod of each workload, and prints errors.
# shellcheck disable=SC2317 # probes_pass calls it
all_probes() {
  local name
  probes "$controller" "${controller%-0}"
  probes "${started[0]}" "${started[0]%-*}"
  if [ -n "$dbd" ]; then
    probes "$dbd" "${dbd%-0}"
  fi
  if [ -n "$rest" ]; then
    probes "$rest" "$rest"
  fi
  for name in $(login_sets); do
    probes "$name-0" "$name"
  done
}

# Succeeds when all probes succeed; `failing` has the output of all_probes.
# Call it repeatedly: a probe may fail for a while, as with a kubelet.
# shellcheck disable=SC2317 # lab_until calls it
probes_pass() {
  failing=$(all_probes)
  [ -z "$failing" ]
}

# Succeeds when the sidecar has logged that the accounting database matches the spec.
# shellcheck disable=SC2317 # lab_until calls it
policy_settled() {
  grep -E 'policy: the accounting database (already )?matches the spec' "$lab_log/$controller.log" >/dev/null
}

begin
name_pods
make_secrets
# A directory with the users of services alone: the lab's user is in the root filesystem.
entries() {
  local base name number=2900
  base=$(sssd_value ldap_search_base)
  top_entries "$base"
  for name in $(jq -r '.serviceTokens[]?.user' /w/out/scripts/sidecar.json); do
    user_entry "$base" "$name" "$((++number))" "$number"
  done
}
if [ -e /w/out/users/sssd.conf ]; then
  make_directory < <(entries)
  start_directory
fi
if [ -d /w/out/jail ]; then
  verdict "the populating Job creates all mount points" "$(prepare_jail)"
fi
verdict "every DNS name belongs to a Service" "$(unserved_names)"
verdict "the release has every plugin" "$(missing_plugins)"
if [ "$(get_key $slurm/slurm.conf AuthType)" = auth/munge ]; then
  start_munge
fi
if [ -e $slurm/slurmdbd.conf ]; then
  start_accounting
fi

# The lab also starts the pods of elastic sets, and slurmctld's sidecar finds nothing to do.
if grep -qE '"(power|afterDrain|topology|serviceTokens)":' /w/out/scripts/sidecar.json; then
  api_start
  echo '{"items": [], "metadata": {}}' >/w/api/podtemplates.json
  if grep -q '"topology":' /w/out/scripts/sidecar.json; then
    label_alike "${declared[@]%%$'\t'*}"
  fi
fi

# 1. The files as compiled, without changes. Reservations are not slurmctld's own file, and need the accounts of the site.
lay_out "$controller" "${controller%-0}"
overlay_reservations "/w/pods/$controller/etc/slurm"
lab_pod "$controller" "/w/pods/$controller.run"
lab_wait "$controller" 20 controller_up || give_up "slurmctld loads the files as compiled" "$controller"
if [ -n "$dbd" ]; then
  prepare_accounts
fi
verdict "slurmctld loads the files as compiled" ""
verdict "scontrol shows every parameter with its compiled value" "$(in_controller compare_config $slurm/slurm.conf)"
verdict "scontrol shows every node with its compiled address" "$(in_controller compare_addresses $slurm/slurm.conf)"
# Some changes of the accounting database would otherwise reach no slurmctld, which its sidecar logs as a warning.
if [ -e $slurm/policy.conf ]; then
  lab_until 60 policy_settled || give_up "the sidecar creates the accounting records" "$controller"
fi
lab_stop "$controller"

# 2. With the lab's overlay, and one worker pod per node.
overlay_cgroup /w/lab-out/slurm "$release"
overlay_hardware /w/lab-out/slurm
overlay_gres /w/lab-out/slurm
overlay_reservations /w/lab-out/slurm
may_raise_limits || overlay_limits /w/lab-out/k8s
dropped=$(overlay_absent /w/lab-out/slurm)
if [ -n "$dropped" ]; then
  echo "     left out: ${dropped//$'\n'/, }"
fi
output=/w/lab-out
lay_out "$controller" "${controller%-0}"
lab_again "$controller" "/w/pods/$controller.run"
lab_wait "$controller" 20 controller_up || give_up "slurmctld loads the files with the lab's overlay" "$controller"
start_nodes
if lab_until $((20 + ${#started[@]})) nodes_idle; then
  verdict "${#started[@]} of ${#declared[@]} declared nodes register and are idle" ""
else
  verdict "${#started[@]} nodes register and are idle" "$(not_idle)"
  verdict "no daemon logs an error" "$(log_errors)"
  exit 1
fi
verdict "scontrol shows every node as compiled" "$(in_controller compare_nodes $slurm/slurm.conf)"
verdict "scontrol shows every partition as compiled" "$(in_controller compare_partitions $slurm/slurm.conf)"
verdict "nodes and partitions match plan.yaml" "$(in_controller compare_plan)"
start_client
if [ -e /w/out/k8s/rest-api.yaml ]; then
  start_rest
fi
if compgen -G "/w/out/k8s/login-*.yaml" >/dev/null; then
  start_logins
fi
verdict "srun works in every partition that is up" "$(run_partitions)"
verdict "a job that requests no memory gets the partition's default" "$(default_memory)"
verdict "jobs have the limits of their node set" "$(job_limits)"
verdict "srun works for a user" "$(run_as_user)"
verdict "users cannot delete each other's files on a node" "$(check_shared_folders "$(a_node)")"
if grep -qiE '^NodeName=.*Gres=[^ ]*gpu:' $slurm/slurm.conf; then
  verdict "a job gets the GPU that it requests" "$(run_gpu)"
  if [ -e /w/out/scripts/gpu-jobs.sh ]; then
    verdict "the files for the DCGM exporter have its ID while it runs" "$(map_gpu)"
  fi
fi
if [ -e $slurm/slurmdbd.conf ]; then
  verdict "a finished job is in sacct with its resources" "$(check_sacct)"
fi
if [ -e /w/out/k8s/rest-api.yaml ]; then
  verdict "slurmrestd accepts a request with a token, and rejects one without" "$(check_rest)"
fi
if compgen -G "/w/out/k8s/login-*.yaml" >/dev/null; then
  verdict "SSH login works, and srun works in the session" "$(check_login)"
  # In a jail, each login has a /tmp of its own.
  if [ ! -d /w/out/jail ]; then
    verdict "users cannot delete each other's files in a login pod" "$(login_sets | while read -r each; do check_shared_folders "$each-0"; done)"
  fi
  verdict "a changed configuration reaches the login pods" "$(check_login_copies)"
fi
lab_until 30 probes_pass || true
verdict "every probe of the pods succeeds" "$failing"
if [ -d /w/out/jail ]; then
  verdict "steps and logins are in the jail" "$(check_jail)"
  verdict "slurmd does nothing for users outside the jail" "$(check_closed)"
fi
absent=$(absent_node)
if [ -n "$absent" ]; then
  verdict "a job for $absent, which has no pod, sets the node down or powers it up" "$(run_absent "$absent")"
fi
verdict "no daemon logs an error" "$(log_errors)"
exit $failed
