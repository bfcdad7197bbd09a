// Command controlplane is the Kubernetes control plane of gitdrift's cluster tests: etcd, kube-apiserver,
// kube-controller-manager and kubectl of one version in one binary, because they share nearly all of their code and a
// single link step is what a developer waits for. It also answers questions about Kubernetes' own Go code ("oracles").
package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

// commands maps a name to what runs under it; args exclude the name itself.
var commands = map[string]func(args []string) error{
	"etcd":                    runEtcd,
	"kube-apiserver":          runAPIServer,
	"kube-controller-manager": runControllerManager,
	"kubectl":                 runKubectl,
	"up":                      runUp,
	"oracle":                  runOracle,
	"schema-facts":            runSchemaFacts,
}

var errUsage = errors.New("usage")

func main() {
	name, args := command(os.Args)
	run, known := commands[name]
	if !known {
		fmt.Fprintf(os.Stderr, "controlplane: unknown command %q, expected one of: %s\n", name, strings.Join(commandNames(), ", "))
		os.Exit(2)
	}
	// client-go takes the field manager from the base name of argv[0]; under the binary's own name the writes of the
	// controllers and of kubectl would carry a manager that no real cluster has.
	os.Args = append([]string{name}, args...)
	if err := run(args); err != nil {
		fmt.Fprintf(os.Stderr, "controlplane %s: %v\n", name, err)
		if errors.Is(err, errUsage) {
			os.Exit(2)
		}
		os.Exit(1)
	}
}

// command finds the command in argv: the program's own name where it is started as a command (by a link), else the
// first argument.
func command(argv []string) (string, []string) {
	base := filepath.Base(argv[0])
	if _, known := commands[base]; known {
		return base, argv[1:]
	}
	if len(argv) < 2 {
		return "", nil
	}
	return argv[1], argv[2:]
}

func commandNames() []string {
	names := make([]string, 0, len(commands))
	for name := range commands {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}
