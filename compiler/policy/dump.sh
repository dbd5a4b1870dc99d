#!/usr/bin/env bash
# Prints the accounting records of a Slurm cluster for `skiff policy plan` and `skiff policy import`. It reads them with sacctmgr and
# changes nothing. Run it wherever sacctmgr and scontrol work. The argument is the name of the cluster; the default is the cluster that
# scontrol reaches.
set -euo pipefail

# The limits of accounts and associations.
limits=Fairshare,QOS,DefaultQOS,Priority,GrpJobs,GrpJobsAccrue,GrpSubmitJobs,GrpTRES,GrpTRESMins,GrpTRESRunMins,GrpWall
limits=$limits,MaxJobs,MaxJobsAccrue,MaxSubmitJobs,MaxTRESPerJob,MaxTRESPerNode,MaxTRESMinsPerJob,MaxWall,MinPrioThresh

qos=Name,Description,Flags,GraceTime,Priority,Preempt,PreemptMode,PreemptExemptTime,LimitFactor,UsageFactor,UsageThreshold
qos=$qos,GrpJobs,GrpJobsAccrue,GrpSubmitJobs,GrpTRES,GrpTRESMins,GrpTRESRunMins,GrpWall,MinPrioThresh,MinTRESPerJob
qos=$qos,MaxJobsPerUser,MaxJobsAccruePerUser,MaxSubmitJobsPerUser,MaxTRESPerUser,MaxTRESRunMinsPU
qos=$qos,MaxJobsPerAccount,MaxJobsAccruePerAccount,MaxSubmitJobsPerAccount,MaxTRESPerAccount,MaxTRESRunMinsPA
qos=$qos,MaxTRESPerJob,MaxTRESPerNode,MaxTRESMinsPerJob,MaxWall

# The file in which the sidecar of slurmctld keeps what it applied before. Only the pod of slurmctld has it. What has used the cluster matters
# only together with it, because the sidecar removes only what it made.
memory=/var/spool/slurmctld/policy.json

# Prints records with their columns: records KIND COLUMNS WORD...
records() {
  printf '# skiff: %s %s\n' "$1" "$2"
  sacctmgr -nP show "${@:3}" "format=$2"
}

cluster=${1:-$(scontrol show config | sed -n 's/^ClusterName *= //p')}
printf '# skiff: cluster\n%s\n' "$cluster"
records qos "$qos" qos
records associations "Account,User,Partition,ParentName,$limits" association where "Cluster=$cluster" WOPLimits
records accounts Account,Coordinators,Organization,Description account withcoord
records users User,AdminLevel,DefaultAccount user withassoc where "Cluster=$cluster"
records resources Name,Server,Count,ServerType,Description resource
records shares Name,Server,Cluster,Allowed resource withclusters
if [ -r "$memory" ]; then
  printf '# skiff: memory\n'
  cat "$memory"
  printf '# skiff: usage Account,User\n'
  sreport -nP -tSeconds cluster AccountUtilizationByUser "Clusters=$cluster" Start=2000-01-02 End=today format=Account,Login,Used
  sacct -anPX -M"$cluster" -Snow-2days -oAccount,User
fi
printf '# skiff: end\n'
