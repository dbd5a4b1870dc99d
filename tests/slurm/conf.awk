# Reads a conf file as Slurm's parser does and prints one row per key: LINE-KIND  LINE-VALUE  KEY  VALUE, tab separated.
# Top-level keys have "-" for both; the key that begins a line of its own is its kind (kinds: a list, comma separated,
# in the variable `lines`). Values lose their quotes.
BEGIN {
  FS = "\n"
  n = split(lines == "" ? "NodeName,PartitionName,NodeSet,DownNodes,FrontendName,PowerAction" : lines, parts, ",")
  for (i = 1; i <= n; i++) kinds[tolower(parts[i])] = parts[i]
}
{
  text = carry $0
  carry = ""
  if (text ~ /\\$/) { carry = substr(text, 1, length(text) - 1); next }
  if (match(text, /(^|[^\\])#/)) text = substr(text, 1, RSTART - (substr(text, RSTART, 1) == "#"))
  kind = "-"; name = "-"; first = 1
  while (match(text, /^[ \t]*[A-Za-z0-9_.]+[ \t]*[-+*\/]?=[ \t]*("[^"]*"|[^ \t"]+)/)) {
    pair = substr(text, RSTART, RLENGTH)
    text = substr(text, RSTART + RLENGTH)
    key = pair; sub(/[ \t]*[-+*\/]?=.*/, "", key); sub(/^[ \t]*/, "", key)
    value = pair; sub(/^[^=]*=[ \t]*/, "", value); gsub(/"/, "", value)
    if (first && tolower(key) in kinds) {
      kind = kinds[tolower(key)]; name = value
      print kind "\t" name "\t" kind "\t" value
    } else {
      print kind "\t" name "\t" key "\t" value
    }
    first = 0
  }
}
