# Reads the outcomes that outcomes.awk and again.sh print, and prints the closing lines of test.sh.
#   total      the number of tests
#   must_run   with it, a skipped test is a failure, unless `optional`, names with spaces between them, has it
# Exit status: 1 when a test failed or was not run, 3 when tests were only flaky, 0 otherwise.
BEGIN {
  FS = "\t"
  split(optional, names, " ")
  for (at in names) may_skip[names[at]] = 1
}
$1 == "skipped" {
  skipped[++skips] = "  " $2 ": " $3
  if (must_run && !($2 in may_skip)) failed[++fails] = $2 ": skipped, but it must run here"
}
$1 == "not-run" { not_run[++unrun] = "  " $2 ": " $3 }
$1 == "flaky" { flaky[++flakes] = $2 }
$1 == "failed" {
  failed[++fails] = $2 ($3 == "" ? "" : ": " $3)
  failures++
}
END {
  if (skips) print "\nThis machine could not run:"
  for (at = 1; at <= skips; at++) print skipped[at]
  if (unrun) print "\nNot run:"
  for (at = 1; at <= unrun; at++) print not_run[at]
  if (flakes || fails) print ""
  for (at = 1; at <= flakes; at++) print "FLAKY: " flaky[at] ", passed when run again alone; both logs are in build/failed/" flaky[at]
  for (at = 1; at <= fails; at++) print "FAILED: " failed[at]
  count = total - failures - flakes - skips - unrun " passed, " failures + 0 " failed, " skips + 0 " skipped"
  if (flakes) count = count ", " flakes " flaky"
  if (unrun) count = count ", " unrun " not run"
  print count
  exit fails || unrun ? 1 : flakes ? 3 : 0
}
