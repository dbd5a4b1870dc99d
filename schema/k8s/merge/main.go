// merge combines the field tables that extract printed for several Kubernetes versions, and prints one table:
//
//	merge 1.30=FILE 1.31=FILE ...     oldest version first
//
// An entry that only some versions have gets `since` (the first of them) or `until` (the last of them). Without these, all versions have it.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
)

// Field is one field of a type. The first six members are those of extract.
type Field struct {
	Type      string          `json:"type"`
	Ref       string          `json:"ref,omitempty"`
	Items     json.RawMessage `json:"items,omitempty"`
	Format    string          `json:"format,omitempty"`
	Default   json.RawMessage `json:"default,omitempty"`
	MergeKeys []string        `json:"mergeKeys,omitempty"`
	Set       bool            `json:"set,omitempty"`

	DefaultSince string `json:"defaultSince,omitempty"`

	Required      bool   `json:"required,omitempty"`
	RequiredSince string `json:"requiredSince,omitempty"`
	RequiredUntil string `json:"requiredUntil,omitempty"`

	Enum      []string          `json:"enum,omitempty"`
	EnumSince map[string]string `json:"enumSince,omitempty"`
	EnumUntil map[string]string `json:"enumUntil,omitempty"`

	Since string `json:"since,omitempty"`
	Until string `json:"until,omitempty"`
	// Gate is the feature gate that is off by default before Since.
	Gate string `json:"gate,omitempty"`
}

type Table struct {
	Kinds map[string]string           `json:"kinds"`
	Types map[string]map[string]Field `json:"types"`
	Gated map[string]string           `json:"gated"`
}

// rangeOf returns the first and the last version for which holds is true. Either is "" at the end of the whole range. It exits if there is a
// gap between them, because since and until cannot describe one.
func rangeOf(what string, versions []string, holds func(i int) bool) (since, until string) {
	first, last := -1, -1
	for i := range versions {
		if !holds(i) {
			continue
		}
		if first < 0 {
			first = i
		} else if last != i-1 {
			log.Fatalf("%s: gone and back again at %s", what, versions[i])
		}
		last = i
	}
	if first > 0 {
		since = versions[first]
	}
	if last < len(versions)-1 {
		until = versions[last]
	}
	return since, until
}

// mergeField combines one field of all versions. It is nil for the versions that do not have it.
func mergeField(what string, versions []string, fields []*Field) Field {
	var merged Field
	for i, field := range fields {
		if field == nil {
			continue
		}
		plain := *field
		plain.Required, plain.Enum = false, nil
		before := merged
		before.Enum, before.DefaultSince = nil, ""
		if merged.Type != "" && before.Default == nil && plain.Default != nil {
			before.Default, merged.DefaultSince = plain.Default, versions[i]
		}
		if merged.Type != "" && !reflect.DeepEqual(before, plain) {
			log.Fatalf("%s: differs at %s in what the table can't say:\n%+v\n%+v", what, versions[i], before, plain)
		}
		plain.Enum, plain.DefaultSince = merged.Enum, merged.DefaultSince
		merged = plain
		for _, value := range field.Enum {
			if !slices.Contains(merged.Enum, value) {
				merged.Enum = append(merged.Enum, value)
			}
		}
	}
	slices.Sort(merged.Enum)
	merged.Since, merged.Until = rangeOf(what, versions, func(i int) bool { return fields[i] != nil })

	required := func(i int) bool { return fields[i] != nil && fields[i].Required }
	if slices.ContainsFunc(fields, func(f *Field) bool { return f != nil && f.Required }) {
		merged.Required = true
		merged.RequiredSince, merged.RequiredUntil = rangeOf(what+" required", versions, required)
		// A field cannot be required in a version that does not have it, so its own range need not be repeated.
		if merged.RequiredSince == merged.Since {
			merged.RequiredSince = ""
		}
		if merged.RequiredUntil == merged.Until {
			merged.RequiredUntil = ""
		}
	}
	for _, value := range merged.Enum {
		since, until := rangeOf(what+" "+value, versions, func(i int) bool {
			// A version that lists no values accepts any.
			return fields[i] != nil && (len(fields[i].Enum) == 0 || slices.Contains(fields[i].Enum, value))
		})
		if since != "" && since != merged.Since {
			if merged.EnumSince == nil {
				merged.EnumSince = map[string]string{}
			}
			merged.EnumSince[value] = since
		}
		if until != "" && until != merged.Until {
			if merged.EnumUntil == nil {
				merged.EnumUntil = map[string]string{}
			}
			merged.EnumUntil[value] = until
		}
	}
	return merged
}

