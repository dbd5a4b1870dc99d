"""Values that no list in the source has. They were read manually from the code that compares with them."""

# (file, line, key, kind, value, since, removed)
ROWS = [
    # Part of auth/slurm, not a separate plugin.
    ("slurm.conf", "-", "CredType", "one", "cred/slurm", (23, 11, 0), None),
    # Old names that later releases still accept.
    ("slurm.conf", "-", "TopologyPlugin", "one", "topology/default", (25, 5, 0), None),
    ("slurm.conf", "-", "TopologyPlugin", "one", "topology/none", (22, 5, 0), None),
    ("slurm.conf", "-", "JobContainerType", "one", "job_container/tmpfs", (25, 11, 0), None),
    # Selects the newest PMIx of the installation.
    ("slurm.conf", "-", "MpiDefault", "one", "mpi/pmix", (22, 5, 0), None),
    ("slurm.conf", "-", "MpiDefault", "one", "mpi/openmpi", (22, 5, 0), None),
    # It selects the default, so no man page names it.
    ("slurm.conf", "-", "PriorityFlags", "list", "FAIR_TREE", (22, 5, 0), None),
    ("slurm.conf", "-", "MpiParams", "list", "ports=", (22, 5, 0), None),
    ("slurm.conf", "-", "MpiParams", "list", "disable_slurm_hydra_bootstrap", (24, 5, 1), None),
    ("slurm.conf", "-", "ScronParameters", "list", "enable", (22, 5, 0), None),
    ("slurm.conf", "-", "ScronParameters", "list", "explicit_scancel", (23, 11, 0), None),
    ("slurm.conf", "-", "FederationParameters", "list", "fed_display", (22, 5, 0), None),
    # The old name of BcastParameters.
    *[("slurm.conf", "-", "SbcastParameters", "list", value, (22, 5, 0), None)
      for value in ("Compression=", "DestDir=", "send_libs")],
    ("slurm.conf", "-", "CliFilterParameters", "list", "cli_filter_lua_path=", (25, 11, 0), None),
    *[("slurm.conf", "-", "CertgenParameters", "list", value, (25, 5, 0), None) for value in ("certgen_script=", "keygen_script=")],
    *[("slurm.conf", "-", "CertmgrParameters", "list", value, (24, 11, 0), None)
      for value in ("generate_csr_script=", "get_node_token_script=", "sign_csr_script=", "validate_node_script=",
                    "certificate_renewal_period=")],
    *[("slurm.conf", "-", "CertmgrParameters", "list", value, (25, 5, 0), None)
      for value in ("get_node_cert_key_script=", "single_use_tokens")],
    ("slurm.conf", "-", "AuthInfo", "list", "disable_sack", (23, 11, 0), None),
    *[("cgroup.conf", "-", "CgroupPlugin", "one", value, (22, 5, 0), None) for value in ("autodetect", "cgroup/v1", "cgroup/v2")],
    ("cgroup.conf", "-", "CgroupPlugin", "one", "disabled", (24, 5, 0), None),
    *[("acct_gather.conf", "-", "ProfileInfluxDBExtraTags", "list", value, (26, 5, 0), None) for value in ("cluster", "sluid", "uid", "user")],
    ("acct_gather.conf", "-", "ProfileInfluxDBFlags", "list", "grouped_fields", (26, 5, 0), None),
    *[("slurmdbd.conf", "-", "StorageType", "one", "accounting_storage/mysql", (22, 5, 0), None)],
]


# (file, line, key): words that the man page shows without the equals sign with which Slurm looks for them.
ARGUMENTS = {("slurm.conf", "-", "AuthInfo"): {"cred_expire", "socket", "ttl"}}


def with_argument(entry):
    """The (file, line, key, value) of a man page, with the equals sign that its value needs."""
    return (*entry[:3], entry[3] + "=") if entry[3] in ARGUMENTS.get(entry[:3], ()) else entry


def entries(version):
    """{(file, line, key, value): kind} of one release."""
    return {(file, line, key, value): kind for file, line, key, kind, value, since, removed in ROWS
            if since <= version and (removed is None or version < removed)}
