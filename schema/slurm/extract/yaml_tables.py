"""The fields of the YAML configuration files: the data_parser arrays that Slurm reads them with."""

import re

# (logical file, array of its top-level object)
ROOTS = [
    ("topology.yaml", "TOPOLOGY_CONF"),
    ("namespace.yaml", "NAMESPACE_FULL_CONF"),
    ("resources.yaml", "H_RESOURCE"),
]

SCALARS = {"STRING": "string", "BOOL": "boolean", "UINT16": "uint16", "UINT32": "uint32", "UINT64": "uint64",
           "INT32_LIST": "list:int32", "CSV_STRING": "string|list:string", "HOSTLIST": "string|list:string",
           "STRING_LIST": "list:string", "STRING_ARRAY": "list:string", "HOSTLIST_STRING": "string|list:string",
           "UINT32_NO_VAL": "uint32", "H_RESOURCE_MODE_FLAG": "string", "TOPOLOGY_FLAT": "boolean"}

_parsed = {}


def _arrays(tree, path):
    """({array: [(type, field)]}, {list type: element type}) of one parsers.c."""
    memo = tree.blob(path)
    if memo not in _parsed:
        text = tree.text(path)
        arrays = {}
        for name, body in re.findall(r"PARSER_ARRAY\((\w+)\)\[\]\s*=\s*\{(.*?)\n\};", text, re.S):
            fields = re.findall(r'add_parse(?:_req)?\(\s*(\w+)\s*,[^"]*?"(\w+)"', body)
            fields += re.findall(r'add_cparse(?:_req)?\(\s*(\w+)\s*,\s*"(\w+)"', body)
            arrays[name] = fields
        lists = dict(re.findall(r"addpl\((\w+),\s*(\w+?)(?:_PTR)?,", text))
        lists.update(re.findall(r"addpca\((\w+),\s*(\w+),", text))
        _parsed[memo] = (arrays, lists)
    return _parsed[memo]


def _object(kind, arrays):
    """The array that describes an object of this parser type, or None for a scalar."""
    kind = re.sub(r"_PTR$", "", kind)
    # The fields of a *_COMPLEX parser, or of a parser that selects a union member, are in the array named without or with CONFIG.
    for name in (kind, kind + "_CONFIG", {"NAMESPACE_NODE_CONF_COMPLEX": "NAMESPACE_CONF"}.get(kind, "")):
        if name in arrays:
            return name
    return None


def _walk(file, line, name, arrays, lists, found, open_arrays):
    """Adds the fields of an array and of all arrays below it. An array inside itself (the sublayers of a layer) is not walked again."""
    for kind, field in arrays[name]:
        below = field if line == "-" else line + "." + field
        element = lists.get(kind)
        array = _object(element or kind, arrays)
        if array:
            word = "list:object" if element else "object"
            # Every release reads "flat: true". Releases that have options for it also read an object.
            found[(file, line, field)] = ("boolean|object" if kind == "TOPOLOGY_FLAT" else word, False)
            if array not in open_arrays:
                _walk(file, below, array, arrays, lists, found, open_arrays | {array})
        elif element:
            found[(file, line, field)] = ("list:" + SCALARS.get(element, element.lower()), False)
        else:
            found[(file, line, field)] = (SCALARS.get(kind, kind.lower()), False)


def entries(tree):
    """{(file, line, key): (type, defunct)} of one release; line is the dotted path of the object, "-" is the top level."""
    found = {}
    paths = tree.paths(r"src/plugins/data_parser/v0\.0\.\d+/parsers\.c")
    if paths:
        newest = max(paths, key=lambda p: int(re.search(r"v0\.0\.(\d+)", p).group(1)))
        arrays, lists = _arrays(tree, newest)
        for file, root in ROOTS:
            if root in arrays:
                _walk(file, "-", root, arrays, lists, found, {root})
    return found
