"""Values of the parameters that name plugins: the plugins that a release has sources for."""

import re

# key -> (folder of src/plugins, kind)
KEYS = {
    "AccountingStorageType": ("accounting_storage", "one"),
    "AcctGatherEnergyType": ("acct_gather_energy", "list"),
    "AcctGatherFilesystemType": ("acct_gather_filesystem", "one"),
    "AcctGatherInterconnectType": ("acct_gather_interconnect", "list"),
    "AcctGatherProfileType": ("acct_gather_profile", "one"),
    "AuthAltTypes": ("auth", "list"),
    "AuthType": ("auth", "one"),
    "BurstBufferType": ("burst_buffer", "one"),
    "CertgenType": ("certgen", "one"),
    "CertmgrType": ("certmgr", "one"),
    "CliFilterPlugins": ("cli_filter", "list"),
    "CredType": ("cred", "one"),
    "HashPlugin": ("hash", "one"),
    "HttpParserType": ("http_parser", "one"),
    "JobAcctGatherType": ("jobacct_gather", "one"),
    "JobCompType": ("jobcomp", "one"),
    "JobContainerType": ("job_container", "one"),
    "JobSubmitPlugins": ("job_submit", "list"),
    "MCSPlugin": ("mcs", "one"),
    "MetricsType": ("metrics", "one"),
    "MpiDefault": ("mpi", "one"),
    "NamespaceType": ("namespace", "one"),
    "NodeFeaturesPlugins": ("node_features", "list"),
    "PreemptType": ("preempt", "one"),
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

# Those for which "none" is a choice: read_config.c drops a value that holds it, so no plugin has to be there.
NONE = {
    "AccountingStorageType", "AcctGatherEnergyType", "AcctGatherFilesystemType", "AcctGatherInterconnectType",
    "AcctGatherProfileType", "CertgenType", "CliFilterPlugins", "JobAcctGatherType", "JobCompType", "JobContainerType",
    "MCSPlugin", "MpiDefault", "NamespaceType", "PreemptType", "SwitchType", "TaskPlugin"}


def plugins(tree, folder):
    """Names of the plugins of one folder: each has a Makefile.am that builds FOLDER_NAME.la."""
    names = set()
    for path in tree.paths(r"src/plugins/%s/\w+/Makefile\.am" % folder):
        for name in re.findall(r"\b%s_(\w+)\.la\b" % folder, tree.text(path)):
            names.add(name)
    return names


def entries(tree, version, known_keys):
    """{(file, line, key, value): kind} of one release; known_keys: the parameters that it has."""
    found = {}
    for key, (folder, kind) in KEYS.items():
        if key not in known_keys:
            continue
        names = plugins(tree, folder)
        # It stays a value after the plugins of that name went (23.11).
        if version >= (23, 11, 0) and key in NONE:
            names.add("none")
        for name in names:
            found[("slurm.conf", "-", key, folder + "/" + name)] = kind
    return found
