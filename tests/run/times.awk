# Reads ctest's JUnit file and prints the longest tests: seconds of wall time, seconds of processor time if run-test printed them, and the
# name. Then it prints the sums of all tests, and the times of the whole run.
#   longest     the number of tests to print
#   wall        seconds of wall time of the whole run
#   processor   seconds of processor time of all its processes
/<testcase / {
  name = $0
  sub(/.*<testcase name="/, "", name)
  sub(/".*/, "", name)
  seconds = $0
  sub(/.* time="/, "", seconds)
  sub(/".*/, "", seconds)
  used = "-"
}
/(^|<system-out>)run-test: [0-9.]+ s, [0-9.]+ s of processor/ { used = $4 }
/<\/testcase>/ {
  count++
  sum += seconds
  line[count] = sprintf("%8.1f %8s  %s", seconds, used, name)
  order[count] = seconds + 0
}
END {
  if (count == 0) exit
  printf "\n%8s %8s  %s\n", "wall s", "CPU s", "test"
  for (place = 1; place <= longest && place <= count; place++) {
    best = 0
    for (at in order) if (best == 0 || order[at] > order[best] || (order[at] == order[best] && at < best)) best = at
    print line[best]
    delete order[best]
  }
  printf "%8.1f %8s  sum of all %d tests\n", sum, "", count
  printf "%8.1f %8.1f  the whole run\n", wall, processor
}
