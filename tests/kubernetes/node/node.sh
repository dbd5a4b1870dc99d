#!/usr/bin/env bash
# A real Kubernetes node with its control plane, and a second one: containerd, kubelet and kube-proxy in namespaces of their own
# (network, mounts, processes), so that nothing of it reaches another node or outlives `down`; CoreDNS beside the first.
#   node.sh up DIR IMPORTED [GPUS TEMPLATE]     DIR is new; the images of the folder IMPORTED (imported.sh) are on the node, and GPUs
#                                    that are not there (../gpus)
#   node.sh join DIR IMPORTED   the second node, or the same after it was lost
#   node.sh kubectl DIR ARGUMENTS...
#   node.sh in DIR COMMAND...        in the first node's network
#   node.sh kill DIR CONTAINER       ends a container of the first node as a crash does; CONTAINER as in a pod's status
#   node.sh lose DIR                 ends the second node as a power cut does
#   node.sh cut DIR, node.sh mend DIR      the cable between the two
#   node.sh pod-logs DIR FOLDER      copies all containers' logs as they lie on the nodes
#   node.sh down DIR                 takes away all that these have made; fails, and says what, where something is left
# Their names are `node` and `other`; what is the second's lies in DIR/other. The kubelets refresh mounted ConfigMaps within 10
# seconds instead of 60.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=../module.sh
. "$here/../module.sh"
# shellcheck source-path=SCRIPTDIR source=../../lib/need.sh
. "$here/../../lib/need.sh"
# shellcheck source-path=SCRIPTDIR source=programs.sh
. "$here/programs.sh"
address=10.99.0.1
other_address=10.99.0.2
pods=10.244.0.0/24
other_pods=10.244.1.0/24

# Ends the script as one that this machine cannot run.
skip() {
  echo "SKIP: node: $1" >&2
  exit 77
}

# Makes a network namespace with an address, a default route that leads nowhere, and no way out.
make_network() {
  local netns=$1
  ip netns add "$netns" 2>/dev/null || skip "this machine makes no network namespace"
  in_netns=(nsenter --net="/run/netns/$netns")
  "${in_netns[@]}" ip link set lo up
  "${in_netns[@]}" ip link add node0 type veth peer name nowhere0 || skip "this kernel has no veth devices"
  "${in_netns[@]}" ip link set nowhere0 up
  "${in_netns[@]}" ip link set node0 up
  "${in_netns[@]}" ip address add "$address/24" dev node0
  "${in_netns[@]}" ip route add default via 10.99.0.254
  # Pods are reached through the node, even where the machine forwards nothing.
  "${in_netns[@]}" sh -c 'echo 1 >/proc/sys/net/ipv4/ip_forward'
}

# Makes the second node's network namespace, with a cable to the first and no other way out.
make_other_network() {
  local first=$1 netns=$2 in_first
  ip netns add "$netns"
  in_first=(nsenter --net="/run/netns/$first")
  in_netns=(nsenter --net="/run/netns/$netns")
  "${in_first[@]}" ip link add lan0 type veth peer name node0 netns "$netns"
  "${in_netns[@]}" ip link set lo up
  "${in_netns[@]}" ip link set node0 up
  "${in_first[@]}" ip link set lan0 up
  "${in_netns[@]}" ip address add "$other_address/24" dev node0
  "${in_netns[@]}" sh -c 'echo 1 >/proc/sys/net/ipv4/ip_forward'
  make_routes "$first" "$netns"
}

# What leads from one node to the other; a cable that is pulled takes it away.
make_routes() {
  nsenter --net="/run/netns/$1" ip route replace "$other_address/32" dev lan0 src "$address"
  nsenter --net="/run/netns/$1" ip route replace "$other_pods" via "$other_address" dev lan0
  nsenter --net="/run/netns/$2" ip route replace default via "$address"
}

# Prints the folders in which control groups are made: one on a machine with version 2, one per hierarchy else.
cgroup_hierarchies() {
  awk '$3 == "cgroup" || $3 == "cgroup2" { print $2 }' /proc/self/mounts
}

