#pragma once

#include "spec/common.h"

namespace skiff::spec {

struct License : Record {
  Text name;
  Int count;
  Text server, server_type;
  Int percent_allowed;
  Text description;
  void each(auto&& f) {
    f("name", name), f("count", count), f("server", server), f("serverType", server_type);
    f("percentAllowed", percent_allowed), f("description", description);
  }
};

}  // namespace skiff::spec
