#!/usr/bin/env bash
# Stands in for curl in a lab pod: an API server of two lists, kept as files, that answers power.sh and after-drain.sh. The real one is
# asked in tests/kubernetes/node. /w/api/pods has a file a pod, /w/api/podtemplates.json the other list, /w/api/nodes.NAME the last
# condition of a machine; /w/api/away makes it silent.
#   curl [OPTION...] --config -        one request, or several with `next` between them
set -euo pipefail
api=/w/api
output='' format=''
while [ "$#" -gt 0 ]; do
  case $1 in
    --output) output=$2 && shift ;;
    --write-out) format=$2 && shift ;;
  esac
  shift
done

# The value of a line KEY = "VALUE", whose quotes and backslashes are escaped as in JSON.
value() {
  jq -r . <<<"${1#* = }"
}

# Writes an answer and its code: answer CODE BODY
answer() {
  printf '%s\n' "$2" >"${output:-/dev/stdout}"
  format=${format//'%{http_code}'/$1}
  printf '%b' "$format"
}

# Marks a pod as leaving, if it is the one that is meant.
delete_pod() {
  local file=$api/pods/$1.json uid=$2
  if [ ! -e "$file" ]; then
    answer 404 '{"message":"not found"}'
  elif [ "$(jq -r .metadata.uid "$file")" != "$uid" ]; then
    answer 409 '{"message":"another uid"}'
  else
    jq '.metadata.deletionTimestamp = "now"' "$file" >"$file.new"
    mv "$file.new" "$file"
    answer 200 '{}'
  fi
}

# Keeps a new pod, which nobody has scheduled yet.
create_pod() {
  local name file
  name=$(jq -r .metadata.name <<<"$1")
  file=$api/pods/$name.json
  if [ -e "$file" ]; then
    answer 409 '{"message":"exists"}'
    return
  fi
  jq --arg uid "$RANDOM-$RANDOM-$name" '.metadata += {uid: $uid, creationTimestamp: (now | floor | todateiso8601)} | .status = {phase: "Pending"}' <<<"$1" >"$file.new"
  mv "$file.new" "$file"
  printf '%s\n' "$name" >>"$api/made"
  answer 201 '{}'
}

# Keeps a condition, the only one that a pod here has.
patch_pod() {
  local file=$api/pods/$1.json
  if [ -e "$file" ]; then
    jq --argjson patch "$2" '.status.conditions = $patch.status.conditions' "$file" >"$file.new"
    mv "$file.new" "$file"
    answer 200 '{}'
  else
    answer 404 '{"message":"not found"}'
  fi
}

# Does the request that was read.
request() {
  [ -n "$url" ] || return 0
  case $verb:$url in
    GET:*/podtemplates) answer 200 "$(cat $api/podtemplates.json)" ;;
    GET:*/pods) answer 200 "$(find $api/pods -name '*.json' -exec cat {} + | jq -s '{items: ., metadata: {}}')" ;;
    DELETE:*) delete_pod "${url##*/}" "$(jq -r .preconditions.uid <<<"$body")" ;;
    POST:*/pods) create_pod "$body" ;;
    PATCH:*/pods/*/status)
      url=$(dirname "$url")
      patch_pod "$(basename "$url")" "$body"
      ;;
    PATCH:*/api/v1/nodes/*/status)
      url=$(dirname "$url")
      jq -c '.status.conditions[0]' <<<"$body" >"$api/nodes.$(basename "$url")"
      answer 200 '{}'
      ;;
    *) answer 405 '{"message":"not allowed"}' ;;
  esac
}

if [ -e "$api/away" ]; then
  cat >/dev/null
  echo "curl: (28) Connection timed out" >&2
  exit 28
fi
url='' verb=GET body=''
while IFS= read -r line; do
  case $line in
    'url = '*) url=$(value "$line") ;;
    'request = '*) verb=$(value "$line") ;;
    'data-binary = '*) body=$(value "$line") ;;
    'output = '*) output=$(value "$line") ;;
    'write-out = '*) format=$(value "$line") ;;
    next)
      request
      url='' verb=GET body='' output='' format=''
      ;;
  esac
done
request
