"""Values of the parameters that name plugins: the plugins that a release has sources for."""

import re

# key -> (folder of src/plugins, kind, whether values are written with the folder's name)
KEYS = {
    "AccountingStorageType": ("accounting_storage", "one", True),
    "AcctGatherEnergyType": ("acct_gather_energy", "list", True),
    "AcctGatherFilesystemType": ("acct_gather_filesystem", "list", True),
    "AcctGatherInterconnectType": ("acct_gather_interconnect", "list", True),
    "AcctGatherProfileType": ("acct_gather_profile", "one", True),
    "AuthAltTypes": ("auth", "list", True),
    "AuthType": ("auth", "one", True),
    "BurstBufferType": ("burst_buffer", "one", True),
    "CertgenType": ("certgen", "one", True),
    "CertmgrType": ("certmgr", "one", True),
    "CliFilterPlugins": ("cli_filter", "list", False),
    "CredType": ("cred", "one", True),
    "HashPlugin": ("hash", "one", True),
    "HttpParserType": ("http_parser", "one", True),
    "JobAcctGatherType": ("jobacct_gather", "one", True),
    "JobCompType": ("jobcomp", "one", True),
    "JobContainerType": ("job_container", "one", True),
    "JobSubmitPlugins": ("job_submit", "list", False),
    "MCSPlugin": ("mcs", "one", True),
    "MetricsType": ("metrics", "one", True),
    "MpiDefault": ("mpi", "one", False),
    "NamespaceType": ("namespace", "one", True),
    "NodeFeaturesPlugins": ("node_features", "list", True),
    "PreemptType": ("preempt", "one", True),
    "PriorityType": ("priority", "one", True),
    "ProctrackType": ("proctrack", "one", True),
    "SchedulerType": ("sched", "one", True),
    "SelectType": ("select", "one", True),
    "SwitchType": ("switch", "one", True),
    "TaskPlugin": ("task", "list", True),
    "TLSType": ("tls", "one", True),
    "TopologyPlugin": ("topology", "one", True),
    "UrlParserType": ("url_parser", "one", True),
}

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
    for key, (folder, kind, prefixed) in KEYS.items():
        if key not in known_keys:
            continue
        names = plugins(tree, folder)
        # "none" stays a value after the plugins of that name went (23.11), where there is a choice at all.
        if version >= (23, 11, 0) and key not in ("AuthType", "AuthAltTypes", "HashPlugin", "TopologyPlugin"):
            names.add("none")
        for name in names:
            found[("slurm.conf", "-", key, folder + "/" + name if prefixed else name)] = kind
    return found
