#!/usr/bin/env bash
# Builds the Kubernetes programs for the tests from their Go module into the cache, if they are not there.
#   build.sh              builds everything that the file `versions` lists
#   build.sh MINOR        builds what it lists for one version
#   build.sh TARGET...    builds these: MINOR/PROGRAM, such as 1.30/kube-apiserver, a program of the tests (coredns, gpus or judge),
#                         prometheus or prometheus-operator
# Prints the path of each program, one per line.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=module.sh
. "$here/module.sh"
cache=${XDG_CACHE_HOME:-$HOME/.cache}/skiff/kubernetes
cluster=$(minors cluster)

# Prints the targets that `versions` lists for a version. The tests' own programs are built with the modules of the cluster's version.
targets_of() {
  local program
  if [ "$1" = "$cluster" ]; then
    for program in kube-apiserver kubectl kubelet kube-controller-manager kube-scheduler kube-proxy; do
      printf '%s/%s\n' "$1" "$program"
    done
    printf '%s\n' coredns gpus judge
  elif minors admit | grep -xF "$1" >/dev/null; then
    printf '%s/kube-apiserver\n' "$1"
  else
    echo "build: tests/kubernetes/versions does not list Kubernetes $1" >&2
    return 2
  fi
}

# Prints the path of a target's program, which may not exist yet. The name of a program of the tests contains the checksum of its source.
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
    prometheus | prometheus-operator)
      printf '%s\n' "$cache/$1-$(pinned "$1")"
      ;;
    *)
      echo "build: a target is MINOR/PROGRAM, coredns, gpus, judge, prometheus or prometheus-operator, not '$1'" >&2
      return 2
      ;;
  esac
}

# Passes on the output of go, without the lines for the hundreds of modules that it downloads and for tests that pass.
quiet() {
  grep -vE '^(go: downloading|ok|\?) ' >&2 || true
}

# Runs go in a module's directory: go_in FOLDER VERB ARGUMENTS...
go_in() (
  cd "$1" || exit
  verb=$2
  shift 2
  CGO_ENABLED=0 "$here/go.sh" "$verb" "${compile_flags[@]}" "$@" 2>&1 | quiet
)

# Builds programs of one version into FOLDER: build_programs MINOR FOLDER PROGRAM...
# It builds all at once, so that one links while another compiles. The flags are those of an official build, but without the build time.
build_programs() {
  local minor=$1 folder=$2 version work flags pkg
  shift 2
  version=$(pinned "$minor")
  work=$cache/module/kubernetes-$version
  if [ ! -e "$work/go.mod" ]; then
    write_module "$work" "$version"
  fi
  flags="-s -w"
  # Clients compare versions. Without these flags, the server reports v0.0.0.
  for pkg in k8s.io/component-base/version k8s.io/client-go/pkg/version; do
    flags="$flags -X $pkg.gitVersion=$version -X $pkg.gitMajor=1 -X $pkg.gitMinor=${minor#1.} -X $pkg.gitTreeState=clean"
  done
  go_in "$work" build -ldflags "$flags" -o "$folder/" "${@/#/k8s.io/kubernetes/cmd/}"
}

# Builds programs of the tests into FOLDER: build_own FOLDER NAME...
build_own() {
  local folder=$1 version work name tested=()
  shift
  version=$(pinned "$cluster")
  # In a separate module, so that CoreDNS's requirements do not change the modules that Kubernetes is built with.
  work=$cache/module/own-$version-$(pinned coredns)
  if [ ! -e "$work/go.mod" ]; then
    write_module "$work" "$version" "github.com/coredns/coredns@$(pinned coredns)"
  fi
  for name in "$@"; do
    rm -rf "${work:?}/$name"
    cp -r "$here/$name" "$work/$name"
    ! compgen -G "$here/$name/*_test.go" >/dev/null || tested+=("./$name")
  done
  # judge is built only if its own tests pass. Packages without tests are left out, because go would still load all their dependencies.
  if [ "${#tested[@]}" -gt 0 ]; then
    go_in "$work" test "${tested[@]}"
  fi
  go_in "$work" build -ldflags '-s -w' -o "$folder/" "${@/#/./}"
}

# Prints module, package and build tags of a program that is built with the modules of its own release: foreign PROGRAM
foreign() {
  case $1 in
    prometheus) echo github.com/prometheus/prometheus cmd/prometheus remove_all_sd,enable_kubernetes_sd ;;
    prometheus-operator) echo github.com/prometheus-operator/prometheus-operator cmd/operator none ;;
  esac
}

# Builds such a program into FOLDER: build_foreign FOLDER PROGRAM
build_foreign() {
  local folder=$1 program=$2 module package tags version source work
  read -r module package tags < <(foreign "$program")
  version=$(pinned "$program")
  work=$cache/module/$program-$version
  if [ ! -e "$work/go.mod" ]; then
    mkdir -p "$work"
    source=$(source_of "$module@$version")
    cp "$source/go.sum" "$work/go.sum"
    # The operator requires two modules in directories of its own repository. The published ones have the same version.
    sed -E -e '/^replace \(/,/^\)/d' -e '/^toolchain /d' -e 's|^module .*|module skiff.build/program|' \
      -e "s#($module/pkg/(apis/monitoring|client)) v[0-9.]+#\1 $version#" "$source/go.mod" >"$work/go.mod.new"
    printf '\nrequire %s %s\n' "$module" "$version" >>"$work/go.mod.new"
    mv "$work/go.mod.new" "$work/go.mod"
  fi
  go_in "$work" build -tags="$tags" -ldflags '-s -w' -o "$folder/$program" "$module/$package"
}

# Builds the missing targets of one version: build_missing MINOR TARGET...
build_missing() {
  local minor=$1 folder target programs=() own=() others=()
  shift
  # One lock per version: only one process builds a version, and nobody waits for builds of other versions.
  exec 8>"$cache/$minor.lock"
  flock 8
  folder=$cache/$(pinned "$minor")
  for target in "$@"; do
    if [ ! -x "$(file_of "$target")" ]; then
      case $target in
        */*) programs+=("${target#*/}") ;;
        prometheus | prometheus-operator) others+=("$target") ;;
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
  for target in "${others[@]}"; do
    build_foreign "$folder/new" "$target"
  done
  for target in "${programs[@]/#/$minor/}" "${own[@]}" "${others[@]}"; do
    mv "$folder/new/${target#*/}" "$(file_of "$target")"
  done
  rm -rf "$folder/new"
  exec 8>&-
}

mkdir -p "$cache"
if [ "$#" -eq 0 ]; then
  # The cluster's version first, because most tests wait for it.
  mapfile -t versions < <(minors cluster && minors admit)
  set -- "${versions[@]}" prometheus-operator prometheus
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
