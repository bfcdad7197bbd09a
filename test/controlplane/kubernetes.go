package main

import (
	"os"
	_ "time/tzdata" // a CronJob may name a time zone, and a slim machine has no zone files

	_ "k8s.io/client-go/plugin/pkg/client/auth"
	"k8s.io/component-base/cli"
	"k8s.io/component-base/logs"
	_ "k8s.io/component-base/logs/json/register"
	_ "k8s.io/component-base/metrics/prometheus/clientgo"
	_ "k8s.io/component-base/metrics/prometheus/version"
	kubectl "k8s.io/kubectl/pkg/cmd"
	kubectlutil "k8s.io/kubectl/pkg/cmd/util"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllermanager "k8s.io/kubernetes/cmd/kube-controller-manager/app"
)

// The three functions below are the bodies of Kubernetes' own main functions. They read os.Args, which main has set,
// and end the process themselves.

func runAPIServer([]string) error {
	os.Exit(cli.Run(apiserver.NewAPIServerCommand()))
	return nil
}

func runControllerManager([]string) error {
	os.Exit(cli.Run(controllermanager.NewControllerManagerCommand()))
	return nil
}

func runKubectl([]string) error {
	// kubectl logs while it builds its commands, before flags are parsed.
	_, _ = logs.GlogSetter(kubectl.GetLogVerbosity(os.Args))
	if err := cli.RunNoErrOutput(kubectl.NewDefaultKubectlCommand()); err != nil {
		kubectlutil.CheckErr(err)
	}
	os.Exit(0)
	return nil
}
