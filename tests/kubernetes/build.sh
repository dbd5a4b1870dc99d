#!/usr/bin/env bash
# Builds the real Kubernetes that the tests run, from its Go module, into the cache; what is there is used again.
#   build.sh                      everything that `versions` asks for
#   build.sh MINOR/PROGRAM...     these, such as 1.33/kube-apiserver 1.33/kubectl coredns; and judge and gpus, the tests' own
# Prints the path of each program, one a line.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=module.sh
. "$here/module.sh"
cache=${XDG_CACHE_HOME:-$HOME/.cache}/skiff/kubernetes

# Every target, in the order in which others wait for them: the whole cluster's first.
all_targets() {
  local minor program
  for minor in $(minors cluster); do
    for program in kube-apiserver kubectl kubelet kube-controller-manager kube-scheduler kube-proxy; do
      printf '%s/%s\n' "$minor" "$program"
    done
  done
  echo coredns
  for minor in $(minors admit); do
    printf '%s/kube-apiserver\n' "$minor"
  done
}

# Passes on what go says, without a line for each of the hundreds of modules that it fetches or for a test that passes.
quiet() {
  grep -vE '^(go: downloading|ok|\?) ' >&2 || true
}

# Builds PACKAGE of MODULE into FILE; the flags are those of an official build, without a clock.
build_one() {
  local module=$1 version=$2 package=$3 file=$4 work flags minor
  work=$cache/module/$(basename "$module")-$version
  minor=$(printf '%s' "$version" | cut -d. -f2)
  flags="-s -w"
  if [ "$module" = k8s.io/kubernetes ]; then
    # Clients compare versions: without these the server calls itself v0.0.0.
    for pkg in k8s.io/component-base/version k8s.io/client-go/pkg/version; do
      flags="$flags -X $pkg.gitVersion=$version -X $pkg.gitMajor=1 -X $pkg.gitMinor=$minor -X $pkg.gitTreeState=clean"
    done
  fi
  if [ ! -e "$work/go.mod" ]; then
    write_module "$module" "$version" "$work"
  fi
  mkdir -p "$(dirname "$file")"
  (cd "$work" && CGO_ENABLED=0 nice "$here/go.sh" build -p 2 -mod=mod -trimpath -buildvcs=false -ldflags "$flags" \
    -o "$file.new" "$package") 2>&1 | quiet
  mv "$file.new" "$file"
}

# Builds a program of the tests' own, the folder of its name, among the modules of the cluster's version, and prints its path.
own_program() {
  local name=$1 version work
  version=$(pinned "$(minors cluster)")
  work=$cache/module/kubernetes-$version
  exec 8>"$cache/lock"
  flock 8
  if [ ! -e "$work/go.mod" ]; then
    write_module k8s.io/kubernetes "$version" "$work"
  fi
  rm -rf "${work:?}/$name"
  cp -r "$here/$name" "$work/$name"
  # A judge whose own tests fail judges nothing; Go remembers those that passed.
  (
    cd "$work" || exit
    export CGO_ENABLED=0
    nice "$here/go.sh" test -mod=mod "./$name" &&
      nice "$here/go.sh" build -mod=mod -trimpath -buildvcs=false -o "$cache/$name.new" "./$name"
  ) 2>&1 | quiet
  mv "$cache/$name.new" "$cache/$name"
  exec 8>&-
  printf '%s\n' "$cache/$name"
}

# Builds one target where it is missing and prints its path.
target() {
  local name=$1 version file program
  case $name in
    judge | gpus)
      own_program "$name"
      return
      ;;
    coredns)
      version=$(pinned coredns)
      set -- github.com/coredns/coredns "$version" github.com/coredns/coredns
      file=$cache/coredns-$version/coredns
      ;;
    */*)
      version=$(pinned "${name%%/*}")
      program=${name#*/}
      set -- k8s.io/kubernetes "$version" "k8s.io/kubernetes/cmd/$program"
      file=$cache/$version/$program
      ;;
    *)
      echo "build: a target is MINOR/PROGRAM, coredns, judge or gpus, not '$name'" >&2
      return 2
      ;;
  esac
  if [ ! -x "$file" ]; then
    # One build at a time, locked per program: whoever waits for one does not wait for all.
    exec 8>"$cache/lock"
    flock 8
    if [ ! -x "$file" ]; then
      build_one "$@" "$file"
    fi
    exec 8>&-
  fi
  printf '%s\n' "$file"
}

mkdir -p "$cache"
if [ "$#" -eq 0 ]; then
  mapfile -t targets < <(all_targets)
else
  targets=("$@")
fi
for each in "${targets[@]}"; do
  target "$each"
done
