// The descendants of this process. The process must be a subreaper
// (PR_SET_CHILD_SUBREAPER, prctl(2)), so that orphans are reparented to it.
#pragma once

#include <string>
#include <vector>

// Returns one line per descendant, parents first: PID and command line.
std::vector<std::string> descendants();

// Sends SIGKILL to all descendants.
void kill_descendants();
