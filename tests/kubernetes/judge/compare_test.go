package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// document parses one document. The test fails if it cannot be parsed.
func document(t *testing.T, text string) object {
	t.Helper()
	read, err := decode([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return read
}

func TestStoredDiffersOnlyByAdditions(t *testing.T) {
	for _, c := range []struct{ name, sent, stored, fault string }{
		{"equal", `spec: {replicas: 1}`, `spec: {replicas: 1}`, ""},
		{"a default is added", `spec: {replicas: 1}`, `spec: {replicas: 1, paused: true}`, ""},
		{"a field is dropped", `spec: {hostUsers: false}`, `spec: {}`, ".spec.hostUsers: false is gone"},
		{"a field is rewritten", `spec: {replicas: 1}`, `spec: {replicas: 2}`, ".spec.replicas: 1 became 2"},
		{"a number becomes text", `spec: {port: 80}`, `spec: {port: "80"}`, `.spec.port: 80 became "80"`},
		{"an entry is added", `spec: {args: [a]}`, `spec: {args: [a, b]}`, `.spec.args: ["a"] became ["a","b"]`},
		{"an entry is rewritten", `spec: {args: [a, b]}`, `spec: {args: [a, c]}`, `.spec.args[1]: "b" became "c"`},
		{"an entry gets a default", `spec: {ports: [{port: 1}]}`, `spec: {ports: [{port: 1, protocol: TCP}]}`, ""},
		{"a quantity in another spelling", `resources: {limits: {memory: 1024Mi, cpu: "0.5"}}`, `resources: {limits: {memory: 1Gi, cpu: 500m}}`, ""},
		{"a quantity changed", `resources: {limits: {memory: 1G}}`, `resources: {limits: {memory: 1Gi}}`, `.resources.limits.memory: "1G" became "1Gi"`},
		{"text that only looks like a quantity", `env: [{value: 1024Mi}]`, `env: [{value: 1Gi}]`, `.env[0].value: "1024Mi" became "1Gi"`},
		{"an object becomes null", `spec: {emptyDir: {}}`, `spec: {emptyDir: null}`, `.spec.emptyDir: {} became null`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var want []string
			if c.fault != "" {
				want = []string{c.fault}
			}
			sent, stored := map[string]any(document(t, c.sent)), map[string]any(document(t, c.stored))
			if got := compare("", sent, stored, true); !slices.Equal(got, want) {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

func TestSameNeedsTheSameObjects(t *testing.T) {
	write := func(text string) string {
		path := filepath.Join(t.TempDir(), "stream.yaml")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const one = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: one}\ndata: {a: b, c: d}\n"
	const two = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: two}\n"
	const reordered = "kind: ConfigMap\ndata: {c: d, a: b}\nmetadata: {name: one}\napiVersion: v1\n"
	const more = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: one}\ndata: {a: b, c: d, e: f}\n"
	for _, c := range []struct {
		name, a, b string
		faults     int
	}{
		{"another order", one + "---\n" + two, two + "---\n" + reordered, 0},
		{"an object less", one + "---\n" + two, one, 1},
		{"an object more", one, one + "---\n" + two, 1},
		{"a member more", one, more, 1},
	} {
		got, err := same(write(c.a), write(c.b))
		if err != nil || len(got) != c.faults {
			t.Errorf("%s: %q, %v", c.name, got, err)
		}
	}
	if _, err := same(write(one+"---\n"+one), write(one)); err == nil {
		t.Error("an object that is there twice was not noticed")
	}
	if _, err := decode([]byte("a: 1\na: 2\n")); err == nil {
		t.Error("a key that is there twice was not noticed")
	}
}
