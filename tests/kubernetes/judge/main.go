// judge checks the output of the compiler with a real API server, for admission_test.sh.
//
//	judge same A B               checks that two streams have the same objects
//	judge admit CLUSTER FILE     checks that the server would accept every object, with strict validation and without a warning
//	judge stored CLUSTER FILE    checks that the server has every object, with each field as in FILE
//	judge wipe CLUSTER FILE      deletes the objects, except namespaces
//	judge edit SPEC              prints the spec with one more replica and another Slurm parameter
//	judge retarget SPEC MINOR    prints the spec with this version of Kubernetes
//
// CLUSTER is the directory that `control-plane.sh up` has made. judge must run in its network namespace.
package main

import (
	"fmt"
	"os"
)

// verbs lists the commands. Each returns what it found to be wrong.
var verbs = map[string]struct {
	arguments int
	run       func(arguments []string) ([]string, error)
}{
	"same":     {2, func(a []string) ([]string, error) { return same(a[0], a[1]) }},
	"admit":    {2, withServer(admit)},
	"stored":   {2, withServer(stored)},
	"wipe":     {2, withServer(wipe)},
	"edit":     {1, func(a []string) ([]string, error) { return nil, edit(a[0]) }},
	"retarget": {2, func(a []string) ([]string, error) { return nil, retarget(a[0], a[1]) }},
}

// withServer makes a command from a check of the objects in a file on a server.
func withServer(check func(*server, []object) ([]string, error)) func([]string) ([]string, error) {
	return func(arguments []string) ([]string, error) {
		api, err := connect(arguments[0])
		if err != nil {
			return nil, err
		}
		objects, err := readObjects(arguments[1])
		if err != nil {
			return nil, err
		}
		return check(api, objects)
	}
}

func main() {
	if len(os.Args) < 2 || len(os.Args)-2 != verbs[os.Args[1]].arguments {
		fmt.Fprintln(os.Stderr, "usage: judge same A B | admit|stored|wipe CLUSTER FILE | edit SPEC | retarget SPEC MINOR")
		os.Exit(2)
	}
	faults, err := verbs[os.Args[1]].run(os.Args[2:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "judge:", err)
		os.Exit(2)
	}
	for _, fault := range faults {
		fmt.Println(fault)
	}
	if len(faults) > 0 {
		os.Exit(1)
	}
}
