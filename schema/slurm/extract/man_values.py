"""Values that the man pages list for a parameter: the items inside the entry of the parameter."""

import re

# (file, line, man page, section of the page) -> {key: kind}. kind: "one" of the values, or a comma-separated "list".
PAGES = {
    ("slurm.conf", "-", "slurm.conf.5", None): {
        "AccountingStorageEnforce": "list", "AccountingStorageParameters": "list", "AccountingStoreFlags": "list",
        "AuthAltParameters": "list", "AuthInfo": "list", "BcastParameters": "list", "CommunicationParameters": "list",
        "DebugFlags": "list", "DependencyParameters": "list", "EnforcePartLimits": "one",
        "HealthCheckNodeState": "list", "JobAcctGatherParams": "list", "LaunchParameters": "list",
        "LicenseParameters": "list", "LogTimeFormat": "list", "MetricsParameters": "list",
        "PreemptMode": "list", "PreemptParameters": "list", "PriorityFlags": "list", "PrivateData": "list",
        "PrologFlags": "list", "PropagateResourceLimits": "list", "ReconfigFlags": "list",
        "SchedulerParameters": "list", "SelectTypeParameters": "list", "SlurmctldDebug": "one",
        "SlurmctldParameters": "list", "SlurmdDebug": "one", "SlurmdParameters": "list",
        "TaskPluginParam": "list", "TopologyParam": "list", "X11Parameters": "list"},
    ("slurm.conf", "NodeName", "slurm.conf.5", "NODE CONFIGURATION"): {"State": "one"},
    ("slurm.conf", "PartitionName", "slurm.conf.5", "PARTITION CONFIGURATION"): {
        "OverSubscribe": "one", "PreemptMode": "list", "SelectTypeParameters": "one", "State": "one"},
    ("gres.conf", "Name", "gres.conf.5", None): {"AutoDetect": "one", "Flags": "list"},
    ("slurmdbd.conf", "-", "slurmdbd.conf.5", None): {
        "CommunicationParameters": "list", "DebugFlags": "list", "LogTimeFormat": "list", "Parameters": "list",
        "PrivateData": "list"},
}

_items = {}


def _plain(text):
    """The head line of an item without font changes and escapes."""
    text = re.sub(r"\\f[A-Z]|\\f\[\w*\]", "", text).replace("\\-", "-").replace("\\&", "")
    return re.sub(r"^\.(BR?|IR?)\s+", "", text).strip().strip('"')


def page_items(tree, path, parameters):
    """[(section, parameter, value)] of one man page, without nested lists inside the text of a value.

    The pages of some releases open one list more than they close. This shows when the name of a parameter is in the place of a value.
    """
    memo = tree.blob(path)
    if memo in _items:
        return _items[memo]
    items, section, parameter, depth, head = [], None, None, 0, False
    for line in tree.text(path).splitlines():
        if line.startswith(".SH"):
            section, parameter, depth = line[3:].strip().strip('"'), None, 0
        elif line.startswith(".RS"):
            depth += 1
        elif line.startswith(".RE"):
            depth = max(0, depth - 1)
        elif line.startswith(".TP"):
            head = True
        elif head and line and not line.startswith(".PD"):
            head = False
            text = _plain(line)
            if depth > 0 and text in parameters and parameter != "PrivateData":
                depth = 0
            if depth == 0:
                parameter = re.split(r"[ =\t]", text)[0]
            elif depth == 1 and parameter:
                items.append((section, parameter, text))
    _items[memo] = items
    return items


def _values(text):
    """The values in the head of an item: "bf_interval=#" gives "bf_interval=", "YES[:count]" gives "YES"."""
    for part in re.split(r"\s*(?:,|\bor\b)\s+", text):
        match = re.match(r"([A-Za-z][\w/.+-]*)(=)?", part)
        if match:
            yield match.group(1) + (match.group(2) or "")


def entries(tree, parameters):
    """{(file, line, key, value): kind} of one release; parameters: the names of those that it has."""
    found = {}
    for (file, line, page, wanted), keys in PAGES.items():
        for section, parameter, text in page_items(tree, "doc/man/man5/" + page, parameters):
            if wanted and section != wanted:
                continue
            if wanted is None and section and section.endswith("CONFIGURATION"):
                continue
            if parameter in keys:
                for value in _values(text):
                    # "NOTE" begins a remark inside a list, "Current options are" its introduction.
                    if value in ("NOTE", "Current"):
                        continue
                    found[(file, line, parameter, value)] = keys[parameter]
    return found
