#!/usr/bin/env bash
# Sourced: installs missing packages, so that all scripts of the repository work on a minimal Debian or Ubuntu.

# Prints the packages that the file `packages` lists for these uses and this release: packages_for USE...
packages_for() {
  # shellcheck source=/dev/null # Debian's own
  awk -v uses=" $* " -v release="$(. /etc/os-release && printf '%s' "${VERSION_CODENAME:-}")" '
    $1 ~ /^#/ || !index(uses, " " $1 " ") { next }
    NF == 2 || index($0 " ", " " release " ") { print $2 }' "$(dirname "${BASH_SOURCE[0]}")/packages"
}

# Prints which of the named packages are not installed, one per line. It calls dpkg-query only once, because that is slow.
missing_of() {
  # shellcheck disable=SC2016 # dpkg's own fields
  dpkg-query -W -f '${db:Status-Abbrev} ${Package}\n' "$@" 2>/dev/null |
    awk -v wanted="$*" '$1 == "ii" { have[$2] } END { n = split(wanted, all, " "); for (i = 1; i <= n; i++) if (!(all[i] in have)) print all[i] }'
}

# Runs a command as root: directly, or through sudo.
as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  else
    sudo -- "$@"
  fi
}

# Runs apt-get as root, and prints its output only if it fails. Tests that run at the same time install one after the other, and wait if
# another program holds dpkg's lock. `env` is needed because sudo drops the environment.
apt_get() {
  local log status=0
  log=$(mktemp)
  as_root flock /var/lib/apt env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -qq "$@" \
    >"$log" 2>&1 </dev/null || status=$?
  if [ "$status" -ne 0 ]; then
    tail -n 20 "$log" >&2
  fi
  rm -f "$log"
  return "$status"
}

# Installs the named packages that are missing. Prints nothing if none is missing.
need() {
  local missing
  if ! command -v dpkg-query >/dev/null; then
    echo "need: this is neither Debian nor Ubuntu; install the packages that tests/lib/packages lists" >&2
    return 1
  fi
  mapfile -t missing < <(missing_of "$@")
  if [ "${#missing[@]}" -eq 0 ]; then
    return 0
  fi
  if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null; then
    echo "need: not root, and sudo is not installed; run as root: apt-get install -y ${missing[*]}" >&2
    return 1
  fi
  echo "installing ${missing[*]}" >&2
  # The package lists may be missing or out of date: try again with new ones.
  apt_get install -y --no-install-recommends "${missing[@]}" 2>/dev/null ||
    { apt_get update && apt_get install -y --no-install-recommends "${missing[@]}"; }
}

# Makes the headers of a package usable without its dependencies: unpacks the package into the cache and prints the directory for CMake's
# search. If the package is installed, prints nothing. libvalijson-dev, for example, would install all of Qt.
headers_of() {
  local package=$1 folder
  folder=${XDG_CACHE_HOME:-$HOME/.cache}/skiff/headers/$package
  if [ -z "$(missing_of "$package")" ]; then
    return 0
  fi
  if [ ! -e "$folder/usr" ]; then
    rm -rf "$folder.new"
    mkdir -p "$folder.new"
    (
      cd "$folder.new" || exit
      # Download as root: apt's sandbox user cannot write to this directory.
      fetch=(apt-get -qq -o APT::Sandbox::User=root download "$package")
      "${fetch[@]}" >&2 2>/dev/null || { apt_get update && "${fetch[@]}" >&2; }
      dpkg-deb -x ./*.deb .
    )
    rm -rf "$folder"
    mv "$folder.new" "$folder"
  fi
  printf '%s\n' "$folder/usr"
}
