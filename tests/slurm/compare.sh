#!/usr/bin/env bash
# Sourced: compares what slurmctld reports with the compiled files. Each
# function prints one line per difference, and nothing if all is equal.

# Prints the names in a hostlist. scontrol reads a slurm.conf first, but its contents do not matter.
hostnames() {
  SLURM_CONF=/w/lab/hostnames.conf scontrol show hostnames "$1"
}

# Prints the rows of a configuration file; see conf.awk.
conf_rows() {
  awk -f /w/lab/conf.awk "$1"
}

# Keys that "scontrol show" does not print under their own names, so they cannot be compared here. All other keys must be shown.
unshown_config='Include|PlugStackConfig|SlurmctldPidFile|SlurmdPidFile|CredType|FederationParameters|AcctGatherInfinibandType|BurstBufferParameters|CertgenType|CertgenParameters|CertmgrParameters'
unshown_config="$unshown_config|DefCPUPerGPU|DefMemPerGPU|KeepAliveTime|PrioritySiteFactorParameters|JobCompParams|JobCompPassScript|SbcastParameters|TLSParameters"

# Compares top-level keys with "scontrol show config": compare_config CONF
compare_config() {
  local shown
  shown=$(mktemp)
  scontrol show config | sed -nE 's/^([A-Za-z0-9_]+(\[0\])?)[[:space:]]*=[[:space:]]?(.*)$/\1\t\3/p' | sed 's/\[0\]//' >"$shown"
  conf_rows "$1" | awk -F '\t' -v unshown="^($unshown_config)$" '
    NR == FNR { value[tolower($1)] = $2; has[tolower($1)] = 1; next }
    $1 != "-" || $3 ~ unshown { next }
    !(tolower($3) in has) { print $3 "\t" $4 "\t<not shown>"; next }
    { print $3 "\t" $4 "\t" value[tolower($3)] }' "$shown" - |
    awk -f /w/lab/same.awk | sed 's/^/config: /'
  rm -f "$shown"
}

# Turns "scontrol show X -o" into rows NAME KEY VALUE.
object_rows() {
  awk -v name="$1" '{
    split($1, first, "="); object = first[2]
    text = $0
    while (match(text, /[A-Za-z][A-Za-z0-9_:\/]*=/)) {
      key = substr(text, RSTART, RLENGTH - 1)
      text = substr(text, RSTART + RLENGTH)
      value = text
      if (match(value, / +[A-Za-z][A-Za-z0-9_:\/]*=/)) value = substr(value, 1, RSTART - 1)
      text = substr(text, length(value) + 1)
      sub(/ +$/, "", value)
      print object "\t" key "\t" value
    }
  }'
}

# Prints rows NAME KEY VALUE for the lines of one kind, with separate rows for each name of a range: line_rows CONF KIND
line_rows() {
  local kind=$2 list key value name last='' names=()
  while IFS=$'\t' read -r list key value; do
    if [ "$list" != "$last" ]; then
      mapfile -t names < <(if [ "$kind" = NodeName ]; then hostnames "$list"; else echo "$list"; fi)
      last=$list
    fi
    for name in "${names[@]}"; do
      printf '%s\t%s\t%s\n' "$name" "$key" "$value"
    done
  done < <(conf_rows "$1" | awk -F '\t' -v kind="$kind" '$1 == kind && $3 != kind { print $2 "\t" $3 "\t" $4 }')
}

# Compares written rows NAME KEY VALUE with those that scontrol shows: compare_rows WRITTEN SHOWN ALIASES SKIP
# ALIASES has pairs KEY=NAME, for keys with another name in scontrol. SKIP is a regular expression of keys that are not compared.
compare_rows() {
  awk -F '\t' -v aliases="$3" -v skip="^($4)$" '
    BEGIN { n = split(aliases, pairs, " "); for (i = 1; i <= n; i++) { split(pairs[i], pair, "="); alias[tolower(pair[1])] = tolower(pair[2]) } }
    NR == FNR { shown[$1 "\t" tolower($2)] = $3; known[$1] = 1; next }
    $2 ~ skip { next }
    {
      key = tolower($2)
      if (key in alias) key = alias[key]
      if (!($1 in known)) { print $1 "\t" $2 "\t" $3 "\t<no such object>"; next }
      if (!(($1 "\t" key) in shown)) { print $1 "\t" $2 "\t" $3 "\t<not shown>"; next }
      print $1 "\t" $2 "\t" $3 "\t" shown[$1 "\t" key]
    }' "$2" "$1" | awk -v skip=1 -f /w/lab/same.awk
}

# Prints every node with its state and, in parentheses, its reason.
shown_states() {
  scontrol show node --all -o | object_rows NodeName | awk -F '\t' '
    $2 == "State" { state[$1] = $3 }
    $2 == "Reason" { reason[$1] = $3 }
    END { for (node in state) print node, state[node], (node in reason ? "(" reason[node] ")" : "") }'
}

