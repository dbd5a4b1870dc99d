# Reads ctest's JUnit file and prints for each failed test its name, each line that begins with FAIL, and the last lines of its output.
#   lines   the number of lines to print from each FAIL line, and from the end
# Needs unescape.awk.
/<testcase / {
  name = $0
  sub(/.*<testcase name="/, "", name)
  sub(/".*/, "", name)
  failed = / status="fail"/
  inside = 0
  count = 0
}
failed && /<system-out>/ {
  inside = 1
  sub(/.*<system-out>/, "")
}
inside {
  closing = sub(/<\/system-out>.*/, "")
  said[count++] = unescape($0)
  if (closing) inside = 0
}
/<\/testcase>/ && failed {
  print "\nFailed: " name
  while (count > 0 && said[count - 1] == "") count--
  skipped = 0
  for (at = 0; at < count; at++) {
    if (said[at] ~ /^ *FAIL/) until = at + lines
    else if (said[at] ~ /^ *(ok|PASS|part) /) until = 0
    if (at >= until && at < count - lines) {
      skipped = 1
      continue
    }
    if (skipped) print "  ..."
    skipped = 0
    print "  " said[at]
  }
  until = 0
}
