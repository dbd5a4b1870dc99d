# Reads ctest's JUnit file and prints, for each test that was skipped, its name and what it said of the reason.
/<testcase / {
  name = $0
  sub(/.*<testcase name="/, "", name)
  sub(/".*/, "", name)
  skipped = 0
  why = ""
}
/<skipped/ { skipped = 1 }
skipped && why == "" && /SKIP: / {
  why = $0
  sub(/.*SKIP: ([^:]*: )?/, "", why)
  sub(/<\/system-out>.*/, "", why)
}
# GoogleTest's own form: the line after the place.
skipped && why == "" && after_place { why = $0 }
{ after_place = /: Skipped$/ }
/<\/testcase>/ && skipped { print name "\t" (why == "" ? "it does not say why" : why) }
