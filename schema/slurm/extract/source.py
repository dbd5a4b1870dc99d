"""Slurm's source as a git repository: its releases, and the files of one release."""

import re
import subprocess

FIRST = (22, 5, 0)


def releases(repo):
    """[(version tuple, text, tag)] of every final release since FIRST, oldest first."""
    out = subprocess.run(["git", "-C", repo, "tag", "--list", "slurm-*"], check=True, capture_output=True, text=True)
    found = {}
    for tag in out.stdout.split():
        # Tags are slurm-24-11-5-1. Release candidates have 0rc1 as the third part and do not match. A tag with a higher fourth
        # part replaces the same version.
        match = re.fullmatch(r"slurm-(\d+)-(\d+)-(\d+)-(\d+)", tag)
        if not match:
            continue
        major, minor, micro, build = map(int, match.groups())
        version = (major, minor, micro)
        if version >= FIRST and build > found.get(version, (0, ""))[0]:
            found[version] = (build, tag)
    return [(v, "%d.%02d.%d" % v, found[v][1]) for v in sorted(found)]


class Tree:
    """The files of one release. Texts are cached by object id, because most files do not change between releases."""

    _texts = {}

    def __init__(self, repo, tag):
        self.repo = repo
        out = subprocess.run(["git", "-C", repo, "ls-tree", "-r", tag, "--", "src", "doc/man"],
                             check=True, capture_output=True, text=True)
        self.blobs = {}
        for line in out.stdout.splitlines():
            meta, path = line.split("\t", 1)
            self.blobs[path] = meta.split()[2]

    def __contains__(self, path):
        return path in self.blobs

    def paths(self, pattern):
        """Paths that match a regular expression, sorted."""
        return sorted(p for p in self.blobs if re.fullmatch(pattern, p))

    def text(self, path):
        """The text of one file, without comments if it is C."""
        blob = self.blobs[path]
        if blob not in Tree._texts:
            out = subprocess.run(["git", "-C", self.repo, "cat-file", "blob", blob], check=True, capture_output=True)
            text = out.stdout.decode("utf-8", "replace")
            if path.endswith((".c", ".h")):
                text = strip_comments(text)
            Tree._texts[blob] = text
        return Tree._texts[blob]

    def blob(self, path):
        """The object id of one file."""
        return self.blobs[path]


def strip_comments(text):
    """C text without its comments; strings stay as they are."""
    token = re.compile(r'"(?:\\.|[^"\\\n])*"|/\*.*?\*/|//[^\n]*', re.S)
    return token.sub(lambda m: m.group(0) if m.group(0).startswith('"') else " ", text)
