"""Values in the records of accounting (policy.conf), which sacctmgr reads. No file of Slurm lists these parameters."""

import re

import code_values

_DEFS = "src/common/slurmdb_defs.c"

# Flags of a QOS that Slurm sets itself, although the function that reads flags knows them.
_INTERNAL = {"Deleted", "PartQOS", "INVALID"}

# The modes of preempt_mode_num() that a QOS can have, and sacctmgr's word for the mode of slurm.conf.
_PREEMPT_MODES = ("cancel", "cluster", "off", "requeue", "suspend")


def _qos_flags(tree):
    """The flags that str_2_qos_flags() reads: words that it compares with, from 25.05 on a table."""
    text = tree.text(_DEFS)
    table = re.search(r"slurmdb_qos_flags_map\[\] = \{(.*?)^\};", text, re.M | re.S)
    if table:
        return re.findall(r'T\(QOS_FLAG_\w+,\s*"(\w+)"\)', table.group(1))
    return re.findall(r'xstrcasestr\(flags, "(\w+)"\)', code_values.function_body(text, "_str_2_qos_flags"))


def entries(tree):
    """{(file, line, key, value): kind} of one release."""
    flags = [flag for flag in _qos_flags(tree) if flag not in _INTERNAL]
    if not flags:
        raise SystemExit("no flags of a QOS in " + _DEFS)
    found = {("policy.conf", "QOS", "Flags", flag): "list" for flag in flags}
    found.update({("policy.conf", "QOS", "PreemptMode", mode): "one" for mode in _PREEMPT_MODES})
    return found