# Makes the control group below which kubelet makes its own, so that several nodes share one machine, and there one for the node's programs.
make_cgroups() {
  local group=$1 at each file
  for at in $(cgroup_hierarchies); do
    for each in "$at/$group" "$at/$group/programs"; do
      mkdir "$each" 2>/dev/null || skip "this machine lets nobody make control groups"
      # In version 1 a cpuset group takes no process until it has processors and memory.
      for file in cpuset.cpus cpuset.mems; do
        if [ -e "$at/$file" ] && [ ! -e "$at/cgroup.controllers" ]; then
          cat "$at/$file" >"$each/$file"
        fi
      done
    done
    # In version 1 each process outside counts as much as the group with all that is in it, which a compiler or two would starve.
    [ ! -e "$at/$group/cpu.shares" ] || echo 8192 >"$at/$group/cpu.shares"
  done
  if [ -e /sys/fs/cgroup/cgroup.controllers ]; then
    for file in cpu memory pids; do
      grep -qw "$file" "/sys/fs/cgroup/$group/cgroup.controllers" || skip "control groups lack the controller $file"
    done
  fi
}

# Puts this shell, and with it all that it starts, into the control group of the node's programs.
enter_cgroups() {
  local at
  for at in $(cgroup_hierarchies); do
    printf '%s\n' "$BASHPID" >"$at/$1/programs/cgroup.procs"
  done
}

# Ends every process in it and below, and removes it; fails while something is left.
remove_cgroups() {
  local group=$1 at
  for at in $(cgroup_hierarchies); do
    [ -d "$at/$group" ] || continue
    find "$at/$group" -name cgroup.procs -exec sed 's/^/kill -KILL /' {} + 2>/dev/null | sh 2>/dev/null || true
    find "$at/$group" -depth -type d -exec rmdir {} + 2>/dev/null || true
    [ ! -d "$at/$group" ] || return 1
  done
}

# Writes what a node's programs read: write_configuration DIR FOLDER GROUP ADDRESS PODS; FOLDER is the node's.
write_configuration() {
  local home=$1 dir=$2 group=$3 own=$4 range=$5
  mkdir -p "$dir/cni" "$dir/kubelet"
  cat >"$dir/cni/10-pods.conflist" <<CONF
{"cniVersion": "0.4.0", "name": "pods", "plugins": [
  {"type": "bridge", "bridge": "cni0", "isGateway": true, "hairpinMode": true,
   "ipam": {"type": "host-local", "dataDir": "$dir/addresses", "ranges": [[{"subnet": "$range"}]],
            "routes": [{"dst": "0.0.0.0/0"}]}},
  {"type": "portmap", "capabilities": {"portMappings": true}}]}
CONF
  cat >"$dir/containerd.toml" <<CONF
version = 2
root = "$dir/containerd"
state = "/run/containerd-state"
[grpc]
  address = "/run/containerd.sock"
[plugins."io.containerd.grpc.v1.cri"]
  restrict_oom_score_adj = true
  sandbox_image = "localhost/pause:test"
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "$cni"
    conf_dir = "$dir/cni"
CONF
  echo "nameserver $address" >"$dir/resolv.conf"
  cat >"$dir/kubelet.yaml" <<CONF
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
address: $own
authentication: {anonymous: {enabled: false}, webhook: {enabled: false}, x509: {clientCAFile: $home/ca.crt}}
authorization: {mode: AlwaysAllow}
cgroupDriver: cgroupfs
cgroupRoot: /$group
clusterDNS: [10.96.0.10]
clusterDomain: cluster.local
containerRuntimeEndpoint: unix:///run/containerd.sock
evictionHard: {memory.available: 50Mi, nodefs.available: 1%, nodefs.inodesFree: 1%, imagefs.available: 1%}
failCgroupV1: false
failSwapOn: false
oomScoreAdj: 0
resolvConf: $dir/resolv.conf
syncFrequency: 10s
CONF
  # No upstream: a name outside the cluster is refused, as by a resolver that is cut off.
  cat >"$dir/Corefile" <<CONF
.:53 {
  bind $address
  errors
  kubernetes cluster.local {
    kubeconfig $home/admin.conf test
    ttl 5
  }
}
CONF
}

