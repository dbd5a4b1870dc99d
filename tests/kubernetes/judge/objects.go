package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/yaml"
)

// object is one Kubernetes object. Its numbers are json.Number.
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

// name returns the identity of an object in its cluster.
func (o object) name() string {
	name := o.text("apiVersion") + "/" + o.text("kind") + " "
	if namespace := o.text("metadata", "namespace"); namespace != "" {
		name += namespace + "/"
	}
	return name + o.text("metadata", "name")
}

// decode parses one YAML or JSON document as kubectl does. A duplicate key is an error.
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

// readObjects parses the objects of a YAML stream. Two objects with the same name are an error.
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
