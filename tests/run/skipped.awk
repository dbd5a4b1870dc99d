# Reads ctest's JUnit file and prints, for each test that was skipped, its name and what it said of the reason.
# Takes unescape.awk.
/<testcase / {
  name = $0
  sub(/.*<testcase name="/, "", name)
  sub(/".*/, "", name)
  skipped = 0
  why = ""
}
/<skipped/ {
  skipped = 1
  said = $0
  sub(/.*message="/, "", said)
  sub(/".*/, "", said)
}
skipped && why == "" && /SKIP: / {
  why = $0
  sub(/.*SKIP: ([^:]*: )?/, "", why)
  sub(/<\/system-out>.*/, "", why)
}
# GoogleTest's own form: the line after the place.
skipped && why == "" && after_place { why = $0 }
{ after_place = /: Skipped$/ }
/<\/testcase>/ && skipped {
  # A test that needs another one which failed has ctest's word alone.
  if (why == "") why = said
  print name "\t" unescape(why)
}
