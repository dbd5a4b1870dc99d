#!/usr/bin/env python3
"""Prints the table of the values of Slurm's parameters, from man pages, plugins and source code.

    values.py SLURM-SOURCE.git > values.tsv
"""

import sys

import code_values
import conf_tables
import man_values
import plugin_values
import policy_values
import source
import stated_values


def stretches(history, versions, documented):
    """[(value, since, removed)]: the ranges of releases that know a value.

    A man page can gain and lose words in any point release although the program does not change. Therefore the ranges of
    documented values begin and end with the first version of a release.
    """
    if documented:
        for index, (version, _, _) in enumerate(versions):
            if index not in history:
                same = [i for i, (v, _, _) in enumerate(versions) if v[:2] == version[:2] and i in history]
                if same:
                    history = {**history, index: history[same[0]]}
    result, start = [], None
    for index in range(len(versions) + 1):
        if index in history and start is None:
            start = index
        elif index not in history and start is not None:
            result.append((history[start], versions[start][1], versions[index][1] if index < len(versions) else "-"))
            start = None
    return result


def main():
    """Prints one row per range of releases that know a value, sorted."""
    repo = sys.argv[1]
    versions = source.releases(repo)
    histories = {}
    for index, (version, text, tag) in enumerate(versions):
        tree = source.Tree(repo, tag)
        parameters = conf_tables.entries(tree)
        known = {key for file, line, key in parameters if (file, line) == ("slurm.conf", "-")}
        found = {stated_values.with_argument(k): (v, "man page") for k, v in man_values.entries(tree, known).items()}
        found.update({k: (v, "plugins") for k, v in plugin_values.entries(tree, version, parameters).items()})
        found.update({k: (v, "code") for k, v in stated_values.entries(version).items() if k[:3] in parameters})
        closed = code_values.entries(tree, parameters)
        found = {k: v for k, v in found.items() if k[:3] not in code_values.PLACES}
        found.update({k: (v, "parser") for k, v in closed.items()})
        found.update({k: (v, "parser") for k, v in policy_values.entries(tree).items()})
        for key, value in found.items():
            histories.setdefault(key, {})[index] = value
        print(text, file=sys.stderr)
    print("\t".join(["file", "line", "key", "value", "kind", "since", "removed", "source"]))
    rows = []
    for key, history in histories.items():
        documented = any(origin == "man page" for _, origin in history.values())
        for (kind, origin), since, removed in stretches(history, versions, documented):
            rows.append((*key, kind, since, removed, origin))
    for row in sorted(rows, key=lambda r: (r[0], r[1].lower(), r[2].lower(), r[3].lower(), r[3], r[5])):
        print("\t".join(row))


if __name__ == "__main__":
    main()
