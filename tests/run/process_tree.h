// The descendants of this process. It has to be a subreaper (prctl(2)), so that who loses its parent comes here.
#pragma once

#include <string>
#include <vector>

// Number and command line of each child of this process and of each of their children.
std::vector<std::string> descendants();

// Sends SIGKILL to all of them.
void kill_descendants();
