#!/usr/bin/env bash
# Compares skiff's host lists with those of scontrol in each release: hostlist_test.sh SKIFF_TESTS
# SKIFF_TESTS is the program of the unit tests.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
tests=$1
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT
roots=$("$here/roots.sh")

while read -r suite version root; do
  # The unit test runs the first scontrol on PATH, with a slurm.conf in /tmp.
  cat >"$bin/scontrol" <<SH
#!/usr/bin/env bash
exec unshare --mount bash -c 'mount --bind /tmp "\$0/tmp" && exec chroot "\$0" /usr/bin/scontrol "\$@"' '$root' "\$@"
SH
  chmod 755 "$bin/scontrol"
  said=$(PATH=$bin:$PATH "$tests" --gtest_filter=Hostlist.AgreesWithScontrol 2>&1) || true
  if ! grep -qF '[  PASSED  ] 1 test' <<<"$said"; then
    printf '%s\nFAIL: host lists: %s, Slurm %s\n' "$said" "$suite" "$version" >&2
    exit 1
  fi
  echo "PASS: host lists: $suite, Slurm $version"
done <<<"$roots"
