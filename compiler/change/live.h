#pragma once

#include <string>
#include <string_view>

#include "change/side.h"

namespace skiff::change {

/// True if the text is one or more Kubernetes objects, and not a spec.
bool is_dump(std::string_view text);

/// Reads what runs in a cluster, from a dump of its objects (`kubectl get -o yaml` or `-o json`), in order to compare it
/// with `after`. `name` is the dump's, for messages. Objects that `after` does not have count only if skiff's output was
/// applied and had them; pods and other objects that controllers made do not count. Of each object, only what was applied
/// counts. If the cluster has no record of that, it is what `after` has, too. `problems` have the name of the dump.
Side read_live(std::string name, std::string text, const Side& after);

}  // namespace skiff::change
