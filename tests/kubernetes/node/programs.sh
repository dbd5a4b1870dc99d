#!/usr/bin/env bash
# Sourced: puts containerd, runc and the CNI plugins on PATH, this machine's or, unpacked in the cache, Debian's. They are
# not installed, because an installed containerd is a running one.

# Sets `cni`, the folder of the CNI plugins, and PATH.
# shellcheck disable=SC2034 # cni is for who sources this
node_programs() {
  local cache fetch
  # Of this release alone: another one's programs may want a newer libc.
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
      # As root: the folder is not apt's own user's.
      fetch=(apt-get -qq -o APT::Sandbox::User=root download containerd runc containernetworking-plugins)
      "${fetch[@]}" >&2 || { apt-get -qq update >&2 && "${fetch[@]}" >&2; }
      for package in ./*.deb; do
        dpkg-deb -x "$package" .
      done
      rm -f ./*.deb
      touch .complete
    ) 9>"$cache.lock"
  fi
  # The names by which the CNI plugins go differ between releases of Debian and Ubuntu.
  cni=$(dirname "$(find "$cache" -name host-local -type f | head -n 1)")
  PATH=$cache/usr/bin:$cache/usr/sbin:$PATH
  export PATH
}
