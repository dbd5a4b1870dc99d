#!/usr/bin/env bash
# Sourced: finds Prometheus.

# Prints the directory of Prometheus' programs, prometheus and promtool: those of this machine, otherwise those of Debian's package, unpacked
# in the cache. The package is not installed, because its installation would start a service.
prometheus_folder() {
  local cache fetch
  if command -v prometheus >/dev/null && command -v promtool >/dev/null; then
    dirname "$(command -v prometheus)"
    return
  fi
  # A separate cache for each release, because the programs of another release may need a newer libc.
  cache=${XDG_CACHE_HOME:-$HOME/.cache}/skiff/prometheus/$(. /etc/os-release && printf '%s' "$ID-${VERSION_ID:-sid}")
  mkdir -p "$cache"
  (
    flock 9
    cd "$cache" || exit
    if [ ! -x usr/bin/prometheus ]; then
      # Download as root: apt's sandbox user cannot write to this directory.
      fetch=(apt-get -qq -o APT::Sandbox::User=root download prometheus)
      "${fetch[@]}" >&2 || { apt-get -qq update >&2 && "${fetch[@]}" >&2; }
      dpkg-deb -x prometheus_*.deb new
      mv new/usr .
      rm -rf new prometheus_*.deb
    fi
  ) 9>"$cache.lock" || return
  printf '%s\n' "$cache/usr/bin"
}
