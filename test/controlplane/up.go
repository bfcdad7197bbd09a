package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"k8s.io/component-base/version"
)

// controlPlane is what `up` prints, in one line, once everything runs.
type controlPlane struct {
	Kubeconfig           string `json:"kubeconfig"`
	RestrictedKubeconfig string `json:"restrictedKubeconfig"`
	Server               string `json:"server"`
	Version              string `json:"version"`
	AuditLog             string `json:"auditLog,omitempty"`
	PID                  int    `json:"pid"`
}

// runUp starts all servers, tells where they are, and runs until standard input is closed or a signal asks for the end.
// Then it removes what it made; after a failure the folder stays, for its logs.
func runUp(args []string) error {
	flags := flag.NewFlagSet("up", flag.ContinueOnError)
	dirFlag := flags.String("dir", "", "folder for certificates, kubeconfigs and logs; made if missing")
	audit := flags.Bool("audit", false, "write an audit log of all writes")
	if err := flags.Parse(args); err != nil || *dirFlag == "" {
		return fmt.Errorf("%w: up --dir DIR [--audit]", errUsage)
	}
	dir, err := filepath.Abs(*dirFlag)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}

	end := endRequested()
	var servers children
	runtime.LockOSThread() // see boundToParent
	plane, err := start(dir, *audit, &servers)
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(plane)
	}
	if err == nil {
		err = servers.waitForEnd(end)
	}
	servers.stop()
	if err == nil {
		removeMade(dir)
	}
	return err
}

// start brings up one server after the other, each on what the one before it serves.
func start(dir string, audit bool, servers *children) (*controlPlane, error) {
	ports, err := freePorts(3)
	if err != nil {
		return nil, err
	}
	etcdURL, peerURL, server := "http://127.0.0.1:"+ports[0], "http://127.0.0.1:"+ports[1], "https://127.0.0.1:"+ports[2]
	plane := &controlPlane{
		Kubeconfig:           filepath.Join(dir, adminKubeconfigFile),
		RestrictedKubeconfig: filepath.Join(dir, restrictedKubeconfigFile),
		Server:               server,
		Version:              version.Get().GitVersion,
		PID:                  os.Getpid(),
	}
	if audit {
		plane.AuditLog = filepath.Join(dir, auditLogFile)
	}
	if err := writeFiles(dir, server); err != nil {
		return nil, err
	}
	client, err := newClient(plane.Kubeconfig)
	if err != nil {
		return nil, err
	}

	if err := servers.start(dir, "etcd", etcdFlags(dir, etcdURL, peerURL)); err != nil {
		return nil, err
	}
	if err := servers.start(dir, "kube-apiserver", apiServerFlags(dir, etcdURL, ports[2], audit)); err != nil {
		return nil, err
	}
	if err := await("the API server is ready", client, ready, *servers); err != nil {
		return nil, err
	}
	if err := servers.start(dir, "kube-controller-manager", controllerManagerFlags(dir)); err != nil {
		return nil, err
	}
	return plane, await("the controllers run", client, controllersRun, *servers)
}

// writeFiles writes what the servers read at their start, and the kubeconfigs.
func writeFiles(dir, server string) error {
	caPEM, err := writeCertificates(dir)
	if err != nil {
		return err
	}
	if err := writeUsers(dir, server, caPEM, newUsers()); err != nil {
		return err
	}
	return writeAuditPolicy(dir)
}