// checkGates exits if a field without a feature gate was added to a type of an earlier version. Kubernetes adds such fields only behind a
// gate, so the list in extract/gates.go is incomplete.
func checkGates(name string, versions []string, fields map[string]Field) {
	first := len(versions)
	for _, field := range fields {
		first = min(first, max(0, slices.Index(versions, field.Since)))
	}
	for key, field := range fields {
		if field.Gate == "" && slices.Index(versions, field.Since) > first {
			log.Fatalf("%s.%s came in %s: name its feature gate in extract/gates.go", name, key, field.Since)
		}
	}
}

// line returns the JSON of a value on one line, without escaping <, > and &.
func line(value any) string {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		log.Fatal(err)
	}
	return strings.TrimSpace(out.String())
}

// block writes {"key": value, ...}, sorted, one key per line.
func block(out *bytes.Buffer, indent string, keys []string, value func(key string)) {
	out.WriteString("{")
	for i, key := range keys {
		if i > 0 {
			out.WriteString(",")
		}
		fmt.Fprintf(out, "\n%s  %s: ", indent, line(key))
		value(key)
	}
	if len(keys) > 0 {
		out.WriteString("\n" + indent)
	}
	out.WriteString("}")
}

func main() {
	log.SetFlags(0)
	var versions []string
	var tables []Table
	for _, argument := range os.Args[1:] {
		version, path, _ := strings.Cut(argument, "=")
		data, err := os.ReadFile(path)
		if err != nil {
			log.Fatal(err)
		}
		var table Table
		if err := json.Unmarshal(data, &table); err != nil {
			log.Fatalf("%s: %v", path, err)
		}
		versions, tables = append(versions, version), append(tables, table)
	}
	if len(tables) == 0 {
		log.Fatal("usage: merge MINOR=FILE...")
	}

	types := map[string]map[string]Field{}
	for _, table := range tables {
		for name, fields := range table.Types {
			if types[name] == nil {
				types[name] = map[string]Field{}
			}
			for key := range fields {
				types[name][key] = Field{}
			}
		}
	}
	for name, fields := range types {
		for key := range fields {
			all := make([]*Field, len(tables))
			for i, table := range tables {
				if field, ok := table.Types[name][key]; ok {
					all[i] = &field
				}
			}
			merged := mergeField(name+"."+key, versions, all)
			for _, table := range tables {
				if gate := table.Gated[name+"."+key]; gate != "" {
					merged.Gate = gate
				}
			}
			fields[key] = merged
		}
	}

	for name, fields := range types {
		checkGates(name, versions, fields)
	}

	// List what no version keeps by default separately. So the compiler can tell it from a name that does not exist.
	gated := map[string]string{}
	for _, table := range tables {
		for what, gate := range table.Gated {
			gated[what] = gate
		}
	}
	maps.DeleteFunc(gated, func(what, _ string) bool {
		field, value, isValue := strings.Cut(what, "=")
		dot := strings.LastIndex(field, ".")
		kept, known := types[field[:dot]][field[dot+1:]]
		return known && (!isValue || slices.Contains(kept.Enum, value))
	})

	var out bytes.Buffer
	fmt.Fprintf(&out, "{\n  \"versions\": %s,\n  \"kinds\": ", line(versions))
	kinds := tables[0].Kinds
	block(&out, "  ", slices.Sorted(maps.Keys(kinds)), func(key string) { out.WriteString(line(kinds[key])) })
	out.WriteString(",\n  \"gated\": ")
	block(&out, "  ", slices.Sorted(maps.Keys(gated)), func(key string) { out.WriteString(line(gated[key])) })
	out.WriteString(",\n  \"types\": ")
	block(&out, "  ", slices.Sorted(maps.Keys(types)), func(name string) {
		fields := types[name]
		block(&out, "    ", slices.Sorted(maps.Keys(fields)), func(key string) { out.WriteString(line(fields[key])) })
	})
	out.WriteString("\n}\n")
	os.Stdout.Write(out.Bytes())
}