# Makes the Service that pods have as their resolver; CoreDNS runs beside kubelet, not in a pod.
make_dns_service() {
  "$here/../control-plane.sh" kubectl "$1" apply --filename=- >/dev/null <<CONF
apiVersion: v1
kind: Service
metadata: {name: kube-dns, namespace: kube-system}
spec: {clusterIP: 10.96.0.10, ports: [{name: dns, port: 53, protocol: UDP}, {name: dns-tcp, port: 53}]}
---
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: {name: kube-dns, namespace: kube-system, labels: {kubernetes.io/service-name: kube-dns}}
addressType: IPv4
endpoints: [{addresses: [$address], conditions: {ready: true}}]
ports: [{name: dns, port: 53, protocol: UDP}, {name: dns-tcp, port: 53}]
CONF
}

# Waits until a node says that it is ready: wait_ready DIR FOLDER NAME
wait_ready() {
  local home=$1 dir=$2 deadline=$((SECONDS + 360))
  until "$here/../control-plane.sh" kubectl "$home" wait --for=condition=Ready "node/$3" --timeout=5s >/dev/null 2>&1; do
    if ! kill -0 "$(cat "$dir/node.pid")" 2>/dev/null || [ "$SECONDS" -ge "$deadline" ]; then
      echo "node: it did not get ready" >&2
      tail -n 5 "$dir"/node.log "$dir"/containerd.log "$dir"/kubelet.log >&2 || true
      return 1
    fi
    sleep 0.3
  done
}

# Starts a node's programs: start_node DIR FOLDER NETNS NAME ADDRESS IMPORTED [GPUS TEMPLATE]
start_node() {
  local home=$1 dir=$2 netns=$3 minor gpus=()
  minor=$(minors cluster)
  [ "$#" -lt 8 ] || gpus=("$("$here/../build.sh" gpus)" "$7" "$8")
  # The end of its first process ends every other of the node, and with the last the mounts go.
  setsid nsenter --net="/run/netns/$netns" unshare --mount --pid --fork --kill-child --propagation private \
    "$here/in_node.sh" "$home" "$dir" "$4" "$5" "$6" "$("$here/../build.sh" "$minor/kubelet")" \
    "$("$here/../build.sh" "$minor/kube-proxy")" "$("$here/../build.sh" coredns)" "${gpus[@]}" \
    >"$dir/node.log" 2>&1 </dev/null &
  printf '%s\n' "$!" >"$dir/node.pid"
  disown "$!"
  wait_ready "$home" "$dir" "$4"
}

# Starts all of it. What a start that failed leaves, the logs among it, `down` takes away.
up() {
  local dir=$1 imported=$2 minor netns
  [ "$(id -u)" -eq 0 ] || skip "takes root"
  need iproute2 iptables conntrack mount util-linux
  node_programs
  minor=$(minors cluster)
  mkdir -p "$dir"
  dir=$(cd "$dir" && pwd)
  netns=skiff-node-$$-$RANDOM
  printf '%s\n' "$netns" >"$dir/node-netns"
  make_network "$netns"
  make_cgroups "$netns"
  enter_cgroups "$netns"
  SKIFF_NETNS=$netns SKIFF_API_ADDRESS=$address SKIFF_NODES='node other' "$here/../control-plane.sh" up "$minor" "$dir" controllers
  write_configuration "$dir" "$dir" "$netns" "$address" "$pods"
  make_dns_service "$dir"
  start_node "$dir" "$dir" "$netns" node "$address" "$imported" "${@:3}"
}

