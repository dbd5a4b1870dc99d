#!/usr/bin/env bash
# Sourced: puts containerd, runc and the CNI plugins on PATH: those of this machine, otherwise those of Debian, unpacked in the cache. They
# are not installed, because Debian starts an installed containerd.

# Sets `cni`, the directory of the CNI plugins, and PATH.
# shellcheck disable=SC2034 # cni is for who sources this
node_programs() {
  local cache fetch
  # A separate cache for each release, because programs of another release may need a newer libc.
  cache=${XDG_CACHE_HOME:-$HOME/.cache}/skiff/node/$(. /etc/os-release && printf '%s' "$ID-${VERSION_ID:-sid}")
  if command -v containerd >/dev/null && command -v runc >/dev/null && [ -x /usr/lib/cni/bridge ]; then
    cni=/usr/lib/cni
    return 0
  fi
  if [ ! -e "$cache/.complete" ]; then
    mkdir -p "$cache"
    (
      flock 9
      cd "$cache" || exit
      [ ! -e .complete ] || exit 0
      # Download as root: apt's sandbox user cannot write to this directory.
      fetch=(apt-get -qq -o APT::Sandbox::User=root download containerd runc containernetworking-plugins)
      "${fetch[@]}" >&2 || { apt-get -qq update >&2 && "${fetch[@]}" >&2; }
      for package in ./*.deb; do
        dpkg-deb -x "$package" .
      done
      rm -f ./*.deb
      touch .complete
    ) 9>"$cache.lock"
  fi
  # The directory of the CNI plugins differs between releases of Debian and Ubuntu.
  cni=$(dirname "$(find "$cache" -name host-local -type f | head -n 1)")
  PATH=$cache/usr/bin:$cache/usr/sbin:$PATH
  export PATH
}
