# Reads a configuration file as Slurm's parser does, and prints one row per key, tab separated: LINE-KIND  LINE-VALUE  KEY  VALUE.
# Top-level keys have "-" for the first two. If a line begins with a key such as NodeName, LINE-KIND is this key and LINE-VALUE its value.
# The variable `lines` lists these keys, separated by commas. Values lose their quotes.
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
