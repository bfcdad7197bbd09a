// Compares pairs of objects with gitops-engine. Reads lines of {"config", "live", "serverSideApply"}, writes lines of
// {"modified", "live", "predicted"} or {"error"}. Status is left out of both, as Argo CD's shipped settings do.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"

	openapi_v2 "github.com/google/gnostic-models/openapiv2"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/managedfields"
	"k8s.io/kube-openapi/pkg/util/proto"

	"github.com/argoproj/argo-cd/gitops-engine/v3/pkg/diff"
)

type question struct {
	Config, Live    map[string]any
	ServerSideApply bool
}

type answer struct {
	Modified  bool            `json:"modified"`
	Error     string          `json:"error,omitempty"`
	Live      json.RawMessage `json:"live,omitempty"`
	Predicted json.RawMessage `json:"predicted,omitempty"`
}

type withoutStatus struct{}

func (withoutStatus) Normalize(object *unstructured.Unstructured) error {
	delete(object.Object, "status")
	return nil
}

func main() {
	parser := parserOf(os.Args[1])
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(make([]byte, 1<<20), 1<<26)
	out := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		var asked question
		must(json.Unmarshal(lines.Bytes(), &asked))
		must(out.Encode(compare(asked, parser)))
	}
}

func compare(asked question, parser *managedfields.GvkParser) (said answer) {
	defer func() {
		if fault := recover(); fault != nil {
			said = answer{Error: fmt.Sprint("panic: ", fault)}
		}
	}()
	config := &unstructured.Unstructured{Object: asked.Config}
	live := &unstructured.Unstructured{Object: asked.Live}
	result, err := diff.Diff(context.Background(), config, live,
		diff.WithNormalizer(withoutStatus{}),
		diff.WithStructuredMergeDiff(asked.ServerSideApply),
		diff.WithGVKParser(parser),
		diff.WithManager("argocd-controller"))
	if err != nil {
		return answer{Error: err.Error()}
	}
	return answer{Modified: result.Modified, Live: result.NormalizedLive, Predicted: result.PredictedLive}
}

func parserOf(swagger string) *managedfields.GvkParser {
	text, err := os.ReadFile(swagger)
	must(err)
	document, err := openapi_v2.ParseDocument(text)
	must(err)
	models, err := proto.NewOpenAPIData(document)
	must(err)
	parser, err := managedfields.NewGVKParser(models, false)
	must(err)
	return parser
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
