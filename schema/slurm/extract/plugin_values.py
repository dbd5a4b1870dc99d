"""Values of the parameters that name plugins: the plugins whose source a release has."""

import re

# key -> (directory in src/plugins, kind)
KEYS = {
    "AccountingStorageType": ("accounting_storage", "one"),
    "AcctGatherEnergyType": ("acct_gather_energy", "list"),
    "AcctGatherFilesystemType": ("acct_gather_filesystem", "one"),
    "AcctGatherInterconnectType": ("acct_gather_interconnect", "list"),
    "AcctGatherProfileType": ("acct_gather_profile", "one"),
    "AuthAltTypes": ("auth", "list"),
    "AuthType": ("auth", "one"),
    "BurstBufferType": ("burst_buffer", "list"),
    "CertgenType": ("certgen", "one"),
    "CertmgrType": ("certmgr", "one"),
    "CliFilterPlugins": ("cli_filter", "list"),
    "CredType": ("cred", "one"),
    "HashPlugin": ("hash", "list"),
    "HttpParserType": ("http_parser", "one"),
    "JobAcctGatherType": ("jobacct_gather", "one"),
    "JobCompType": ("jobcomp", "one"),
    "JobContainerType": ("job_container", "list"),
    "JobSubmitPlugins": ("job_submit", "list"),
    "MCSPlugin": ("mcs", "one"),
    "MetricsType": ("metrics", "one"),
    "MpiDefault": ("mpi", "one"),
    "NamespaceType": ("namespace", "list"),
    "NodeFeaturesPlugins": ("node_features", "list"),
    "PreemptType": ("preempt", "one"),
    "PrEpPlugins": ("prep", "list"),
    "PrioritySiteFactorPlugin": ("site_factor", "one"),
    "PriorityType": ("priority", "one"),
    "ProctrackType": ("proctrack", "one"),
    "SchedulerType": ("sched", "one"),
    "SelectType": ("select", "one"),
    "SwitchType": ("switch", "one"),
    "TaskPlugin": ("task", "list"),
    "TLSType": ("tls", "one"),
    "TopologyPlugin": ("topology", "one"),
    "UrlParserType": ("url_parser", "one"),
}

# The same for slurmdbd.conf. Its other plugins are decided by skiff.
DBD_KEYS = {
    "HashPlugin": ("hash", "list"),
    "TLSType": ("tls", "one"),
}

# Parameters that can be "none": read_config.c drops a value that contains it, so no such plugin needs to exist.
NONE = {
    "AccountingStorageType", "AcctGatherEnergyType", "AcctGatherFilesystemType", "AcctGatherInterconnectType",
    "AcctGatherProfileType", "CertgenType", "CliFilterPlugins", "JobAcctGatherType", "JobCompType", "JobContainerType",
    "MCSPlugin", "MpiDefault", "NamespaceType", "PreemptType", "PrioritySiteFactorPlugin", "SwitchType", "TaskPlugin"}


def plugins(tree, folder):
    """Names of the plugins in one directory: each has a Makefile.am that builds FOLDER_NAME.la."""
    names = set()
    for path in tree.paths(r"src/plugins/%s/\w+/Makefile\.am" % folder):
        for name in re.findall(r"\b%s_(\w+)\.la\b" % folder, tree.text(path)):
            names.add(name)
    return names


def entries(tree, version, parameters):
    """{(file, line, key, value): kind} of one release; parameters: those that it has."""
    found = {}
    places = {("slurm.conf", "-", key): value for key, value in KEYS.items()}
    places.update({("slurmdbd.conf", "-", key): value for key, value in DBD_KEYS.items()})
    for place, (folder, kind) in places.items():
        if place not in parameters:
            continue
        names = plugins(tree, folder)
        # It is still a value after the plugins of that name were removed (23.11).
        if version >= (23, 11, 0) and place[0] == "slurm.conf" and place[2] in NONE:
            names.add("none")
        for name in names:
            found[(*place, folder + "/" + name)] = kind
    return found
