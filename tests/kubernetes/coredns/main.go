// coredns is CoreDNS with the plugins that the tests' Corefile names (../node/node.sh) and no other: the official program has fifty, and
// most of its packages are theirs.
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
