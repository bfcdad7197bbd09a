package main

import (
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
)

// kubectlCache ends the name of the folder, beside a kubeconfig, where kubectl.ts lets kubectl keep its cache.
const kubectlCache = "-cache"

// endRequested delivers once, when standard input is closed (whoever started us has gone) or on a signal.
func endRequested() <-chan struct{} {
	end := make(chan struct{}, 1)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	closed := make(chan struct{})
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		close(closed)
	}()
	go func() {
		select {
		case <-signals:
		case <-closed:
		}
		end <- struct{}{}
	}()
	return end
}

// removeMade removes what the servers and we have written, and dir itself if nothing else is in it: it may be a folder
// that somebody else keeps things in.
func removeMade(dir string) {
	names := []string{
		etcdDir, servingCertificateFile, servingKeyFile, serviceAccountKeyFile, tokensFile, auditPolicyFile, auditLogFile,
		adminKubeconfigFile, restrictedKubeconfigFile, controllerManagerKubeconfigFile,
		adminKubeconfigFile + kubectlCache, restrictedKubeconfigFile + kubectlCache,
		"etcd.log", "kube-apiserver.log", "kube-controller-manager.log",
	}
	for _, name := range names {
		_ = os.RemoveAll(filepath.Join(dir, name))
	}
	_ = os.Remove(dir)
}
