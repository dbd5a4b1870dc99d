# Converts the block YAML that the compiler writes into rows PATH VALUE, tab separated: nodeSets[0].gpus.count<TAB>8.
# With -v documents=1 each path begins with `doc` and the number of the document.
function unquote(text) {
  if (text ~ /^".*"$/ || text ~ /^'.*'$/) text = substr(text, 2, length(text) - 2)
  return text
}
# Returns the path at an indentation, from the open keys and list positions up to it.
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
    # List items can have the same indentation as the list's key. Their position, item[indent], comes after key[indent] in a path.
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
