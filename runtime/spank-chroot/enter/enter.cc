#include "enter/enter.h"

#include "enter/assemble.h"
#include "enter/saved_namespace.h"
#include "kernel/source.h"

namespace jail {
namespace {

// Assembles the jail at its own path, because a directory certainly exists there.
Root assemble_in_place(const Plan& plan) {
  leave_node();
  return assemble(plan, open_source(plan.settings.root, "open the jail " + plan.settings.root).get());
}

}  // namespace

void assemble_without_entering(const Plan& plan) { assemble_in_place(plan); }

void enter(const Plan& plan) {
  restore_on_failure([&] { change_root(assemble_in_place(plan).get()); });
}

}  // namespace jail
