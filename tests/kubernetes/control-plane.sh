#!/usr/bin/env bash
# Runs a real Kubernetes control plane in a new network namespace: etcd, the API server, and if asked the controller manager and scheduler.
#   control-plane.sh up MINOR DIR [controllers]   starts it, e.g. up 1.36 "$(mktemp -d)" controllers; all its files are in DIR
#   control-plane.sh crds DIR [KIND...]           defines kinds of Prometheus' operator, by default those that skiff writes
#   control-plane.sh kubectl DIR ARGUMENT...      runs kubectl as administrator
#   control-plane.sh start DIR NAME PROGRAM...    starts another process in its namespace, with the log DIR/NAME.log
#   control-plane.sh down DIR                     stops all processes and removes the namespace
# DIR/netns has the namespace's name, DIR/address the API server's address. The kubeconfigs are DIR/admin.conf and others.
# SKIFF_NETNS and SKIFF_API_ADDRESS: use this existing namespace, and this address in it for the API server.
# SKIFF_NODES: the names of the nodes that may join. Each gets a kubeconfig DIR/node-NAME.conf, and kube-proxy
# gets DIR/kube-proxy.conf.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=module.sh
. "$here/module.sh"
# shellcheck source-path=SCRIPTDIR source=../lib/need.sh
. "$here/../lib/need.sh"

service_range=10.96.0.0/16
pod_range=10.244.0.0/16

# Prints the path of etcd: the one of this machine, otherwise the one of Debian's package, unpacked in the cache. The package is not
# installed, because its installation would start a service.
etcd_program() {
  local cache
  # A separate cache for each release, because the program of another release may need a newer libc.
  cache=${XDG_CACHE_HOME:-$HOME/.cache}/skiff/etcd/$(. /etc/os-release && printf '%s' "$ID-${VERSION_ID:-sid}")
  if command -v etcd; then
    return 0
  fi
  if [ ! -x "$cache/usr/bin/etcd" ]; then
    mkdir -p "$cache"
    (
      flock 9
      cd "$cache" || exit
      if [ ! -x usr/bin/etcd ]; then
        # Download as root: apt's sandbox user cannot write to this directory.
        fetch=(apt-get -qq -o APT::Sandbox::User=root download etcd-server)
        "${fetch[@]}" >&2 || { apt-get -qq update >&2 && "${fetch[@]}" >&2; }
        dpkg-deb -x etcd-server_*.deb new
        mv new/usr .
        rm -rf new etcd-server_*.deb
      fi
    ) 9>"$cache.lock"
  fi
  printf '%s\n' "$cache/usr/bin/etcd"
}

# Starts a process in DIR's namespace and records its PID: start DIR NAME PROGRAM...
start() {
  local dir=$1 name=$2
  shift 2
  # Not `ip netns exec`, because it mounts a new /sys, which hides the cgroups from a kubelet. setsid, so that a signal to the caller's
  # process group does not end these processes. They run until `down`, so that the cause of a failure can be found.
  setsid nsenter --net="/run/netns/$(cat "$dir/netns")" "$@" >"$dir/$name.log" 2>&1 </dev/null 7>&- 8>&- 9>&- &
  printf '%s %s\n' "$!" "$name" >>"$dir/pids"
  disown "$!"
}

# Writes a temporary CA, the API server's certificates, and the signing key of service account tokens.
make_certificates() {
  local dir=$1 address=$2 quiet=(-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes)
  (
    cd "$dir" || exit
    openssl req -x509 "${quiet[@]}" -keyout ca.key -out ca.crt -subj /CN=skiff-test -days 2
    openssl req -x509 "${quiet[@]}" -CA ca.crt -CAkey ca.key -keyout server.key -out server.crt -days 2 \
      -subj /CN=kube-apiserver -addext basicConstraints=critical,CA:FALSE -addext extendedKeyUsage=serverAuth \
      -addext "subjectAltName=IP:127.0.0.1,IP:$address,IP:10.96.0.1,DNS:kubernetes,DNS:kubernetes.default.svc"
    openssl req -x509 "${quiet[@]}" -CA ca.crt -CAkey ca.key -keyout kubelet-client.key -out kubelet-client.crt -days 2 \
      -subj /O=system:masters/CN=kube-apiserver-kubelet-client \
      -addext basicConstraints=critical,CA:FALSE -addext extendedKeyUsage=clientAuth
    openssl ecparam -name prime256v1 -genkey -noout -out accounts.key
  ) 2>/dev/null
}

