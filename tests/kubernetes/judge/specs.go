package main

import (
	"fmt"
	"os"

	"sigs.k8s.io/yaml"
)

// spec is the part of a cluster spec that the test changes.
type spec struct {
	APIVersion string         `json:"apiVersion"`
	Kind       string         `json:"kind"`
	Metadata   any            `json:"metadata"`
	Spec       map[string]any `json:"spec"`
}

// rewrite applies a change to a spec and prints it.
func rewrite(path string, change func(spec map[string]any) error) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var root spec
	if err := yaml.UnmarshalStrict(data, &root); err != nil {
		return err
	}
	if err := change(root.Spec); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	out, err := yaml.Marshal(root)
	fmt.Print(string(out))
	return err
}

// section returns a mapping inside a mapping, and creates it if it is missing.
func section(parent map[string]any, key string) map[string]any {
	child, _ := parent[key].(map[string]any)
	if child == nil {
		child = map[string]any{}
		parent[key] = child
	}
	return child
}

// edit changes a spec as an administrator would: it adds a node and changes a parameter of Slurm.
func edit(path string) error {
	return rewrite(path, func(spec map[string]any) error {
		section(section(spec, "slurm"), "config")["MessageTimeout"] = 77
		sets, _ := spec["nodeSets"].([]any)
		for _, set := range sets {
			size, key := set.(map[string]any), "replicas"
			if scaling, ok := size["scaling"].(map[string]any); ok {
				size, key = scaling, "max"
			}
			if nodes, ok := size[key].(float64); ok {
				size[key] = nodes + 1
				return nil
			}
		}
		return fmt.Errorf("no node set has a size")
	})
}

// retarget sets the Kubernetes version of a spec.
func retarget(path, minor string) error {
	return rewrite(path, func(spec map[string]any) error {
		section(spec, "target")["kubernetes"] = minor
		return nil
	})
}
