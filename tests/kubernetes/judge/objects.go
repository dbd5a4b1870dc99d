package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/yaml"
)

// object is one Kubernetes object as the wire has it; numbers stay json.Number.
type object map[string]any

func (o object) text(path ...string) string {
	var value any = map[string]any(o)
	for _, key := range path {
		members, _ := value.(map[string]any)
		value = members[key]
	}
	text, _ := value.(string)
	return text
}

// name is what tells an object from all others of a cluster.
func (o object) name() string {
	name := o.text("apiVersion") + "/" + o.text("kind") + " "
	if namespace := o.text("metadata", "namespace"); namespace != "" {
		name += namespace + "/"
	}
	return name + o.text("metadata", "name")
}

// decode reads one YAML or JSON document the way that kubectl does, and refuses a key given twice.
func decode(document []byte) (object, error) {
	data, err := yaml.YAMLToJSONStrict(document)
	if err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	var result object
	return result, decoder.Decode(&result)
}

// readObjects reads the objects of a YAML stream; no two may have the same name.
func readObjects(path string) ([]object, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	reader := utilyaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(data)))
	var objects []object
	seen := map[string]bool{}
	for {
		document, err := reader.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		if len(bytes.TrimSpace(document)) == 0 {
			continue
		}
		decoded, err := decode(document)
		if err != nil {
			return nil, fmt.Errorf("%s: document %d: %w", path, len(objects)+1, err)
		}
		if decoded == nil {
			continue
		}
		if seen[decoded.name()] {
			return nil, fmt.Errorf("%s: two objects are %s", path, decoded.name())
		}
		seen[decoded.name()] = true
		objects = append(objects, decoded)
	}
	if len(objects) == 0 {
		return nil, fmt.Errorf("%s: no objects", path)
	}
	return objects, nil
}

// edit prints a spec changed as an administrator would: a node more, and a parameter of Slurm's.
func edit(path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var root struct {
		APIVersion string         `json:"apiVersion"`
		Kind       string         `json:"kind"`
		Metadata   any            `json:"metadata"`
		Spec       map[string]any `json:"spec"`
	}
	if err := yaml.UnmarshalStrict(data, &root); err != nil {
		return err
	}
	grown := false
	sets, _ := root.Spec["nodeSets"].([]any)
	for _, set := range sets {
		if replicas, ok := set.(map[string]any)["replicas"].(float64); ok && !grown {
			set.(map[string]any)["replicas"] = replicas + 1
			grown = true
		}
	}
	if !grown {
		return fmt.Errorf("%s: no node set has replicas", path)
	}
	slurm, _ := root.Spec["slurm"].(map[string]any)
	if slurm == nil {
		slurm = map[string]any{}
	}
	config, _ := slurm["config"].(map[string]any)
	if config == nil {
		config = map[string]any{}
	}
	config["MessageTimeout"] = 77
	slurm["config"] = config
	root.Spec["slurm"] = slurm
	out, err := yaml.Marshal(root)
	fmt.Print(strings.TrimPrefix(string(out), "\n"))
	return err
}
