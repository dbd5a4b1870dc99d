#!/usr/bin/env bash
# Sourced: does what a network plugin does with the NetworkPolicies for ingress, for the pods of a node. The plugin of the tests' nodes,
# CNI's bridge, ignores them. The API server evaluates the selectors. Rules are made once: a pod that is created later is not known.
# shellcheck disable=SC2154 # dir, namespace: the test

# Prints a selector as kubectl takes it; empty for all objects: selector JSON
selector() {
  jq --raw-output '[.matchLabels // {} | to_entries[] | "\(.key)=\(.value)"] | join(",")' <<<"$1"
}

# Prints the addresses of the pods of a namespace with a selector, one per line: addresses NAMESPACE SELECTOR
addresses() {
  k get pods --namespace "$1" --selector "$2" --output 'jsonpath={range .items[*]}{.status.podIP}{"\n"}{end}'
}

# Prints the sources that a peer allows, one per line: sources PEER
sources() {
  local namespaces=$namespace pods each
  if jq -e .ipBlock <<<"$1" >/dev/null; then
    jq -r .ipBlock.cidr <<<"$1"
    return
  fi
  if jq -e .namespaceSelector <<<"$1" >/dev/null; then
    namespaces=$(k get namespaces --selector "$(selector "$(jq -c .namespaceSelector <<<"$1")")" --output 'jsonpath={.items[*].metadata.name}')
  fi
  pods=$(selector "$(jq -c '.podSelector // {}' <<<"$1")")
  for each in $namespaces; do
    addresses "$each" "$pods"
  done
}

# Prints the rules of iptables for one rule of a policy: rules_for RULE
rules_for() {
  local port peer source
  while IFS= read -r port; do
    if ! jq -e .from <<<"$1" >/dev/null; then
      echo "-A INPUT $port -j ACCEPT"
      continue
    fi
    while IFS= read -r peer; do
      for source in $(sources "$peer"); do
        echo "-A INPUT $port --source $source -j ACCEPT"
      done
    done < <(jq -c '.from[]' <<<"$1")
  done < <(jq -r '.ports[] | "--protocol \(.protocol | ascii_downcase) --dport \(.port)"' <<<"$1")
}

# Lets only those connect to the selected pods whom a policy allows: enforce POLICY
enforce() {
  local policy rule rules target gateway
  policy=$(k get networkpolicy "$1" --output json)
  [ "$(jq -c .spec.policyTypes <<<"$policy")" = '["Ingress"]' ] || fail "the policy $1 is not only for ingress"
  # The kubelet always reaches the pods of its node. It connects from the address of the bridge.
  gateway=$("$node_tests/node.sh" in "$dir" ip -4 -oneline address show cni0 | awk '{ sub("/.*", "", $4); print $4 }')
  rules=$(
    printf '%s\n' '*filter' '-A INPUT -i lo -j ACCEPT' '-A INPUT -m conntrack --ctstate ESTABLISHED,RELATED -j ACCEPT' \
      "-A INPUT --source $gateway -j ACCEPT"
    while IFS= read -r rule; do
      rules_for "$rule"
    done < <(jq -c '.spec.ingress[]' <<<"$policy")
    printf '%s\n' '-A INPUT -p tcp -j REJECT --reject-with tcp-reset' '-A INPUT -j REJECT' COMMIT
  )
  for target in $(addresses "$namespace" "$(selector "$(jq -c .spec.podSelector <<<"$policy")")"); do
    "$node_tests/node.sh" pod "$dir" "$target" iptables-restore <<<"$rules"
  done
}
