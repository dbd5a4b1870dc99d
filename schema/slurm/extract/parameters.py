#!/usr/bin/env python3
"""Prints the table of the parameters in Slurm's configuration files, for all releases.

    parameters.py SLURM-SOURCE.git > parameters.tsv

The source is any clone of Slurm's public repository with its tags.
"""

import sys

import conf_tables
import source
import yaml_tables


def runs(history, versions):
    """[(type, since, defunct_since, removed)]: the ranges of releases in which a key has the same type."""
    result = []
    current = None
    for index, (_, text, _) in enumerate(versions):
        value = history.get(index)
        if current and (value is None or value[0] != current["type"] or (current["defunct"] != "-" and not value[1])):
            result.append((current["type"], current["since"], current["defunct"], text))
            current = None
        if value is None:
            continue
        if current is None:
            current = {"type": value[0], "since": text, "defunct": "-"}
        if value[1] and current["defunct"] == "-":
            current["defunct"] = text
    if current:
        result.append((current["type"], current["since"], current["defunct"], "-"))
    return result


def main():
    """Prints one row per range of releases, sorted by file, line and key."""
    repo = sys.argv[1]
    versions = source.releases(repo)
    histories = {}
    for index, (_, text, tag) in enumerate(versions):
        tree = source.Tree(repo, tag)
        for key, value in {**conf_tables.entries(tree), **yaml_tables.entries(tree)}.items():
            histories.setdefault(key, {})[index] = value
        print(text, file=sys.stderr)
    print("\t".join(["file", "line", "key", "type", "since", "defunct_since", "removed"]))
    rows = []
    for (file, line, key), history in histories.items():
        for kind, since, defunct, removed in runs(history, versions):
            rows.append((file, line, key, kind, since, defunct, removed))
    for row in sorted(rows, key=lambda r: (r[0], r[1].lower(), r[2].lower(), r[4])):
        print("\t".join(row))


if __name__ == "__main__":
    main()
