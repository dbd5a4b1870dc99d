"""The parameters of the configuration files: Slurm's s_p_options_t tables."""

import re

# (logical file, line kind, path pattern, table). The first key of a line is the line kind; "-" is the file's top level.
# Paths are patterns because the files moved between releases.
TABLES = [
    ("slurm.conf", "-", r"src/common/read_config\.c", "slurm_conf_options"),
    ("slurm.conf", "NodeName", r"src/common/read_config\.c", "_nodename_options"),
    ("slurm.conf", "PartitionName", r"src/common/read_config\.c", "_partition_options"),
    ("slurm.conf", "NodeSet", r"src/common/read_config\.c", "_nodeset_options"),
    ("slurm.conf", "DownNodes", r"src/common/read_config\.c", "_downnodes_options"),
    ("slurm.conf", "FrontendName", r"src/common/read_config\.c", "_frontend_options"),
    ("slurm.conf", "PowerAction", r"src/common/read_config\.c", "_power_action_options"),
    ("gres.conf", "-", r"src/(common|interfaces)/gres\.c", "_gres_conf_options"),
    ("gres.conf", "Name", r"src/(common|interfaces)/gres\.c", "_gres_options"),
    ("gres.conf", "NodeName", r"src/(common|interfaces)/gres\.c", "_gres_options"),
    ("cgroup.conf", "-", r"src/(common|interfaces)/cgroup\.c", "options"),
    ("slurmdbd.conf", "-", r"src/slurmdbd/read_config\.c", "options"),
    ("topology.conf", "-", r"src/plugins/topology/tree/\w+\.c", "switch_options"),
    ("topology.conf", "SwitchName", r"src/plugins/topology/tree/\w+\.c", "_switch_options"),
    ("topology.conf", "-", r"src/plugins/topology/block/\w+\.c", "block_options"),
    ("topology.conf", "BlockName", r"src/plugins/topology/block/\w+\.c", "_block_options"),
    ("topology.conf", "-", r"src/plugins/topology/ring/\w+\.c", "ring_options"),
    ("topology.conf", "RingName", r"src/plugins/topology/ring/\w+\.c", "_ring_options"),
    ("job_container.conf", "-", r"src/plugins/(job_container|namespace)/tmpfs/read_jcconf\.c", "options"),
    ("job_container.conf", "BasePath", r"src/plugins/(job_container|namespace)/tmpfs/read_jcconf\.c", "ns_options"),
    ("job_container.conf", "NodeName", r"src/plugins/(job_container|namespace)/tmpfs/read_jcconf\.c", "ns_options"),
    ("oci.conf", "-", r"src/(slurmd/slurmstepd/read_oci_conf|common/oci_config)\.c", "options"),
    # Which of these are known to a daemon depends on the acct_gather plugins that slurm.conf names.
    ("acct_gather.conf", "-", r"src/plugins/acct_gather_\w+/\w+/\w+\.c", "options"),
    ("mpi.conf", "-", r"src/plugins/mpi/pmix/mpi_pmix\.c", "pmix_options"),
    ("helpers.conf", "-", r"src/plugins/node_features/helpers/\w+\.c", "conf_options"),
    ("helpers.conf", "Feature", r"src/plugins/node_features/helpers/\w+\.c", "feature_options"),
    ("helpers.conf", "NodeName", r"src/plugins/node_features/helpers/\w+\.c", "feature_options"),
    ("burst_buffer.conf", "-", r"src/plugins/burst_buffer/common/\w+\.c", "bb_options"),
]

# Keys that begin a line of their own, with further keys after them.
LINE_KEYS = {(f, k) for f, k, _, _ in TABLES if k != "-"}

_parsed = {}


def table(tree, path, name):
    """[(key, type word, has handler, defunct)] of one table of one file, or None if the file has no such table."""
    memo = (tree.blob(path), name)
    if memo in _parsed:
        return _parsed[memo]
    text = tree.text(path)
    start = re.search(r"s_p_options_t\s+%s\[\]\s*=\s*\{" % re.escape(name), text)
    result = None
    if start:
        depth, end = 1, start.end()
        while depth:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        result = []
        for key, kind, rest in re.findall(r'\{\s*"([^"]+)"\s*,\s*S_P_(\w+)([^{}]*)\}', text[start.end():end]):
            result.append((key, kind.lower(), bool(rest.strip(" ,\n\t")), "defunct" in rest))
    _parsed[memo] = result
    return result


def entries(tree):
    """{(file, line, key): (type, defunct)} of one release."""
    found = {}
    for file, line, pattern, name in TABLES:
        for path in tree.paths(pattern):
            for key, kind, handler, defunct in table(tree, path, name) or []:
                if line == "-" and (file, key) in LINE_KEYS and kind == "array":
                    kind = "line"
                found[(file, line, key)] = (kind, defunct)
    return found
