package main

import (
	"log"
	"os"
	"slices"

	"k8s.io/kube-openapi/pkg/validation/spec"
	"sigs.k8s.io/yaml"
)

// definition is the part of a CustomResourceDefinition that the table needs.
type definition struct {
	Spec struct {
		Group    string
		Names    struct{ Kind string }
		Versions []struct {
			Name   string
			Served bool
			Schema struct{ OpenAPIV3Schema spec.Schema }
		}
	}
}

// customTable returns the table of the kinds that the CustomResourceDefinitions in the files define. An object in their schemas has no name
// of its own, so its type has the path of the field as its name, for example monitoring.v1.PodMonitor.spec.
func customTable(files []string) Table {
	table := newTable()
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			log.Fatal(err)
		}
		var crd definition
		if err := yaml.Unmarshal(text, &crd); err != nil {
			log.Fatalf("%s: %v", file, err)
		}
		for _, version := range crd.Spec.Versions {
			if !version.Served {
				continue
			}
			kind := crd.Spec.Group + "/" + version.Name + "/" + crd.Spec.Names.Kind
			table.Kinds[kind] = typeOf(kind)
			table.addCustom(typeOf(kind), version.Schema.OpenAPIV3Schema, true)
		}
	}
	return table
}

// addCustom adds the type of an object, and the types of the objects in it.
func (table Table) addCustom(name string, object spec.Schema, top bool) {
	fields := map[string]Field{}
	for key, property := range object.Properties {
		switch {
		case top && key == "status":
		case top && key == "metadata":
			fields[key] = Field{Node: Node{Type: "ref", Ref: "meta.v1.ObjectMeta"}}
		default:
			table.nameObjects(name+"."+key, &property)
			fields[key] = fieldOf(name+"."+key, property, slices.Contains(object.Required, key))
		}
	}
	table.Types[name] = fields
}

// nameObjects replaces each object with fields in a schema by a reference to a type, which it adds to the table.
func (table Table) nameObjects(name string, s *spec.Schema) {
	switch {
	case len(s.Properties) > 0:
		table.addCustom(name, *s, false)
		*s = spec.Schema{SchemaProps: spec.SchemaProps{Ref: spec.MustCreateRef("#/" + name)}}
	case s.Items != nil && s.Items.Schema != nil:
		table.nameObjects(name, s.Items.Schema)
	case s.AdditionalProperties != nil && s.AdditionalProperties.Schema != nil:
		table.nameObjects(name, s.AdditionalProperties.Schema)
	}
}
