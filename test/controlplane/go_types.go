package main

import (
	"encoding/json"
	"reflect"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	openapi "k8s.io/kube-openapi/pkg/util"
)

// selfEncoding has the types whose JSON is not what their Go structure says, where they need a name of their own.
var selfEncoding = map[reflect.Type]string{
	reflect.TypeFor[resource.Quantity]():  "quantity",
	reflect.TypeFor[metav1.Time]():        "time",
	reflect.TypeFor[metav1.MicroTime]():   "time",
	reflect.TypeFor[metav1.Duration]():    "duration",
	reflect.TypeFor[intstr.IntOrString](): "intorstring",
}

// encoding is what the JSON of a value of the type looks like, in the words of fieldFacts.Kind.
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

// dereference is what a pointer type points to, and any other type itself.
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
