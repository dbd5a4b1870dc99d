#!/usr/bin/env bash
# Sourced by tokens.sh: requests with tokens.
# shellcheck disable=SC2154 # controller, client, dbd, log: parts.sh, services.sh, tokens.sh

# Prints information about a failed step.
shown() {
  grep -iE 'jwt|token|auth' "$log" | tail -n 6
  tail -n 3 /w/said
}

# Runs a command in the client pod as alice, who has no other proof than a token: with TOKEN COMMAND...
with() {
  lab_in "$client" setpriv --reuid alice --regid alice --clear-groups env SLURM_JWT="$1" timeout 20 "${@:2}" </dev/null >/w/said 2>&1
}
with_token() {
  with "$(cat "/w/tokens/$1")" "${@:2}"
}

# Succeeds if slurmctld, or slurmdbd, accepts a token of the provider, or refuses it: accepted NAME, known NAME
accepted() {
  with_token "$1" squeue
}
refused() {
  ! accepted "$1" && grep -qiE 'authentication|credential|unable to contact|unspecified' /w/said
}
known() {
  with_token "$1" sacctmgr -nP show cluster format=Cluster && grep -qx reef /w/said
}
unknown() {
  ! known "$1"
}

# A job that a token submits belongs to its user.
submits() {
  with_token alice sbatch --parsable --mem=1M --chdir=/tmp --output=/dev/null --hold --wrap true || return 1
  lab_in "$controller" scontrol --oneliner show job "$(tail -n 1 /w/said)" | grep ' UserId=alice(' >/dev/null
}

# alice makes a token with this lifetime: own LIFETIME
own() {
  lab_in "$client" setpriv --reuid alice --regid alice --clear-groups timeout 20 scontrol token lifespan="$1" >/w/said 2>&1
}
too_much() {
  ! own "$1"
}
own_works() {
  own 600 && with "$(sed -n 's/^SLURM_JWT=//p' /w/said)" squeue
}

# Succeeds if the Secret of the service has another token than this one, and slurmctld accepts it: new_service_token OLD
new_service_token() {
  local token
  token=$(cat /w/api/secrets/reef-token-portal)
  [ -n "$token" ] && [ "$token" != "$1" ] && with "$token" squeue
}
refused_token() {
  ! with "$1" squeue && grep -qiE 'authentication|credential|unspecified' /w/said
}

# Succeeds if the token of the service expires in this number of seconds, less at most a minute: lasts SECONDS
lasts() {
  jq -R --argjson most "$1" 'split(".")[1] | @base64d | fromjson | .exp - now | . <= $most and . > $most - 60' \
    /w/api/secrets/reef-token-portal | grep -x true >/dev/null
}

# Succeeds if the metrics have the expiry of the service's token.
metrics_have_expiry() {
  local expires
  expires=$(jq -R 'split(".")[1] | @base64d | fromjson | .exp' /w/api/secrets/reef-token-portal) &&
    lab_in "$controller" grep -Fx "skiff_service_token_expiry_timestamp_seconds{secret=\"reef-token-portal\"} $expires" /run/sidecar/metrics >/dev/null
}

reports_ghost() {
  grep 'tokens: reef-token-ghost: the user ghost does not exist' "$log" >/dev/null
}
# Slurm takes the token of such a user for one of the user number 99, from whom 24.11 accepts jobs and 26.05 does not.
ghost_is_nobody() {
  local token
  token=$(cat /w/api/secrets/reef-token-ghost)
  [ -n "$token" ] && ! with "$token" scontrol reconfigure || return 1
  ! with "$token" sbatch --parsable --mem=1M --chdir=/tmp --output=/dev/null --hold --wrap true ||
    lab_in "$controller" scontrol --oneliner show job "$(tail -n 1 /w/said)" | grep ' UserId=99(99) ' >/dev/null
}

administrator_makes() {
  lab_in "$controller" scontrol token username=alice "$@" >/w/said
}

dbd_ended() {
  ! lab_alive "$dbd"
}
