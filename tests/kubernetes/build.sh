#!/usr/bin/env bash
# Builds the real Kubernetes that the tests run, from its Go module, into the cache; what is there is used again.
#   build.sh              everything that `versions` asks for
#   build.sh MINOR        what it asks for of one version
#   build.sh TARGET...    these: MINOR/PROGRAM such as 1.30/kube-apiserver, or one of the tests' own, the folders coredns, gpus and judge
# Prints the path of each program, one a line.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=module.sh
. "$here/module.sh"
cache=${XDG_CACHE_HOME:-$HOME/.cache}/skiff/kubernetes
cluster=$(minors cluster)

# Prints the targets that `versions` asks for of a version. The tests' own are built among the modules of the cluster's.
targets_of() {
  local program
  if [ "$1" = "$cluster" ]; then
    for program in kube-apiserver kubectl kubelet kube-controller-manager kube-scheduler kube-proxy; do
      printf '%s/%s\n' "$1" "$program"
    done
    printf '%s\n' coredns gpus judge
  elif minors admit | grep -qxF "$1"; then
    printf '%s/kube-apiserver\n' "$1"
  else
    echo "build: nothing of Kubernetes $1 is run" >&2
    return 2
  fi
}

# Prints where a target's program is, built or not; one of the tests' own has the checksum of its source in its name.
file_of() {
  local version checksum
  case $1 in
    */*)
      version=$(pinned "${1%%/*}")
      printf '%s\n' "$cache/$version/${1#*/}"
      ;;
    coredns | gpus | judge)
      version=$(pinned "$cluster")
      checksum=$({ pinned coredns && cat "$here/$1"/*.go; } | sha256sum)
      printf '%s\n' "$cache/$version/$1-${checksum:0:12}"
      ;;
    *)
      echo "build: a target is MINOR/PROGRAM, coredns, gpus or judge, not '$1'" >&2
      return 2
      ;;
  esac
}

# Passes on what go says, without a line for each of the hundreds of modules that it fetches or for a test that passes.
quiet() {
  grep -vE '^(go: downloading|ok|\?) ' >&2 || true
}

# Runs go in a module's folder: go_in FOLDER VERB ARGUMENTS...
go_in() (
  cd "$1" || exit
  verb=$2
  shift 2
  CGO_ENABLED=0 "$here/go.sh" "$verb" "${compile_flags[@]}" "$@" 2>&1 | quiet
)

# Builds programs of one version into FOLDER, all at once: one links while another compiles. The flags are those of an official build,
# without a clock: build_programs MINOR FOLDER PROGRAM...
build_programs() {
  local minor=$1 folder=$2 version work flags pkg
  shift 2
  version=$(pinned "$minor")
  work=$cache/module/kubernetes-$version
  if [ ! -e "$work/go.mod" ]; then
    write_module "$work" "$version"
  fi
  flags="-s -w"
  # Clients compare versions: without these the server calls itself v0.0.0.
  for pkg in k8s.io/component-base/version k8s.io/client-go/pkg/version; do
    flags="$flags -X $pkg.gitVersion=$version -X $pkg.gitMajor=1 -X $pkg.gitMinor=${minor#1.} -X $pkg.gitTreeState=clean"
  done
  go_in "$work" build -ldflags "$flags" -o "$folder/" "${@/#/k8s.io/kubernetes/cmd/}"
}

# Builds programs of the tests' own into FOLDER: build_own FOLDER NAME...
build_own() {
  local folder=$1 version work name tested=()
  shift
  version=$(pinned "$cluster")
  # A module of their own: what CoreDNS requires has no say in what Kubernetes is built with.
  work=$cache/module/own-$version-$(pinned coredns)
  if [ ! -e "$work/go.mod" ]; then
    write_module "$work" "$version" "github.com/coredns/coredns@$(pinned coredns)"
  fi
  for name in "$@"; do
    rm -rf "${work:?}/$name"
    cp -r "$here/$name" "$work/$name"
    ! compgen -G "$here/$name/*_test.go" >/dev/null || tested+=("./$name")
  done
  # A judge whose own tests fail judges nothing. Go would read all that a package without tests needs, and test nothing.
  if [ "${#tested[@]}" -gt 0 ]; then
    go_in "$work" test "${tested[@]}"
  fi
  go_in "$work" build -ldflags '-s -w' -o "$folder/" "${@/#/./}"
}

# Builds those of a version's targets that are missing: build_missing MINOR TARGET...
build_missing() {
  local minor=$1 folder target programs=() own=()
  shift
  # One build of a version at a time; who waits for another version's doesn't wait for this.
  exec 8>"$cache/$minor.lock"
  flock 8
  folder=$cache/$(pinned "$minor")
  for target in "$@"; do
    if [ ! -x "$(file_of "$target")" ]; then
      case $target in
        */*) programs+=("${target#*/}") ;;
        *) own+=("$target") ;;
      esac
    fi
  done
  mkdir -p "$folder/new"
  if [ "${#programs[@]}" -gt 0 ]; then
    build_programs "$minor" "$folder/new" "${programs[@]}"
  fi
  if [ "${#own[@]}" -gt 0 ]; then
    build_own "$folder/new" "${own[@]}"
  fi
  for target in "${programs[@]/#/$minor/}" "${own[@]}"; do
    mv "$folder/new/${target#*/}" "$(file_of "$target")"
  done
  rm -rf "$folder/new"
  exec 8>&-
}

mkdir -p "$cache"
if [ "$#" -eq 0 ]; then
  # In the order in which others wait for them.
  mapfile -t versions < <(minors cluster && minors admit)
  set -- "${versions[@]}"
fi
targets=()
for each in "$@"; do
  if [[ $each =~ ^[0-9.]+$ ]]; then
    asked=$(targets_of "$each")
    mapfile -t -O "${#targets[@]}" targets <<<"$asked"
  else
    targets+=("$each")
  fi
done
declare -A missing=()
order=()
for each in "${targets[@]}"; do
  file=$(file_of "$each")
  if [ ! -x "$file" ]; then
    minor=$cluster
    [[ $each != */* ]] || minor=${each%%/*}
    [ -n "${missing[$minor]:-}" ] || order+=("$minor")
    missing[$minor]+="$each "
  fi
done
for minor in "${order[@]}"; do
  read -ra these <<<"${missing[$minor]}"
  build_missing "$minor" "${these[@]}"
done
for each in "${targets[@]}"; do
  file_of "$each"
done
