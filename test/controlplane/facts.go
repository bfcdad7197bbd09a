package main

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strings"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/client-go/kubernetes/scheme"
	apiregistration "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
	openapi "k8s.io/kube-openapi/pkg/util"
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

// selfEncoding has the types whose JSON is not what their Go structure says, where they need a name of their own.
var selfEncoding = map[reflect.Type]string{
	reflect.TypeFor[resource.Quantity]():  "quantity",
	reflect.TypeFor[metav1.Time]():        "time",
	reflect.TypeFor[metav1.MicroTime]():   "time",
	reflect.TypeFor[metav1.Duration]():    "duration",
	reflect.TypeFor[intstr.IntOrString](): "intorstring",
}

func encoding(t reflect.Type) string {
	if kind, known := selfEncoding[t]; known {
		return kind
	}
	if reflect.PointerTo(t).Implements(reflect.TypeFor[json.Marshaler]()) {
		return "raw"
	}
	switch t.Kind() {
	case reflect.Struct:
		return "struct"
	case reflect.Map:
		return "map"
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return "bytes"
		}
		return "slice"
	default:
		return "scalar"
	}
}

// modelName is the name of the type's schema in the server's OpenAPI documents. Types say it themselves since 1.35;
// before, it follows from the package.
func modelName(t reflect.Type) string {
	if model, named := reflect.New(t).Interface().(interface{ OpenAPIModelName() string }); named {
		return model.OpenAPIModelName()
	}
	return openapi.ToRESTFriendlyName(t.PkgPath() + "." + t.Name())
}

func dereference(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}

func hasOption(options, wanted string) bool {
	for option := range strings.SplitSeq(options, ",") {
		if option == wanted {
			return true
		}
	}
	return false
}
