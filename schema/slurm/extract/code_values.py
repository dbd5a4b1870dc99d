"""Values of parameters that one function of the source reads. They are the words that it compares with; it accepts no others."""

import re

_CONFIG = r"src/common/read_config\.c"
_PROTOCOL = r"src/common/slurm_protocol_defs\.c"

# (file, line, key) -> (kind, path pattern, function, text that begins the part of the function that reads the key; None: all of it)
PLACES = {
    ("slurm.conf", "-", "AccountingStorageEnforce"): ("list", _CONFIG, "_validate_accounting_storage_enforce", None),
    ("slurm.conf", "-", "DebugFlags"): ("list", _CONFIG, "debug_str2flags", None),
    ("slurm.conf", "-", "EnforcePartLimits"): ("one", _PROTOCOL, "parse_part_enforce_type", None),
    ("slurm.conf", "-", "HealthCheckNodeState"): ("list", _CONFIG, "_health_node_state", None),
    ("slurm.conf", "-", "PreemptMode"): ("list", _PROTOCOL, "preempt_mode_num", None),
    ("slurm.conf", "-", "PriorityUsageResetPeriod"):
        ("one", _CONFIG, "_validate_and_set_defaults", '"PriorityUsageResetPeriod"'),
    ("slurm.conf", "-", "PrologFlags"): ("list", _CONFIG, "prolog_str2flags", None),
    ("slurm.conf", "-", "ReconfigFlags"): ("list", _CONFIG, "reconfig_str2flags", None),
    ("slurm.conf", "-", "SelectTypeParameters"):
        ("list", r"src/common/(read_config|slurm_selecttype_info)\.c", "_?parse_select_type_param", None),
    ("slurm.conf", "-", "TaskPluginParam"): ("list", _CONFIG, "_validate_and_set_defaults", '"TaskPluginParam"'),
    ("slurm.conf", "PartitionName", "CpuBind"): ("list", r"src/common/slurm_resource_info\.c", "xlate_cpu_bind_str", None),
    ("slurm.conf", "NodeName", "CpuBind"): ("list", r"src/common/slurm_resource_info\.c", "xlate_cpu_bind_str", None),
    ("slurm.conf", "PartitionName", "Exclusive"): ("one", _CONFIG, "_parse_partitionname", '&tmp, "Exclusive"'),
    ("slurm.conf", "PartitionName", "PreemptMode"): ("list", _PROTOCOL, "preempt_mode_num", None),
    ("slurm.conf", "PartitionName", "SelectTypeParameters"):
        ("one", _CONFIG, "_parse_partitionname", '&tmp, "SelectTypeParameters"'),
    ("slurm.conf", "PartitionName", "State"): ("one", _CONFIG, "_parse_partitionname", '&tmp, "State"'),
    ("oci.conf", "-", "DebugFlags"): ("list", _CONFIG, "debug_str2flags", None),
    ("slurmdbd.conf", "-", "DebugFlags"): ("list", _CONFIG, "debug_str2flags", None),
}

# Words that the function compares with only to report that they were removed.
REFUSED = {"Task"}

_parsed = {}


def function_body(text, name):
    """The body of a function, without its head."""
    match = re.search(r"^(?:extern |static )?[\w \*]*?\b%s\s*\([^;{]*\)\s*\{\n(.*?)^\}" % name, text, re.M | re.S)
    return match.group(1) if match else ""


def words(tree, path, name, start):
    """The words that a function, or the part of it up to the next xfree(), compares with."""
    memo = (tree.blob(path), name, start)
    if memo not in _parsed:
        body = function_body(tree.text(path), name)
        if start is not None:
            begin = body.find(start)
            rest = body[begin:] if begin >= 0 else ""
            end = re.search(r"^\t+xfree\((?:tmp|temp_str)\);", rest, re.M)
            body = rest[:end.start()] if end else rest
        found = re.findall(r'xstrn?casecmp\(\s*(?:\w+\s*,\s*)?"([^"]+)"', body)
        _parsed[memo] = [word for word in dict.fromkeys(found) if word not in REFUSED]
    return _parsed[memo]


def entries(tree, parameters):
    """{(file, line, key, value): kind} of one release; parameters: those that it has."""
    found = {}
    for place, (kind, pattern, name, start) in PLACES.items():
        if place not in parameters:
            continue
        seen = [word for path in tree.paths(pattern) for word in words(tree, path, name, start)]
        if not seen:
            raise SystemExit("no words of %s in %s" % (place[2], name))
        for word in seen:
            found[(*place, word)] = kind
    return found
