# Decides whether scontrol shows the value that a configuration file sets. Input rows: KEY  WRITTEN  SHOWN, tab separated, after N other
# columns with -v skip=N. Prints the rows that differ.
# Converts a hexadecimal number without its 0x. Not every awk has strtonum.
function number(digits,  i, sum) {
  for (i = 1; i <= length(digits); i++) sum = sum * 16 + index("0123456789abcdef", substr(digits, i, 1)) - 1
  return sum
}
function trim(text) { gsub(/^[ \t]+|[ \t]+$/, "", text); return text }
# Normalizes a value: removes differences in case, quotes, spaces, trailing units, a user's number, and the order of a list.
function plain(text,  parts, n, i, j, swap, out) {
  text = tolower(trim(text))
  gsub(/"/, "", text)
  if (text ~ /^[0-9.]+ (secs?|min|usec|msec|nodes\/min|percent)$/) sub(/ .*/, "", text)
  # A time after which slurmdbd deletes records. A unit may be abbreviated.
  if (match(text, /^[0-9]+ ?(h|d|m)[a-z]*\*?$/)) { sub(/ /, "", text); sub(/[a-z]+.*$/, substr(text, match(text, /[a-z]/), 1), text) }
  # The number of a user, and the cores that slurmctld reserves for each GPU.
  if (text ~ /^([a-z_][a-z0-9_-]*\([0-9]+\)|[0-9]+\(.*\))$/) sub(/\(.*/, "", text)
  if (text ~ /^(yes|true|1|up)$/) text = "yes"
  # The name of topology/none from 23.11 on.
  if (text == "topology/default") text = "no"
  # Slurm has no plugin mpi/openmpi any more, and reads the name as none.
  if (text ~ /^(mpi\/)?openmpi$/) text = "no"
  if (text ~ /^(no|false|0|down|([a-z_]+\/)?none|\(null\)|n\/a)$/) text = "no"
  if (text ~ /^(infinite|unlimited|-1|4294967295|18446744073709551615)$/) text = "unlimited"
  if (text ~ /^[0-9]+k$/) text = text * 1024
  if (text ~ /^0x[0-9a-f]+$/) text = number(substr(text, 3))
  gsub(/\(s:[0-9,-]*\)/, "", text)
  n = split(text, parts, ",")
  # Other names of the items of PrivateData and DebugFlags.
  for (i = 1; i <= n; i++) {
    if (parts[i] ~ /^(account|event|job|node|partition|reservation|user)$/) parts[i] = parts[i] "s"
    if (parts[i] == "netraw") parts[i] = "networkraw"
  }
  for (i = 2; i <= n; i++)
    for (j = i; j > 1 && parts[j] < parts[j - 1]; j--) { swap = parts[j]; parts[j] = parts[j - 1]; parts[j - 1] = swap }
  for (i = 1; i <= n; i++) if (i == 1 || parts[i] != parts[i - 1]) out = out (i > 1 ? "," : "") parts[i]
  # A plugin that does nothing can be in a list, even twice.
  if (out ~ /^[a-z_]+\/none$/) out = "no"
  return out
}
# Converts a time to seconds: [days-]hours:minutes:seconds, minutes:seconds,
# or a number, whose unit is `bare` seconds. Returns "" for other text.
function seconds(text, bare,  day, parts, n) {
  day = 0
  if (text == "no") return 0
  if (text == "yes") text = "1"
  if (text ~ /^[0-9]+-/) { day = text; sub(/-.*/, "", day); sub(/^[0-9]+-/, "", text); n = split(text, parts, ":")
    return day * 86400 + parts[1] * 3600 + parts[2] * 60 + parts[3] }
  if (text !~ /^[0-9]+(:[0-9]+)*$/) return ""
  n = split(text, parts, ":")
  if (n == 3) return parts[1] * 3600 + parts[2] * 60 + parts[3]
  if (n == 2) return parts[1] * 60 + parts[2]
  return parts[1] * bare
}
# Returns whether every item of the written list is in the shown list, because Slurm adds items that others imply. Only whole items match:
# CR_CORE is not in CR_CORE_MEMORY.
function within(written, shown,  parts, n, i) {
  n = split(written, parts, ",")
  for (i = 1; i <= n; i++) if (index("," shown ",", "," parts[i] ",") == 0) return 0
  return 1
}
BEGIN { FS = "\t"; skip += 0; split("quiet fatal error info verbose debug debug2 debug3 debug4 debug5", levels, " ") }
{
  key = $(skip + 1); written = plain($(skip + 2)); shown = plain($(skip + 3))
  if (written == shown || within(written, shown)) next
  # A value that is the same as none is not always shown.
  if (written == "no" && shown == "<not shown>") next
  if (key == "MaxTasksPerNode" && written == "unlimited" && shown == 65535) next
  if (key == "EnforcePartLimits" && written == "yes" && shown == "any") next
  # slurmdbd counts months unless there is a unit.
  if (key ~ /^Purge/ && written "m" == shown) next
  if (key == "CpuBind" && (written "s" == shown || written == shown "s")) next
  if (key == "SuspendTime" && written == "no" && shown == "unlimited") next
  # The limits of a partition and the times of priorities are in minutes, rounded up (time_str2mins).
  if (key ~ /^(MaxTime|DefaultTime|PriorityCalcPeriod|PriorityDecayHalfLife|PriorityMaxAge)$/ && seconds(written, 60) != "" && seconds(shown, 60) - seconds(written, 60) > 0 && seconds(shown, 60) - seconds(written, 60) < 60) next
  if (key ~ /Debug/ && $(skip + 2) ~ /^[0-9]$/ && levels[$(skip + 2) + 1] == shown) next
  # The times of partitions and priorities without a colon are minutes, other times are seconds.
  if (key ~ /(Time|TimeRange|HalfLife|MaxAge|Period)$/ && seconds(written, 60) != "" && (seconds(written, 60) == seconds(shown, 60) || seconds(written, 1) == seconds(shown, 1))) next
  print
}
