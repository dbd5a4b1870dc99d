#!/usr/bin/env bash
# Sourced by inside.sh, only if this part is named: measures how long a step takes with the jail, without a plugin, and with only unshare
# and pivot_root, in turns. A clock around the plugin (timed_jail.cc) measures the plugin's own share.
# shellcheck disable=SC2154 # plugins, jail: cluster.sh

rounds=12 steps=5

# Prints the microseconds per step, as the mean of some steps that run one after the other.
time_steps() {
  local from to step
  from=$(date +%s%N)
  for ((step = 0; step < steps; step++)); do
    as alice srun --quiet --jobid "$bench_job" --overlap -w n1 -N1 -n1 --chdir / true
  done
  to=$(date +%s%N)
  echo $(((to - from) / 1000 / steps))
}

# Writes plugstack.conf, one line, on the node and the client. Both read it for each step.
use_line() {
  local pod
  for pod in n1 ctl; do
    lab_in "$pod" bash -c "echo '$1' >/etc/slurm/plugstack.conf"
  done
}

median() {
  sort -n | awk '{ value[NR] = $1 } END { print value[int((NR + 1) / 2)] }'
}

part_bench() {
  local name round
  declare -A line
  line[none]='# none'
  line[plain]="required /w/built/plain_jail.so $jail"
  line[step]="required $plugins/spank_chroot.so root=$jail mounts=/etc/slurm/jail.mounts version=7"
  line[task]="${line[step]} mode=task"
  cluster_conf mounts=/etc/slurm/jail.mounts version=7
  cluster_mounts '/datasets /datasets bind ro'
  cluster_start
  as alice sbatch --quiet -w n1 --chdir / -o /dev/null --wrap 'sleep 3000'
  lab_until 20 pgrep -f 'sleep 3000' >/dev/null
  bench_job=$(lab_in ctl squeue -h -o %i)
  for ((round = 0; round < rounds; round++)); do
    for name in none plain step task; do
      use_line "${line[$name]}"
      time_steps >>"/w/bench.$name"
    done
  done
  for name in none plain step task; do
    echo "     $name: $(median </w/bench.$name) us a step, least $(sort -n /w/bench.$name | head -n 1)"
  done
  for name in step task; do
    rm -f /w/log/timed
    use_line "required /w/built/timed_jail.so ${line[$name]#required }"
    for ((round = 0; round < rounds; round++)); do
      time_steps >/dev/null
    done
    lab_until 20 timed_all || true
    echo "     $name: $(median </w/log/timed) us of the plugin's own in the median of $(wc -l </w/log/timed) steps, most $(sort -n /w/log/timed | tail -n 1)"
  done
  as alice scancel --user=alice
  cluster_stop
}

timed_all() {
  [ "$(wc -l </w/log/timed)" -ge $((rounds * steps)) ]
}
