// judge holds the compiler's output against a real API server, for admission_test.sh.
//
//	judge same A B               the two streams hold the same objects
//	judge admit CLUSTER FILE     the server would take every object, strictly and without a warning
//	judge stored CLUSTER FILE    the server holds every object, each field as FILE has it
//	judge wipe CLUSTER FILE      the server holds none of the objects any more, namespaces excepted
//	judge edit SPEC              the spec on stdout, with one more replica and another Slurm parameter
//	judge retarget SPEC MINOR    the spec on stdout, for this version of Kubernetes
//
// CLUSTER is the folder of control-plane.sh up; judge runs in its network namespace.
package main

import (
	"fmt"
	"os"
)

// verbs tells how many arguments each takes and what it does; what it returns is what is wrong.
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

// withServer makes a verb of a check of one file's objects on one server.
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
