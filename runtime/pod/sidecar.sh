#!/usr/bin/env bash
# Sourced by the sidecars of slurmctld that act on what Slurm and Kubernetes say: how both are asked, and how the sidecar tells what it
# can't do. $program is its name, $folder its own folder: while it can't work FOLDER/failing exists and says why (readiness probe),
# and FOLDER/wake wakes it.
# shellcheck disable=SC2154 # program, folder: the sidecar
account=$(printenv SKIFF_ACCOUNT) || account=/var/run/secrets/kubernetes.io/serviceaccount
# As many pods are in one page.
page=250

# Prints one line for the container's log.
say() {
  printf '%s: %s\n' "$program" "$*" >&2
}

# Notes, once for each reason, why nothing can be done.
fail() {
  if [ "$(cat "$folder/failing" 2>/dev/null)" != "$1" ]; then
    say "$1"
    printf '%s\n' "$1" >"$folder/failing"
  fi
  return 1
}

# Prints the address of the API server.
api() {
  local host=$KUBERNETES_SERVICE_HOST
  case $host in
    *:*) host="[$host]" ;;
  esac
  printf 'https://%s:%s' "$host" "$KUBERNETES_SERVICE_PORT"
}

# Runs curl on a configuration from standard input, with the token of the day: never an argument, which others could see.
curl_with() {
  {
    printf 'header = "Authorization: Bearer %s"\n' "$(tr -cd '[:alnum:]._-' <"$account/token")"
    cat
  } | curl --silent --show-error --connect-timeout 5 --max-time 30 --cacert "$account/ca.crt" "$@" --config -
}

# Writes all items of a list to FILE as one JSON array, page by page, each put through FILTER; fails unless it is
# complete: list PATH LABELS FILTER FILE
list() {
  local path=$1 labels=$2 filter=$3 file=$4 next='' code
  : >"$file.pages"
  while :; do
    code=$(printf 'get\nurl = "%s%s"\ndata-urlencode = "labelSelector=%s"\ndata-urlencode = "limit=%s"\ndata-urlencode = "continue=%s"\n' \
      "$(api)" "$path" "$labels" "$page" "$next" |
      curl_with --output "$file.page" --write-out '%{http_code}' 2>"$file.error") || {
      fail "the API server does not answer: $(tail -n 1 "$file.error")"
      return 1
    }
    if [ "$code" != 200 ]; then
      fail "the API server refuses to list $path: $code $(jq -r '.message // empty' "$file.page" 2>/dev/null | head -c 200)"
      return 1
    fi
    # No item is still an answer; no document, which jq would pass over, is none.
    if ! jq -cn "input | [.items[] | $filter]" "$file.page" >>"$file.pages" 2>/dev/null || ! next=$(jq -r '.metadata.continue // ""' "$file.page"); then
      fail "the API server's answer for $path makes no sense"
      return 1
    fi
    [ -n "$next" ] || break
  done
  jq -cs 'add' "$file.pages" >"$file"
}

# Writes FOLDER/nodes, which slurm-nodes.jq reads: lines NAME<tab>STATE<tab>REASON of all nodes; fails unless slurmctld answers.
nodes() {
  if ! TZ=UTC timeout 20 scontrol --all --oneliner show nodes >"$folder/scontrol" 2>&1; then
    fail "slurmctld does not answer: $(head -n 1 "$folder/scontrol")"
    return 1
  fi
  awk -f "$(dirname "$0")/slurm-nodes.awk" "$folder/scontrol" >"$folder/nodes"
}

# Waits a number of seconds, or until slurmctld's programs ask for attention.
pause() {
  local end=$((SECONDS + $1))
  while [ "$SECONDS" -lt "$end" ] && [ ! -e "$folder/wake" ]; do
    # In the background, so that the end of the pod is not held up by it.
    sleep 0.5 &
    wait "$!"
  done
  rm -f "$folder/wake"
}
