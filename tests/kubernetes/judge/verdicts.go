package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
)

// admit checks with dry runs that the server would create each object and would accept it by server-side apply. Only the latter checks the
// keys of lists that are merged by a key.
func admit(api *server, objects []object) ([]string, error) {
	var faults []string
	strict := url.Values{"fieldValidation": {"Strict"}}
	dry := url.Values{"fieldValidation": {"Strict"}, "dryRun": {"All"}}
	apply := url.Values{"fieldValidation": {"Strict"}, "dryRun": {"All"}, "fieldManager": {"judge"}, "force": {"true"}}
	// Create the namespace, because a dry run fails if the object's namespace does not exist.
	for _, one := range objects {
		if one.text("kind") == "Namespace" {
			got, err := api.call("POST", "/api/v1/namespaces", strict, "application/json", asApplied(one))
			if err == nil && got.code == 409 {
				// Replace the namespace of an earlier output. Its Pod Security labels would apply to the pods of this one.
				got, err = api.call("PUT", "/api/v1/namespaces/"+one.text("metadata", "name"), strict, "application/json", asApplied(one))
			}
			if err != nil {
				return nil, err
			}
			faults = append(faults, judgement(one, "create", got)...)
		}
	}
	for _, one := range objects {
		path, known, err := api.path(one)
		if err != nil {
			return nil, err
		}
		if !known {
			faults = append(faults, fmt.Sprintf("%s: the server knows no such kind", one.name()))
			continue
		}
		if one.text("kind") != "Namespace" {
			got, err := api.call("POST", path, dry, "application/json", one)
			if err != nil {
				return nil, err
			}
			faults = append(faults, judgement(one, "create", got)...)
		}
		got, err := api.call("PATCH", path+"/"+one.text("metadata", "name"), apply, "application/apply-patch+yaml", one)
		if err != nil {
			return nil, err
		}
		faults = append(faults, judgement(one, "apply", got)...)
	}
	return faults, nil
}

// asApplied adds the annotation that `kubectl apply` adds to an object.
func asApplied(one object) object {
	note, err := json.Marshal(one)
	if err != nil {
		panic(err) // it came out of a decoder
	}
	metadata := maps.Clone(one["metadata"].(map[string]any))
	annotations, _ := metadata["annotations"].(map[string]any)
	annotations = maps.Clone(annotations)
	if annotations == nil {
		annotations = map[string]any{}
	}
	annotations["kubectl.kubernetes.io/last-applied-configuration"] = string(note)
	metadata["annotations"] = annotations
	noted := maps.Clone(one)
	noted["metadata"] = metadata
	return noted
}

// stored reads every object from the server, and returns the fields that were dropped or rewritten.
func stored(api *server, objects []object) ([]string, error) {
	var faults []string
	for _, one := range objects {
		path, known, err := api.path(one)
		if err != nil {
			return nil, err
		}
		if !known {
			faults = append(faults, fmt.Sprintf("%s: the server knows no such kind", one.name()))
			continue
		}
		got, err := api.call("GET", path+"/"+one.text("metadata", "name"), nil, "application/json", nil)
		if err != nil {
			return nil, err
		}
		if refused := judgement(one, "read", got); len(refused) > 0 {
			faults = append(faults, refused...)
			continue
		}
		for _, fault := range compare("", map[string]any(one), map[string]any(got.body), true) {
			faults = append(faults, one.name()+": stored"+fault)
		}
	}
	return faults, nil
}

// wipe deletes the objects. It removes finalizers, because no controller runs that would. It keeps namespaces, which would never be deleted
// without a controller and do not affect the next output.
func wipe(api *server, objects []object) ([]string, error) {
	var faults []string
	now := url.Values{"gracePeriodSeconds": {"0"}, "propagationPolicy": {"Background"}}
	for _, one := range objects {
		path, known, err := api.path(one)
		if err != nil {
			return nil, err
		}
		if !known || one.text("kind") == "Namespace" {
			continue
		}
		path += "/" + one.text("metadata", "name")
		got, err := api.call("DELETE", path, now, "application/json", nil)
		if err != nil {
			return nil, err
		}
		if got.code != 404 {
			faults = append(faults, judgement(one, "delete", got)...)
		}
		none := map[string]any{"metadata": map[string]any{"finalizers": nil}}
		if _, err := api.call("PATCH", path, nil, "application/merge-patch+json", none); err != nil {
			return nil, err
		}
	}
	return faults, nil
}