# The second node.
join() {
  local dir=$1 imported=$2 first netns
  dir=$(cd "$dir" && pwd)
  first=$(cat "$dir/node-netns")
  netns=$first-other
  node_programs
  if [ ! -e "$dir/other/node-netns" ]; then
    mkdir -p "$dir/other"
    printf '%s\n' "$netns" >"$dir/other/node-netns"
    make_other_network "$first" "$netns"
    write_configuration "$dir" "$dir/other" "$netns" "$other_address" "$other_pods"
  fi
  make_cgroups "$netns"
  enter_cgroups "$netns"
  start_node "$dir" "$dir/other" "$netns" other "$other_address" "$imported"
}

# Prints the first process of the node's namespaces.
first_process() {
  local pid first
  pid=$(cat "$1/node.pid")
  read -r first _ <"/proc/$pid/task/$pid/children"
  printf '%s\n' "$first"
}

# Ends every process of a node: end_node FOLDER
end_node() {
  local dir=$1 first deadline=$((SECONDS + 80))
  [ -e "$dir/node.pid" ] || return 0
  # With the first process of a process namespace the kernel ends all others.
  if first=$(first_process "$dir" 2>/dev/null); then
    kill -KILL "$first" 2>/dev/null || true
    while [ -e "/proc/$first" ] && [ "$SECONDS" -lt "$deadline" ]; do
      sleep 0.05
    done
  fi
  rm -f "$dir/node.pid"
}

# The second node without power. What it was connected with stays.
lose() {
  local deadline=$((SECONDS + 80))
  end_node "$1/other"
  until remove_cgroups "$(cat "$1/other/node-netns")" || [ "$SECONDS" -ge "$deadline" ]; do
    sleep 0.1
  done
}

# Copies what the containers of both nodes have said: kubelet's folder of it is in their own namespaces.
pod-logs() {
  local dir=$1 folder=$2 each first
  for each in "$dir" "$dir/other"; do
    if [ -e "$each/node.pid" ] && first=$(first_process "$each" 2>/dev/null); then
      cp --recursive "/proc/$first/root/var/log/pods/." "$folder" 2>/dev/null || true
    fi
  done
}

# Ends every process and takes the namespaces, mounts and control groups away. The folder stays, with its logs.
down() {
  local dir=$1 netns deadline=$((SECONDS + 80)) status=0
  [ ! -d "$dir/other" ] || down "$dir/other" || status=1
  [ -e "$dir/node-netns" ] || return "$status"
  netns=$(cat "$dir/node-netns")
  end_node "$dir"
  # The kernel takes the node's mounts away a little later, and until then holds the network namespace's name.
  until remove_cgroups "$netns" && { [ ! -e "/run/netns/$netns" ] || ip netns delete "$netns" 2>/dev/null; }; do
    if [ "$SECONDS" -ge "$deadline" ]; then
      echo "node: $netns can't be removed" >&2
      return 1
    fi
    sleep 0.1
  done
  rm -f "$dir/node-netns" "$dir/pids"
  return "$status"
}

verb=${1:-}
case $verb in
  up | join | lose | pod-logs | down)
    shift
    "$verb" "$@"
    ;;
  kubectl)
    shift
    exec "$here/../control-plane.sh" kubectl "$@"
    ;;
  in)
    netns=$(cat "$2/node-netns")
    shift 2
    exec nsenter --net="/run/netns/$netns" "$@"
    ;;
  cut)
    nsenter --net="/run/netns/$(cat "$2/node-netns")" ip link set lan0 down
    ;;
  mend)
    nsenter --net="/run/netns/$(cat "$2/node-netns")" ip link set lan0 up
    make_routes "$(cat "$2/node-netns")" "$(cat "$2/other/node-netns")"
    ;;
  kill)
    dir=$2
    container=$3
    node_programs
    exec nsenter --target "$(first_process "$dir")" --mount --pid --net \
      ctr --address /run/containerd.sock --namespace k8s.io task kill --signal SIGKILL "${container#containerd://}"
    ;;
  *)
    sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0" >&2
    exit 2
    ;;
esac
