#!/usr/bin/env bash
# Checks that docs/architecture.svg was drawn from the current docs/architecture.dot (tools/draw-architecture): it has the same texts and as
# many arrows. It does not need Graphviz, whose versions place things differently.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../docs"

# The lines of all labels. A node without a label shows its name.
wanted() {
  grep -v '^ *//' architecture.dot | grep -oE 'label="[^"]*"' | sed 's/^label="//; s/"$//; s/\\n/\n/g'
  sed -nE 's/^ *([a-z]+) \[(fillcolor|shape)=.*/\1/p' architecture.dot | grep -vx node
}

# The texts of the picture.
drawn() {
  sed -nE 's|.*<text [^>]*>(.*)</text>|\1|p' architecture.svg | sed 's/&#45;/-/g; s/&#160;/ /g; s/&amp;/\&/g'
}

if ! diff <(wanted | sort) <(drawn | sort); then
  echo "FAIL: docs/architecture.svg does not show docs/architecture.dot: run tools/draw-architecture"
  exit 1
fi
arrows=$(grep -cE '^ *[a-z]+ -> [a-z]+' architecture.dot)
[ "$(grep -c 'class="edge"' architecture.svg)" = "$arrows" ] || { echo "FAIL: docs/architecture.svg has not $arrows arrows" && exit 1; }
[ "$arrows" -ge 10 ] || { echo "FAIL: only $arrows arrows were found" && exit 1; }
echo "ok: $arrows arrows, $(drawn | wc -l) lines of text"
