package main

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strings"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes/scheme"
	apiregistration "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
)

// fieldFacts is what decides whether a zero value that somebody writes survives in the object that the server returns:
// the Go types alone know it, no OpenAPI document says it.
type fieldFacts struct {
	// OmitEmpty drops false, 0, "", a nil pointer and an empty list or map from the encoded object. It never drops a
	// struct, nor what a pointer points to.
	OmitEmpty bool `json:"omitEmpty"`
	// OmitZero drops a zero struct too.
	OmitZero bool `json:"omitZero,omitempty"`
	Pointer  bool `json:"pointer"`
	// Kind is scalar, struct, slice, map, bytes, or the name of a type that encodes itself: quantity, time,
	// intorstring, duration, raw (any other).
	Kind string `json:"kind"`
}

// typeFacts has the facts of the fields of one Go struct by their JSON names, inlined structs merged in.
type typeFacts map[string]fieldFacts

// runSchemaFacts prints {OpenAPI model name: {field: facts}} of every type that a built-in kind is made of.
func runSchemaFacts([]string) error {
	kinds := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{scheme.AddToScheme, apiextensions.AddToScheme, apiregistration.AddToScheme} {
		if err := add(kinds); err != nil {
			return err
		}
	}
	facts := map[string]typeFacts{}
	for kind, goType := range kinds.AllKnownTypes() {
		if kind.Version != runtime.APIVersionInternal {
			collect(goType, facts)
		}
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetIndent("", " ")
	return encoder.Encode(facts)
}

// collect adds the struct type and all that it reaches.
func collect(t reflect.Type, facts map[string]typeFacts) {
	name := modelName(t)
	if _, seen := facts[name]; seen {
		return
	}
	fields := typeFacts{}
	facts[name] = fields
	addFields(t, fields, facts)
}

func addFields(t reflect.Type, fields typeFacts, facts map[string]typeFacts) {
	for i := range t.NumField() {
		field := t.Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "-" || !field.IsExported() {
			continue
		}
		if name == "" {
			if field.Anonymous {
				addFields(dereference(field.Type), fields, facts)
				continue
			}
			panic(fmt.Sprintf("%s.%s has no JSON name", t, field.Name))
		}
		fields[name] = fieldFacts{
			OmitEmpty: hasOption(options, "omitempty"),
			OmitZero:  hasOption(options, "omitzero"),
			Pointer:   field.Type.Kind() == reflect.Pointer,
			Kind:      encoding(dereference(field.Type)),
		}
		collectInside(field.Type, facts)
	}
}

// collectInside finds the structs below lists, maps and pointers.
func collectInside(t reflect.Type, facts map[string]typeFacts) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		collectInside(t.Elem(), facts)
	case reflect.Struct:
		if encoding(t) == "struct" {
			collect(t, facts)
		}
	}
}