# Creates a token for a user, and writes a kubeconfig that uses it: make_user DIR FILE USER GROUPS
make_user() {
  local dir=$1 file=$2 user=$3 groups=$4 token
  token=$(openssl rand -hex 16)
  printf '%s,%s,%s,"%s"\n' "$token" "$user" "$user" "$groups" >>"$dir/tokens.csv"
  cat >"$dir/$file.conf" <<CONF
apiVersion: v1
kind: Config
current-context: test
clusters: [{name: test, cluster: {server: "https://$(cat "$dir/address"):6443", certificate-authority: $dir/ca.crt}}]
users: [{name: test, user: {token: "$token"}}]
contexts: [{name: test, context: {cluster: test, user: test}}]
CONF
}

# Waits until the API server is ready. Fails if it exits or takes too long.
wait_ready() {
  local dir=$1 deadline=$((SECONDS + 240))
  until kubectl "$dir" get --raw /readyz >/dev/null 2>&1; do
    if ! kill -0 "$(awk '$2 == "apiserver" { print $1 }' "$dir/pids")" 2>/dev/null || [ "$SECONDS" -ge "$deadline" ]; then
      echo "control-plane: the API server did not become ready" >&2
      grep -hE '^E|^F|rror' "$dir/apiserver.log" "$dir/etcd.log" | tail -n 20 >&2
      return 1
    fi
    sleep 0.2
  done
}

# Starts the controller manager and the scheduler.
start_controllers() {
  local dir=$1 minor=$2
  start "$dir" controller-manager "$("$here/build.sh" "$minor/kube-controller-manager")" \
    --kubeconfig="$dir/controller-manager.conf" --leader-elect=false --use-service-account-credentials \
    --root-ca-file="$dir/ca.crt" --service-account-private-key-file="$dir/accounts.key" \
    --allocate-node-cidrs --cluster-cidr="$pod_range" --service-cluster-ip-range="$service_range"
  start "$dir" scheduler "$("$here/build.sh" "$minor/kube-scheduler")" \
    --kubeconfig="$dir/scheduler.conf" --leader-elect=false
}

