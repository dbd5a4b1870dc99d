# What scontrol says of nodes, as sidecar.sh hands it on: lines NAME<tab>STATE<tab>REASON, times in UTC.

# Of one of `records`: its state has this word.
def is($flag): any(.flags[]; . == $flag);

# Fit for a line of the log and for scontrol.
def line: gsub("[[:cntrl:]\"']"; " ") | gsub(" +"; " ") | .[0:200];

# {name, state, flags, reason, since}: the words of the state, the reason without who gave it, and when that was in seconds.
def records($text):
  [$text | split("\n")[] | select(. != "") | split("\t")
   | (.[2] // "" | capture("^(?<text>.*) \\[[^]]*@(?<at>[0-9T:-]+)\\]$") // {text: ., at: null}) as $reason
   | {name: .[0], state: .[1], flags: (.[1] | split("+") | map(gsub("[^A-Z_]"; ""))), reason: $reason.text, since: (if $reason.at then ($reason.at + "Z" | fromdateiso8601) else 0 end)}];
