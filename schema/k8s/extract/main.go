// extract prints the field table of one Kubernetes version. update.sh builds it once per version. With files of
// CustomResourceDefinitions as arguments, it prints the table of their kinds.
//
// It reads the definitions from which the API server generates its OpenAPI document. Linking them takes seconds. Building and starting a
// server takes minutes.
package main

import (
	"encoding/json"
	"log"
	"os"
	"reflect"
	"slices"
	"strings"

	"k8s.io/kube-openapi/pkg/common"
	"k8s.io/kube-openapi/pkg/validation/spec"
	"k8s.io/kubernetes/pkg/generated/openapi"
)

// emitted lists the kinds that the compiler may emit, as apiVersion/Kind.
var emitted = []string{
	"v1/Namespace", "v1/ConfigMap", "v1/Secret", "v1/Service", "v1/ServiceAccount",
	"v1/PersistentVolume", "v1/PersistentVolumeClaim", "v1/Pod", "v1/PodTemplate",
	"apps/v1/StatefulSet", "apps/v1/Deployment", "apps/v1/DaemonSet",
	"batch/v1/Job", "batch/v1/CronJob", "policy/v1/PodDisruptionBudget",
	"rbac.authorization.k8s.io/v1/Role", "rbac.authorization.k8s.io/v1/RoleBinding",
	"rbac.authorization.k8s.io/v1/ClusterRole", "rbac.authorization.k8s.io/v1/ClusterRoleBinding",
	"networking.k8s.io/v1/NetworkPolicy", "scheduling.k8s.io/v1/PriorityClass",
}

// scalars lists the types that JSON represents by a simpler type than the one in their definition.
var scalars = map[string]string{
	"resource.Quantity": "quantity", "intstr.IntOrString": "int-or-string",
	"meta.v1.Time": "time", "meta.v1.MicroTime": "time",
	"meta.v1.FieldsV1": "any", "runtime.RawExtension": "any",
}

// Node describes the values that are allowed in one place. Field adds what belongs to a member of an object.
type Node struct {
	Type   string   `json:"type"`
	Ref    string   `json:"ref,omitempty"`
	Items  *Node    `json:"items,omitempty"`
	Format string   `json:"format,omitempty"`
	Enum   []string `json:"enum,omitempty"`
}

type Field struct {
	Node
	Required  bool     `json:"required,omitempty"`
	Default   any      `json:"default,omitempty"`
	MergeKeys []string `json:"mergeKeys,omitempty"`
	Set       bool     `json:"set,omitempty"`
}

type Table struct {
	Kinds map[string]string           `json:"kinds"`
	Types map[string]map[string]Field `json:"types"`
	// Gated lists the fields and enum values that a server drops by default, each with its feature gate.
	Gated map[string]string `json:"gated"`
}

func newTable() Table {
	return Table{Kinds: map[string]string{}, Types: map[string]map[string]Field{}, Gated: map[string]string{}}
}

// print writes the table to standard output.
func (table Table) print() {
	if err := json.NewEncoder(os.Stdout).Encode(table); err != nil {
		log.Fatal(err)
	}
}

// shortName converts the name of a definition, k8s.io/api/apps/v1.X (until 1.34) or io.k8s.api.apps.v1.X, to apps.v1.X.
func shortName(name string) string {
	name = strings.NewReplacer("k8s.io/", "io.k8s.", "/", ".").Replace(strings.TrimPrefix(name, "#/"))
	for _, prefix := range []string{
		"io.k8s.apimachinery.pkg.apis.", "io.k8s.apimachinery.pkg.api.", "io.k8s.apimachinery.pkg.util.",
		"io.k8s.apimachinery.pkg.", "io.k8s.api.",
	} {
		if short, ok := strings.CutPrefix(name, prefix); ok {
			return short
		}
	}
	return name
}

