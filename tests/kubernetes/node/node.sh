#!/usr/bin/env bash
# Runs a real Kubernetes node with its control plane, and a second node. Each node has
# containerd, kubelet and kube-proxy in its own namespaces (network, mounts, processes). So it
# does not affect other nodes, and nothing remains after `down`. CoreDNS runs on the first node.
#   node.sh up DIR IMPORTED [GPUS TEMPLATE]     starts the first node and the control plane. DIR is a new directory. IMPORTED has the
#                                    images of the node (imported.sh). GPUS is a number of fake GPUs (../gpus)
#   node.sh join DIR IMPORTED        starts the second node, or starts it again after `lose`
#   node.sh kubectl DIR ARGUMENT...  runs kubectl as administrator
#   node.sh start DIR NAME PROGRAM...  starts another program in the network of the first node, with the log DIR/NAME.log; `down` ends it
#   node.sh in DIR COMMAND...        runs a command in the network of the first node
#   node.sh pod DIR ADDRESS COMMAND...   runs a command in the network of the pod of the first node that has an address
#   node.sh kill DIR CONTAINER       kills a container of the first node, like a crash; CONTAINER is the ID in the pod's status
#   node.sh lose DIR                 ends the second node, like a power cut
#   node.sh cut DIR                  cuts the connection between the nodes
#   node.sh mend DIR                 restores the connection
#   node.sh pod-logs DIR FOLDER      copies the logs of all containers of both nodes
#   node.sh down DIR                 removes everything; fails with a message if something is left
# The nodes are named `node` and `other`. The files of the second are in DIR/other. The kubelets refresh mounted ConfigMaps within 10
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

# Exits with 77, which means that this machine cannot run the test.
skip() {
  echo "SKIP: node: $1" >&2
  exit 77
}

# Makes a network namespace with an address and a default route that leads nowhere. It has no connection to other networks.
make_network() {
  local netns=$1
  ip netns add "$netns" 2>/dev/null || skip "this machine does not allow network namespaces"
  in_netns=(nsenter --net="/run/netns/$netns")
  "${in_netns[@]}" ip link set lo up
  "${in_netns[@]}" ip link add node0 type veth peer name nowhere0 || skip "this kernel has no veth devices"
  "${in_netns[@]}" ip link set nowhere0 up
  "${in_netns[@]}" ip link set node0 up
  "${in_netns[@]}" ip address add "$address/24" dev node0
  "${in_netns[@]}" ip route add default via 10.99.0.254
  # Pods are reached through the node, even if the machine itself does not forward.
  "${in_netns[@]}" sh -c 'echo 1 >/proc/sys/net/ipv4/ip_forward'
}

# Makes the second node's network namespace. It is only connected to the first node.
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

# Sets the routes between the nodes. They disappear when the link goes down.
make_routes() {
  nsenter --net="/run/netns/$1" ip route replace "$other_address/32" dev lan0 src "$address"
  nsenter --net="/run/netns/$1" ip route replace "$other_pods" via "$other_address" dev lan0
  nsenter --net="/run/netns/$2" ip route replace default via "$address"
}

# Prints the directories in which control groups are created: one with cgroup v2, one per hierarchy with v1.
cgroup_hierarchies() {
  # A root filesystem below another directory can have the same ones once more.
  awk '($3 == "cgroup" || $3 == "cgroup2") && index($2, "/sys/fs/cgroup") == 1 { print $2 }' /proc/self/mounts
}

# Makes a control group for the node, so that several nodes can share a machine. kubelet creates its groups in it, and another group in it
# is for the node's programs.
make_cgroups() {
  local group=$1 at each file
  for at in $(cgroup_hierarchies); do
    for each in "$at/$group" "$at/$group/programs"; do
      mkdir "$each" 2>/dev/null || skip "this machine does not allow new cgroups"
      # In v1, processes cannot enter a cpuset group before its CPUs and memory nodes are set.
      for file in cpuset.cpus cpuset.mems; do
        if [ -e "$at/$file" ] && [ ! -e "$at/cgroup.controllers" ]; then
          cat "$at/$file" >"$each/$file"
        fi
      done
    done
    # In v1, each process outside has the same weight as the whole group, so a few compilers would starve it.
    [ ! -e "$at/$group/cpu.shares" ] || echo 8192 >"$at/$group/cpu.shares"
  done
  if [ -e /sys/fs/cgroup/cgroup.controllers ]; then
    for file in cpu memory pids; do
      grep -qw "$file" "/sys/fs/cgroup/$group/cgroup.controllers" || skip "the cgroup controller $file is missing"
    done
  fi
}

# Puts this shell, and all processes that it starts, into the control group of the node's programs.
enter_cgroups() {
  local at
  for at in $(cgroup_hierarchies); do
    printf '%s\n' "$BASHPID" >"$at/$1/programs/cgroup.procs"
  done
}

