package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
)

// same compares two streams, object by object. The order of objects and members does not matter.
func same(pathA, pathB string) ([]string, error) {
	a, err := byName(pathA)
	if err != nil {
		return nil, err
	}
	b, err := byName(pathB)
	if err != nil {
		return nil, err
	}
	var faults []string
	for _, name := range slices.Sorted(maps.Keys(a)) {
		if b[name] == nil {
			faults = append(faults, fmt.Sprintf("%s: not in %s", name, pathB))
			continue
		}
		for _, fault := range compare("", map[string]any(a[name]), map[string]any(b[name]), false) {
			faults = append(faults, name+fault)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(b)) {
		if a[name] == nil {
			faults = append(faults, fmt.Sprintf("%s: not in %s", name, pathA))
		}
	}
	return faults, nil
}

func byName(path string) (map[string]object, error) {
	objects, err := readObjects(path)
	named := map[string]object{}
	for _, one := range objects {
		named[one.name()] = one
	}
	return named, err
}

// compare returns where b differs from a. With additions, b may have members that a does not have: the defaults that a server adds.
func compare(path string, a, b any, additions bool) []string {
	switch left := a.(type) {
	case map[string]any:
		right, ok := b.(map[string]any)
		if !ok {
			break
		}
		var faults []string
		for _, key := range slices.Sorted(maps.Keys(left)) {
			value, present := right[key]
			if !present {
				faults = append(faults, fmt.Sprintf("%s.%s: %s is gone", path, key, show(left[key])))
				continue
			}
			faults = append(faults, compare(path+"."+key, left[key], value, additions)...)
		}
		for _, key := range slices.Sorted(maps.Keys(right)) {
			if _, present := left[key]; !present && !additions {
				faults = append(faults, fmt.Sprintf("%s.%s: %s is new", path, key, show(right[key])))
			}
		}
		return faults
	case []any:
		right, ok := b.([]any)
		if !ok || len(left) != len(right) {
			break
		}
		var faults []string
		for i := range left {
			faults = append(faults, compare(fmt.Sprintf("%s[%d]", path, i), left[i], right[i], additions)...)
		}
		return faults
	default:
		if a == b || additions && isQuantity(path) && sameQuantity(a, b) {
			return nil
		}
	}
	return []string{fmt.Sprintf("%s: %s became %s", path, show(a), show(b))}
}

// isQuantity returns whether a field is a quantity. The server may write a quantity in another way.
func isQuantity(path string) bool {
	parts := strings.Split(path, ".")
	last := parts[len(parts)-1]
	if last == "sizeLimit" || last == "divisor" {
		return true
	}
	// The name of a resource may contain dots.
	return strings.Contains(path, ".limits.") || strings.Contains(path, ".requests.") || strings.Contains(path, ".capacity.")
}

func sameQuantity(a, b any) bool {
	left, errLeft := resource.ParseQuantity(fmt.Sprint(a))
	right, errRight := resource.ParseQuantity(fmt.Sprint(b))
	return errLeft == nil && errRight == nil && left.Cmp(right) == 0
}

// show returns the JSON of a value, at most 120 bytes of it.
func show(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return err.Error()
	}
	if len(text) > 120 {
		return string(text[:117]) + "..."
	}
	return string(text)
}
