# Turns block YAML as the compiler writes it into rows PATH VALUE, tab separated: nodeSets[0].gpus.count<TAB>8.
# With -v documents=1 each path begins with the document's number.
function unquote(text) {
  if (text ~ /^".*"$/ || text ~ /^'.*'$/) text = substr(text, 2, length(text) - 2)
  return text
}
# The path of what stands at an indentation, from the keys and list positions that are open above it.
function path_at(indent,  i, out) {
  out = documents ? "doc" document : ""
  for (i = 0; i <= indent; i++) {
    if (i in key) out = out (out == "" ? "" : ".") key[i]
    if (i in item) out = out "[" item[i] "]"
  }
  return out
}
function close_from(indent,  i) {
  for (i = indent; i <= deepest; i++) { delete key[i]; delete item[i] }
}
/^---/ { document++; close_from(0); next }
/^[ \t]*(#|$)/ { next }
{
  text = $0
  match(text, /^ */); indent = RLENGTH; text = substr(text, indent + 1)
  if (indent > deepest) deepest = indent
  if (indent <= block) block = -1
  if (block >= 0) next
  while (text ~ /^- /) {
    # A list's items stand at its key's indentation or deeper; their place is kept half a step in.
    close_from(indent + 1)
    count = (indent in item) ? item[indent] + 1 : 0
    item[indent] = count
    match(text, /^- */); indent += RLENGTH; text = substr(text, RLENGTH + 1)
    if (indent > deepest) deepest = indent
    close_from(indent)
  }
  if (match(text, /^("[^"]*"|[^ :"][^:]*):( |$)/)) {
    name = substr(text, 1, RLENGTH); sub(/: ?$/, "", name)
    value = substr(text, RLENGTH + 1)
    close_from(indent)
    key[indent] = unquote(name)
    if (value ~ /^[|>]/) { block = indent; next }
    if (value != "") print path_at(indent) "\t" unquote(value)
  } else {
    print path_at(indent) "\t" unquote(text)
  }
}
BEGIN { deepest = 0; block = -1; document = 0 }