# Kills every process in a control group and below, and removes the group. Fails if it still exists.
remove_cgroups() {
  local group=$1 at
  for at in $(cgroup_hierarchies); do
    [ -d "$at/$group" ] || continue
    find "$at/$group" -name cgroup.procs -exec sed 's/^/kill -KILL /' {} + 2>/dev/null | sh 2>/dev/null || true
    find "$at/$group" -depth -type d -exec rmdir {} + 2>/dev/null || true
    [ ! -d "$at/$group" ] || return 1
  done
}

# Writes the configuration of a node's programs into FOLDER: write_configuration DIR FOLDER GROUP ADDRESS PODS
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
  # Without an upstream server: names outside the cluster are refused, as by a resolver without a network.
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

# Creates the Service that is the resolver of pods. CoreDNS runs beside kubelet, not in a pod.
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

# Waits until a node is ready: wait_ready DIR FOLDER NAME
wait_ready() {
  local home=$1 dir=$2 deadline=$((SECONDS + 360))
  until "$here/../control-plane.sh" kubectl "$home" wait --for=condition=Ready "node/$3" --timeout=5s >/dev/null 2>&1; do
    if ! kill -0 "$(cat "$dir/node.pid")" 2>/dev/null || [ "$SECONDS" -ge "$deadline" ]; then
      echo "node: $3 did not become ready" >&2
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
  # When the first process ends, the kernel kills all other processes of the node. With the last one, the mounts disappear.
  setsid nsenter --net="/run/netns/$netns" unshare --mount --pid --fork --kill-child --propagation private \
    "$here/in_node.sh" "$home" "$dir" "$4" "$5" "$6" "$("$here/../build.sh" "$minor/kubelet")" \
    "$("$here/../build.sh" "$minor/kube-proxy")" "$("$here/../build.sh" coredns)" "${gpus[@]}" \
    >"$dir/node.log" 2>&1 </dev/null &
  printf '%s\n' "$!" >"$dir/node.pid"
  disown "$!"
  wait_ready "$home" "$dir" "$4"
}

# Starts everything. If this fails, logs and other leftovers remain until `down`.
up() {
  local dir=$1 imported=$2 minor netns
  [ "$(id -u)" -eq 0 ] || skip "needs root"
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

# Starts the second node.
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

# Prints the network namespace of the pod that has an address: pod_network DIR ADDRESS
pod_network() {
  local first each
  first=$(first_process "$1")
  for each in "/proc/$first/root/run/netns"/*; do
    if nsenter --net="$each" ip -4 -oneline address 2>/dev/null | grep -F " $2/" >/dev/null; then
      printf '%s\n' "$each"
      return
    fi
  done
  echo "node: no pod has the address $2" >&2
  return 1
}

# Kills every process of a node: end_node FOLDER
end_node() {
  local dir=$1 first deadline=$((SECONDS + 80))
  [ -e "$dir/node.pid" ] || return 0
  # When the first process of a PID namespace ends, the kernel kills all others.
  if first=$(first_process "$dir" 2>/dev/null); then
    kill -KILL "$first" 2>/dev/null || true
    while [ -e "/proc/$first" ] && [ "$SECONDS" -lt "$deadline" ]; do
      sleep 0.05
    done
  fi
  rm -f "$dir/node.pid"
}

# Ends the second node, like a power cut. Its network stays.
lose() {
  local deadline=$((SECONDS + 80))
  end_node "$1/other"
  until remove_cgroups "$(cat "$1/other/node-netns")" || [ "$SECONDS" -ge "$deadline" ]; do
    sleep 0.1
  done
}

# Copies the logs of all containers of both nodes. kubelet's log directory is inside the nodes' mount namespaces.
pod-logs() {
  local dir=$1 folder=$2 each first
  for each in "$dir" "$dir/other"; do
    if [ -e "$each/node.pid" ] && first=$(first_process "$each" 2>/dev/null); then
      cp --recursive "/proc/$first/root/var/log/pods/." "$folder" 2>/dev/null || true
    fi
  done
}

# Kills every process, and removes the namespaces, mounts and control groups. The directory with the logs stays.
down() {
  local dir=$1 netns deadline=$((SECONDS + 80)) status=0
  [ ! -d "$dir/other" ] || down "$dir/other" || status=1
  [ -e "$dir/node-netns" ] || return "$status"
  netns=$(cat "$dir/node-netns")
  end_node "$dir"
  # The kernel removes the node's mounts a little later. Until then, the name of the network namespace is in use.
  until remove_cgroups "$netns" && { [ ! -e "/run/netns/$netns" ] || ip netns delete "$netns" 2>/dev/null; }; do
    if [ "$SECONDS" -ge "$deadline" ]; then
      echo "node: cannot remove $netns" >&2
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
  start)
    enter_cgroups "$(cat "$2/node-netns")"
    exec "$here/../control-plane.sh" "$@"
    ;;
  in)
    netns=$(cat "$2/node-netns")
    shift 2
    exec nsenter --net="/run/netns/$netns" "$@"
    ;;
  pod)
    network=$(pod_network "$2" "$3")
    shift 3
    exec nsenter --net="$network" "$@"
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
