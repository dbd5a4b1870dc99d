# Reads ctest's JUnit file and prints each test that did not pass, one per line: OUTCOME TAB NAME TAB WHY.
# OUTCOME is failed; skipped, when the test itself said why; or not-run, when a test that it needs failed. Needs unescape.awk.
/<testcase / {
  name = $0
  sub(/.*<testcase name="/, "", name)
  sub(/".*/, "", name)
  outcome = / status="fail"/ ? "failed" : "passed"
  why = ""
  needs = ""
}
/<skipped/ {
  outcome = "skipped"
  message = $0
  sub(/.*message="/, "", message)
  sub(/".*/, "", message)
}
/<system-out>Failed test dependencies: / {
  needs = $0
  sub(/.*Failed test dependencies: /, "", needs)
  sub(/<\/system-out>.*/, "", needs)
}
outcome == "skipped" && why == "" && /SKIP: / {
  why = $0
  sub(/.*SKIP: ([^:]*: )?/, "", why)
  sub(/<\/system-out>.*/, "", why)
}
# GoogleTest prints the reason on the line after the place.
outcome == "skipped" && why == "" && after_place { why = $0 }
{ after_place = /: Skipped$/ }
/<\/testcase>/ && outcome != "passed" {
  # A test that ctest could not start gives no reason itself.
  if (outcome == "skipped" && message !~ /^SKIP_/) {
    outcome = message ~ /^Fixture dependency failed/ ? "not-run" : "failed"
    why = needs == "" ? message : "needs " needs ", which failed"
  }
  if (outcome == "skipped" && why == "") why = message
  print outcome "\t" name "\t" unescape(why)
}
