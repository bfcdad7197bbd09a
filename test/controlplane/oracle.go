package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/itchyny/gojq"
	goyaml "go.yaml.in/yaml/v2"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	kubeyaml "k8s.io/apimachinery/pkg/util/yaml"
	kubejson "sigs.k8s.io/json"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
	"sigs.k8s.io/yaml"
)

// oracles answer one question each the way Kubernetes' own code does: one JSON value in, one out.
var oracles = map[string]func(question []byte) (any, error){
	"yaml":      answerYAML,
	"documents": answerDocuments,
	"quantity":  answerQuantity,
	"scalar":    answerScalar,
	"fieldset":  answerFieldSet,
	"jq":        answerJQ,
}

// runOracle answers each line of standard input with a line of JSON on standard output, in order; {"error": text} where
// the question has no answer. Each answer is written at once, so that a caller may ask one by one.
func runOracle(args []string) error {
	if len(args) != 1 || oracles[args[0]] == nil {
		return fmt.Errorf("%w: oracle yaml|documents|quantity|scalar|fieldset|jq", errUsage)
	}
	answer := oracles[args[0]]
	in := bufio.NewReader(os.Stdin)
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	for {
		line, readErr := in.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			result, err := answer(line)
			if err != nil {
				result = map[string]string{"error": err.Error()}
			}
			if err := out.Encode(result); err != nil {
				return err
			}
		}
		if errors.Is(readErr, io.EOF) {
			return nil
		}
		if readErr != nil {
			return readErr
		}
	}
}

// answerYAML reads {"yaml": text} of one document as kubectl does. The JSON stays text, so that integers beyond 2^53
// reach the caller as they are.
func answerYAML(question []byte) (any, error) {
	var q struct{ YAML string }
	if err := json.Unmarshal(question, &q); err != nil {
		return nil, err
	}
	text, err := yaml.YAMLToJSON([]byte(q.YAML))
	return map[string]string{"json": string(text)}, err
}

// answerDocuments reads {"yaml": text} of a whole file as kubectl does: cut at the separators, JSON tried first where a
// brace begins it, null documents left out. "rest" says that a document ends before its part of the file does: go-yaml
// never looks at what follows.
func answerDocuments(question []byte) (any, error) {
	var q struct{ YAML string }
	if err := json.Unmarshal(question, &q); err != nil {
		return nil, err
	}
	documents := []string{}
	decoder := kubeyaml.NewYAMLOrJSONDecoder(strings.NewReader(q.YAML), 4096)
	for {
		var document runtime.RawExtension
		if err := decoder.Decode(&document); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		if text := bytes.TrimSpace(document.Raw); len(text) > 0 && string(text) != "null" {
			documents = append(documents, string(text))
		}
	}
	rest, err := hasRest(q.YAML)
	return map[string]any{"documents": documents, "rest": rest}, err
}

func hasRest(text string) (bool, error) {
	parts := kubeyaml.NewYAMLReader(bufio.NewReader(strings.NewReader(text)))
	for {
		part, err := parts.Read()
		if errors.Is(err, io.EOF) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		decoder := goyaml.NewDecoder(bytes.NewReader(part))
		var document any
		if decoder.Decode(&document) == nil && !errors.Is(decoder.Decode(&document), io.EOF) {
			return true, nil
		}
	}
}

// answerScalar gives {"type": type, "text": text} as the API server writes a text of that type back: "time",
// "micro-time", "duration" or "bytes".
func answerScalar(question []byte) (any, error) {
	var q struct{ Type, Text string }
	if err := json.Unmarshal(question, &q); err != nil {
		return nil, err
	}
	types := map[string]any{"time": &metav1.Time{}, "micro-time": &metav1.MicroTime{}, "duration": &metav1.Duration{}, "bytes": &[]byte{}}
	value := types[q.Type]
	if value == nil {
		return nil, fmt.Errorf("unknown type %q", q.Type)
	}
	text, err := json.Marshal(q.Text)
	if err != nil {
		return nil, err
	}
	if err := kubejson.UnmarshalCaseSensitivePreserveInts(text, value); err != nil {
		return nil, err
	}
	return map[string]any{"stored": value}, nil
}

// answerQuantity gives {"text": quantity} in the form in which the API server writes it.
func answerQuantity(question []byte) (any, error) {
	var q struct{ Text string }
	if err := json.Unmarshal(question, &q); err != nil {
		return nil, err
	}
	quantity, err := resource.ParseQuantity(q.Text)
	if err != nil {
		return nil, err
	}
	return map[string]string{"canonical": quantity.String()}, nil
}

// answerFieldSet lists the members of {"fieldsV1": …}, each as structured-merge-diff prints it, in its order.
func answerFieldSet(question []byte) (any, error) {
	var q struct{ FieldsV1 json.RawMessage }
	if err := json.Unmarshal(question, &q); err != nil {
		return nil, err
	}
	var set fieldpath.Set
	if err := set.FromJSON(bytes.NewReader(q.FieldsV1)); err != nil {
		return nil, err
	}
	paths := []string{}
	set.Iterate(func(path fieldpath.Path) { paths = append(paths, path.String()) })
	return map[string][]string{"paths": paths}, nil
}

// answerJQ runs {"filter": jq, "input": value} with the implementation that Argo CD uses for jqPathExpressions.
func answerJQ(question []byte) (any, error) {
	var q struct {
		Filter string
		Input  any
	}
	if err := json.Unmarshal(question, &q); err != nil {
		return nil, err
	}
	query, err := gojq.Parse(q.Filter)
	if err != nil {
		return nil, err
	}
	outputs := []any{}
	for results := query.Run(q.Input); ; {
		value, more := results.Next()
		if !more {
			return map[string][]any{"outputs": outputs}, nil
		}
		if err, failed := value.(error); failed {
			return nil, err
		}
		outputs = append(outputs, value)
	}
}
