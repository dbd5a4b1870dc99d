package main

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// server is an API server. No client library is used, so that the test sees each answer unchanged.
type server struct {
	base  string
	token string
	http  *http.Client
	// The key is "apiVersion/Kind".
	resources map[string]apiResource
}

type apiResource struct {
	Name       string `json:"name"`
	Kind       string `json:"kind"`
	Namespaced bool   `json:"namespaced"`
}

// answer is the server's answer to one request.
type answer struct {
	code     int
	body     object
	warnings []string
}

// connect reads the address and the credentials from the directory that control-plane.sh has made.
func connect(dir string) (*server, error) {
	read := func(name string) string {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			fmt.Fprintln(os.Stderr, "judge:", err)
			os.Exit(2)
		}
		return strings.TrimSpace(string(data))
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM([]byte(read("ca.crt")))
	api := &server{
		base:      "https://" + read("address") + ":6443",
		http:      &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}}},
		resources: map[string]apiResource{},
	}
	for _, line := range strings.Split(read("tokens.csv"), "\n") {
		if fields := strings.Split(line, ","); fields[1] == "admin" {
			api.token = fields[0]
		}
	}
	return api, nil
}

// call sends one request and returns the answer. A refusal is an answer, not an error.
func (s *server) call(method, path string, query url.Values, contentType string, body any) (answer, error) {
	var payload io.Reader
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			return answer{}, err
		}
		payload = bytes.NewReader(data)
	}
	request, err := http.NewRequest(method, s.base+path+"?"+query.Encode(), payload)
	if err != nil {
		return answer{}, err
	}
	request.Header.Set("Authorization", "Bearer "+s.token)
	request.Header.Set("Content-Type", contentType)
	response, err := s.http.Do(request)
	if err != nil {
		return answer{}, err
	}
	defer response.Body.Close()
	result := answer{code: response.StatusCode, warnings: response.Header.Values("Warning")}
	decoder := json.NewDecoder(response.Body)
	decoder.UseNumber()
	return result, decoder.Decode(&result.body)
}

// path returns the URL path of the collection of an object, and whether the server has its kind.
func (s *server) path(o object) (string, bool, error) {
	version := o.text("apiVersion")
	root := "/apis/" + version
	if !strings.Contains(version, "/") {
		root = "/api/" + version
	}
	if _, known := s.resources[version+"/"]; !known {
		got, err := s.call("GET", root, nil, "application/json", nil)
		if err != nil {
			return "", false, err
		}
		s.resources[version+"/"] = apiResource{}
		list, _ := got.body["resources"].([]any)
		for _, entry := range list {
			one := object(entry.(map[string]any))
			if !strings.Contains(one.text("name"), "/") {
				namespaced, _ := one["namespaced"].(bool)
				s.resources[version+"/"+one.text("kind")] = apiResource{one.text("name"), one.text("kind"), namespaced}
			}
		}
	}
	kind, known := s.resources[version+"/"+o.text("kind")]
	if !known {
		return "", false, nil
	}
	if kind.Namespaced {
		namespace := o.text("metadata", "namespace")
		if namespace == "" {
			return "", false, fmt.Errorf("%s has no namespace", o.name())
		}
		root += "/namespaces/" + namespace
	}
	return root + "/" + kind.Name, true, nil
}

// judgement returns the faults that an answer shows: a refusal, and each warning.
func judgement(o object, act string, got answer) []string {
	var faults []string
	for _, warning := range got.warnings {
		faults = append(faults, fmt.Sprintf("%s: %s: warning: %s", o.name(), act, warning))
	}
	if got.code >= 300 {
		faults = append(faults, fmt.Sprintf("%s: %s: %d %s", o.name(), act, got.code, got.body.text("message")))
	}
	return faults
}
