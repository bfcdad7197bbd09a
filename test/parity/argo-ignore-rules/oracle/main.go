// Removes what ignore rules name from objects, as Argo CD does: jq expressions by gojq's del(), pointers by a JSON patch
// of one removal. Reads lines of {"object", "pointer"} or {"object", "expression"}, writes lines of {"object"} or {"error"}.
package main

import (
	"bufio"
	"encoding/json"
	"os"

	jsonpatch "github.com/evanphx/json-patch"
	"github.com/itchyny/gojq"
)

type question struct {
	Object              map[string]any
	Pointer, Expression string
}

type answer struct {
	Object any    `json:"object,omitempty"`
	Error  string `json:"error,omitempty"`
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(make([]byte, 1<<20), 1<<26)
	out := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		var asked question
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			panic(err)
		}
		if err := out.Encode(ask(asked)); err != nil {
			panic(err)
		}
	}
}

func ask(asked question) answer {
	if asked.Expression == "" {
		return byPointer(asked)
	}
	query, err := gojq.Parse("del(" + asked.Expression + ")")
	if err != nil {
		return answer{Error: "invalid: " + err.Error()}
	}
	code, err := gojq.Compile(query)
	if err != nil {
		return answer{Error: "invalid: " + err.Error()}
	}
	results := code.Run(asked.Object)
	first, ok := results.Next()
	if !ok {
		return answer{Error: "no result"}
	}
	if err, isError := first.(error); isError {
		return answer{Error: err.Error()}
	}
	if _, more := results.Next(); more {
		return answer{Error: "several results"}
	}
	return answer{Object: first}
}

func byPointer(asked question) answer {
	document, err := json.Marshal(asked.Object)
	if err != nil {
		return answer{Error: err.Error()}
	}
	text, err := json.Marshal([]map[string]string{{"op": "remove", "path": asked.Pointer}})
	if err != nil {
		return answer{Error: err.Error()}
	}
	patch, err := jsonpatch.DecodePatch(text)
	if err != nil {
		return answer{Error: err.Error()}
	}
	patched, err := patch.Apply(document)
	if err != nil {
		return answer{Error: err.Error()}
	}
	var object any
	if err := json.Unmarshal(patched, &object); err != nil {
		return answer{Error: err.Error()}
	}
	return answer{Object: object}
}