// nodeOf converts one schema to a Node. It exits for a construct that a Node cannot describe, so that a new one is noticed.
func nodeOf(where string, s spec.Schema) Node {
	if ref := s.Ref.String(); ref != "" {
		name := shortName(ref)
		if kind, ok := scalars[name]; ok {
			return Node{Type: kind}
		}
		return Node{Type: "ref", Ref: name}
	}
	if len(s.AllOf) == 1 {
		return nodeOf(where, s.AllOf[0])
	}
	if intOrString, _ := s.Extensions["x-kubernetes-int-or-string"].(bool); intOrString {
		return Node{Type: "int-or-string"}
	}
	if len(s.Type) != 1 {
		log.Fatalf("%s: type %v", where, s.Type)
	}
	node := Node{Type: s.Type[0], Format: s.Format}
	for _, value := range s.Enum {
		node.Enum = append(node.Enum, value.(string))
	}
	slices.Sort(node.Enum)
	switch {
	case node.Type == "array":
		items := nodeOf(where, *s.Items.Schema)
		node.Items = &items
	case node.Type == "object" && s.AdditionalProperties != nil && s.AdditionalProperties.Schema != nil:
		values := nodeOf(where, *s.AdditionalProperties.Schema)
		node.Type, node.Items = "map", &values
	case len(s.Properties) > 0:
		log.Fatalf("%s: an object without a name of its own", where)
	}
	return node
}

// fieldOf converts the schema of a member of an object to a Field.
func fieldOf(where string, s spec.Schema, required bool) Field {
	field := Field{Node: nodeOf(where, s), Required: required}
	// Ignore a default that is a zero value of Go, because the generator writes one for every required field.
	if s.Default != nil && !isZero(s.Default) {
		field.Default = s.Default
	}
	if field.Type == "array" {
		kind, _ := s.Extensions["x-kubernetes-list-type"].(string)
		keys, _ := s.Extensions["x-kubernetes-list-map-keys"].([]interface{})
		for _, key := range keys {
			field.MergeKeys = append(field.MergeKeys, key.(string))
		}
		// Older versions name the key only for strategic merge.
		if key, ok := s.Extensions["x-kubernetes-patch-merge-key"].(string); ok && kind != "map" && field.Items.Type == "ref" {
			field.MergeKeys = []string{key}
		}
		field.Set = kind == "set"
	}
	return field
}

// isZero returns whether a default is the zero value of its type or an empty object.
func isZero(value any) bool {
	v := reflect.ValueOf(value)
	return v.IsZero() || v.Kind() == reflect.Map && v.Len() == 0
}

func main() {
	log.SetFlags(0)
	if len(os.Args) > 1 {
		customTable(os.Args[1:]).print()
		return
	}
	definitions := map[string]common.OpenAPIDefinition{}
	ref := func(name string) spec.Ref { return spec.MustCreateRef("#/" + strings.ReplaceAll(name, "#/", "")) }
	for name, definition := range openapi.GetOpenAPIDefinitions(ref) {
		definitions[shortName(name)] = definition
	}

	table := newTable()
	var pending []string
	for _, kind := range emitted {
		name := typeOf(kind)
		table.Kinds[kind] = name
		pending = append(pending, name)
	}
	top := len(pending)
	for i := 0; i < len(pending); i++ {
		name := pending[i]
		if _, done := table.Types[name]; done {
			continue
		}
		definition, ok := definitions[name]
		if !ok {
			log.Fatalf("no definition of %s", name)
		}
		fields := map[string]Field{}
		for key, property := range definition.Schema.Properties {
			// Leave out the status of a kind, because only the server writes it.
			if key == "status" && i < top {
				continue
			}
			if gate := gateOff(name + "." + key); gate != "" {
				table.Gated[name+"."+key] = gate
				continue
			}
			field := fieldOf(name+"."+key, property, slices.Contains(definition.Schema.Required, key))
			field.Enum = table.ungated(name+"."+key, field.Enum)
			fields[key] = field
			for node := &field.Node; node != nil; node = node.Items {
				if node.Type == "ref" {
					pending = append(pending, node.Ref)
				}
			}
		}
		table.Types[name] = fields
	}
	table.print()
}

// typeOf returns the short name of a kind's type, for example rbac.v1.Role for rbac.authorization.k8s.io/v1/Role.
func typeOf(kind string) string {
	parts := strings.Split(kind, "/")
	if len(parts) == 2 {
		return "core." + strings.Join(parts, ".")
	}
	group, _, _ := strings.Cut(parts[0], ".")
	return group + "." + parts[1] + "." + parts[2]
}
