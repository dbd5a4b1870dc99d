# NAME<tab>STATE<tab>REASON of each node that `scontrol --oneliner show nodes` tells of. The words of a state and of a reason: a comment
# stands between them.
/^NodeName=/ {
  name = $1
  sub(/^NodeName=/, "", name)
  gsub(/\t/, " ")
  state = match($0, / State=[^ ]+/) ? substr($0, RSTART + 7, RLENGTH - 7) : ""
  reason = match($0, / Reason=.*/) ? substr($0, RSTART + 8) : ""
  print name "\t" state "\t" reason
}
