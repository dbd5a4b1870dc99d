-- Rejects jobs that request complete nodes without saying how many cores they use.
function slurm_job_submit(job, partitions, user)
  if job.shared == 0 and job.min_cpus == slurm.NO_VAL then
    slurm.log_user("--exclusive needs --ntasks: say how many cores the job uses")
    return slurm.ERROR
  end
  return slurm.SUCCESS
end

function slurm_job_modify(job, record, partitions, user)
  return slurm.SUCCESS
end