# Starts everything. If this fails, nothing is left running.
up() {
  local minor=$1 dir=$2 controllers=${3:-} netns address node etcd apiserver kubectl plugins=()
  if [ "$(id -u)" -ne 0 ]; then
    echo "SKIP: control-plane: a network namespace needs root" >&2
    exit 77
  fi
  need iproute2 openssl ca-certificates
  etcd=$(etcd_program)
  kubectl=$("$here/build.sh" "$(minors cluster)/kubectl")
  apiserver=$("$here/build.sh" "$minor/kube-apiserver")
  mkdir -p "$dir"
  dir=$(cd "$dir" && pwd)
  ln -sf "$kubectl" "$dir/kubectl"
  netns=${SKIFF_NETNS:-skiff-$$-$RANDOM}
  address=${SKIFF_API_ADDRESS:-10.77.0.1}
  printf '%s\n' "$netns" >"$dir/netns"
  printf '%s\n' "$address" >"$dir/address"
  : >"$dir/pids"
  if [ -z "${SKIFF_NETNS:-}" ] && ! ip netns add "$netns"; then
    echo "SKIP: control-plane: this machine does not allow network namespaces" >&2
    exit 77
  fi
  # shellcheck disable=SC2064 # the folder as it is now: the local is gone when the shell exits
  trap "down '$dir'" EXIT
  if [ -z "${SKIFF_NETNS:-}" ]; then
    touch "$dir/own-netns"
    # Not `ip -n`, which mounts a new /sys and fails in some chroots. The only interface is lo, but the API server refuses to advertise
    # a loopback address, so lo gets another address.
    nsenter --net="/run/netns/$netns" ip link set lo up
    nsenter --net="/run/netns/$netns" ip address add "$address/32" dev lo
  fi
  make_certificates "$dir" "$address"
  make_user "$dir" admin admin system:masters
  make_user "$dir" controller-manager system:kube-controller-manager ""
  make_user "$dir" scheduler system:kube-scheduler ""
  make_user "$dir" kube-proxy system:kube-proxy ""
  for node in ${SKIFF_NODES:-}; do
    make_user "$dir" "node-$node" "system:node:$node" system:nodes
  done
  start "$dir" etcd "$etcd" --name=test --data-dir="$dir/etcd" --unsafe-no-fsync --log-level=error \
    --listen-client-urls=http://127.0.0.1:2379 --advertise-client-urls=http://127.0.0.1:2379 \
    --listen-peer-urls=http://127.0.0.1:2380 --initial-advertise-peer-urls=http://127.0.0.1:2380 \
    --initial-cluster=test=http://127.0.0.1:2380
  if [ -z "$controllers" ]; then
    # This plugin needs the default service account, which the controller manager creates.
    plugins=(--disable-admission-plugins=ServiceAccount)
  fi
  start "$dir" apiserver "$apiserver" --etcd-servers=http://127.0.0.1:2379 --service-cluster-ip-range="$service_range" \
    --advertise-address="$address" --bind-address=0.0.0.0 --secure-port=6443 --profiling=false \
    --tls-cert-file="$dir/server.crt" --tls-private-key-file="$dir/server.key" --client-ca-file="$dir/ca.crt" \
    --service-account-key-file="$dir/accounts.key" --service-account-signing-key-file="$dir/accounts.key" \
    --service-account-issuer=https://kubernetes.default.svc --token-auth-file="$dir/tokens.csv" \
    --authorization-mode=Node,RBAC --allow-privileged=true --enable-admission-plugins=NodeRestriction "${plugins[@]}" \
    --kubelet-client-certificate="$dir/kubelet-client.crt" --kubelet-client-key="$dir/kubelet-client.key" \
    --kubelet-preferred-address-types=InternalIP
  wait_ready "$dir"
  if [ -n "$controllers" ]; then
    start_controllers "$dir" "$minor"
  fi
  trap - EXIT
}

# Runs the cluster version's kubectl as administrator.
kubectl() {
  local dir=$1
  shift
  # A separate HOME, so that kubectl uses no kuberc and no cache of another cluster.
  HOME=$dir nsenter --net="/run/netns/$(cat "$dir/netns")" "$dir/kubectl" --kubeconfig="$dir/admin.conf" "$@"
}

# Kills every process that was started, in reverse order, and removes the namespace.
down() {
  local dir=$1 pid name
  dir=$(cd "$dir" && pwd)
  if [ -e "$dir/pids" ]; then
    while read -r pid name; do
      # No graceful end is needed, because all data are discarded. The namespace shows whether the PID is still the same process.
      if [ "$(readlink "/proc/$pid/ns/net")" = "net:[$(stat -c %i "/run/netns/$(cat "$dir/netns")")]" ]; then
        kill -KILL "$pid"
        while kill -0 "$pid" 2>/dev/null && ! grep -q '^State:.Z' "/proc/$pid/status" 2>/dev/null; do
          sleep 0.05
        done
      fi
    done < <(tac "$dir/pids") 2>/dev/null
    rm -f "$dir/pids"
  fi
  if [ -e "$dir/own-netns" ]; then
    ip netns delete "$(cat "$dir/netns")"
    rm -f "$dir/own-netns"
  fi
}

# Defines kinds of Prometheus' operator, as its installation does: crds DIR [KIND...]
crds() {
  local dir=$1 file
  shift
  [ "$#" -gt 0 ] || set -- podmonitors prometheusrules servicemonitors
  crd_files "$@" | while IFS= read -r file; do
    kubectl "$dir" create -f "$file" >/dev/null
  done
  kubectl "$dir" wait --for=condition=Established --timeout=60s crd --all >/dev/null
}

verb=${1:-}
case $verb in
  up | down | crds | kubectl | start)
    shift
    "$verb" "$@"
    ;;
  *)
    sed -n '2,11s/^# //p' "$0" >&2
    exit 2
    ;;
esac
