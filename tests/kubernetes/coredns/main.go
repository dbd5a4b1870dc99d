// coredns is CoreDNS with only the plugins that the tests' Corefile names (../node/node.sh). The official program has fifty plugins, which
// would bring most of the packages to build.
package main

import (
	"github.com/coredns/coredns/coremain"
	_ "github.com/coredns/coredns/plugin/bind"
	_ "github.com/coredns/coredns/plugin/errors"
	_ "github.com/coredns/coredns/plugin/kubernetes"
)

func main() {
	coremain.Run()
}