# Compares node lines with "scontrol show node": compare_nodes CONF
compare_nodes() {
  local written shown
  written=$(mktemp)
  shown=$(mktemp)
  line_rows "$1" NodeName >"$written"
  scontrol show node --all -o | object_rows NodeName >"$shown"
  # State and Reason change over time. compare_addresses compares NodeAddr, before slurmd registers.
  compare_rows "$written" "$shown" 'CPUs=CPUTot SocketsPerBoard=Sockets Feature=AvailableFeatures Features=AvailableFeatures' \
    'State|Reason|NodeAddr|NodeHostname|Port|TmpDisk|Parameters|GresConf|TRESWeights' | sed 's/^/node: /'
  rm -f "$written" "$shown"
}

# Compares the addresses of all nodes, before they register: compare_addresses CONF
compare_addresses() {
  local kind list key value
  scontrol show node --all -o | object_rows NodeName | awk -F '\t' '$2 == "NodeAddr" { print $1 "\t" $3 }' | LC_ALL=C sort >/tmp/shown
  : >/tmp/written
  while IFS=$'\t' read -r kind list key value; do
    if [ "$kind" = NodeName ] && [ "$key" = NodeAddr ]; then
      paste <(hostnames "$list") <(hostnames "$value") >>/tmp/written
    fi
  done < <(conf_rows "$1")
  LC_ALL=C sort -o /tmp/written /tmp/written
  diff /tmp/written /tmp/shown | sed -n 's/^[<>]/address:&/p'
}

# Compares partition lines with "scontrol show partition": compare_partitions CONF
compare_partitions() {
  local written shown name nodes
  written=$(mktemp)
  shown=$(mktemp)
  line_rows "$1" PartitionName >"$written"
  # From 26.05 on, scontrol shows several parameters as one Exclusive, besides an OverSubscribe. The last row of a key counts.
  scontrol show partition --all -o | object_rows PartitionName | awk -F '\t' '
    { print }
    $2 == "Exclusive" {
      rows = rows $1 "\tExclusiveUser\t" ($3 == "USER" ? "YES" : "NO") "\n" $1 "\tExclusiveTopo\t" ($3 == "TOPO" ? "YES" : "NO") "\n"
      if ($3 ~ /^(NODE|TOPO)$/) rows = rows $1 "\tOverSubscribe\tEXCLUSIVE\n"
    }
    END { printf "%s", rows }' >"$shown"
  compare_rows "$written" "$shown" 'Shared=OverSubscribe Alternate=Alternate QOS=QoS' 'CpuBind|Nodes|MaxMemPerCPU|MaxMemPerNode|DefMemPerCPU|DefMemPerGPU|DefCpuPerGPU' |
    sed 's/^/partition: /'
  # Nodes may name node sets. The expanded lists must be the same.
  while IFS=$'\t' read -r name nodes; do
    if ! diff <(expand_nodes "$1" "$nodes") \
      <(hostnames "$(awk -F '\t' -v name="$name" '$1 == name && $2 == "Nodes" { print $3 }' "$shown")" | LC_ALL=C sort) >/dev/null; then
      echo "partition: $name has other nodes than $nodes"
    fi
  done < <(awk -F '\t' '$2 == "Nodes" { print $1 "\t" $3 }' "$written")
  rm -f "$written" "$shown"
}

# Prints the names of the nodes in a partition's Nodes=, which may be hostlists, node sets or ALL: expand_nodes CONF NODES
expand_nodes() {
  local conf=$1 part set_nodes feature
  {
    # Split at commas, but not at those inside brackets, which belong to a range.
    while IFS= read -r part; do
      set_nodes=$(conf_rows "$conf" | awk -F '\t' -v name="$part" '$1 == "NodeSet" && $2 == name && $3 == "Nodes" { print $4 }')
      feature=$(conf_rows "$conf" | awk -F '\t' -v name="$part" '$1 == "NodeSet" && $2 == name && $3 == "Feature" { print $4 }')
      if [ "$part" = ALL ]; then
        line_rows "$conf" NodeName | cut -f1
      elif [ -n "$set_nodes" ]; then
        hostnames "$set_nodes"
      elif [ -n "$feature" ]; then
        line_rows "$conf" NodeName | awk -F '\t' -v want="$feature" '$2 ~ /^Features?$/ && index("," $3 ",", "," want ",") { print $1 }'
      else
        hostnames "$part"
      fi
    done < <(awk '{ depth = 0; for (i = 1; i <= length($0); i++) { c = substr($0, i, 1); if (c == "[") depth++; if (c == "]") depth--
      printf "%s", (c == "," && !depth) ? "\n" : c } print "" }' <<<"$2")
  } | LC_ALL=C sort -u
}
