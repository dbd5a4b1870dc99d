# Reads ctest's JUnit file and prints, for each test that failed, its name and the last lines of what it said; `lines` is how many.
# Takes unescape.awk.
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
  for (at = count > lines ? count - lines : 0; at < count; at++) print "  " said[at]
}
