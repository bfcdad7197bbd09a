package main

import (
	"path/filepath"
	"strings"

	"k8s.io/component-base/version"
)

// controllers are those that write fields gitdrift has to attribute, or that a namespace needs to live and die. Not the
// garbage collector: it watches every kind, and no test waits for it.
var controllers = []string{
	"clusterrole-aggregation-controller",
	"cronjob-controller",
	"daemonset-controller",
	"deployment-controller",
	"disruption-controller",
	"endpointslice-controller",
	"horizontal-pod-autoscaler-controller",
	"job-controller",
	"namespace-controller",
	"persistentvolume-binder-controller",
	"replicaset-controller",
	"resourcequota-controller",
	"serviceaccount-controller",
	"statefulset-controller",
	"ttl-after-finished-controller",
}

const etcdDir = "etcd"

func etcdFlags(dir, clientURL, peerURL string) []string {
	return []string{
		"--data-dir=" + filepath.Join(dir, etcdDir),
		"--client-url=" + clientURL,
		"--peer-url=" + peerURL,
	}
}

func apiServerFlags(dir, etcdURL, port string, audit bool) []string {
	file := func(name string) string { return filepath.Join(dir, name) }
	flags := []string{
		"--etcd-servers=" + etcdURL,
		"--bind-address=127.0.0.1",
		"--secure-port=" + port,
		// Never connected to. Without it the server looks for a network interface, and a machine may have none.
		"--advertise-address=192.0.2.1",
		"--endpoint-reconciler-type=none",
		"--cert-dir=" + dir,
		"--tls-cert-file=" + file(servingCertificateFile),
		"--tls-private-key-file=" + file(servingKeyFile),
		"--service-cluster-ip-range=10.96.0.0/16",
		"--service-account-issuer=https://kubernetes.default.svc",
		"--service-account-signing-key-file=" + file(serviceAccountKeyFile),
		"--service-account-key-file=" + file(serviceAccountKeyFile),
		"--authorization-mode=RBAC",
		"--token-auth-file=" + file(tokensFile),
		// It would refuse a Pod until the controller manager has made the namespace's account.
		"--disable-admission-plugins=ServiceAccount",
	}
	if version.Get().Minor == "34" {
		// Beta and off there; served by default from 1.36 on.
		flags = append(flags,
			"--feature-gates=MutatingAdmissionPolicy=true",
			"--runtime-config=admissionregistration.k8s.io/v1beta1=true")
	}
	if audit {
		flags = append(flags, "--audit-policy-file="+file(auditPolicyFile), "--audit-log-path="+file(auditLogFile))
	}
	return flags
}

func controllerManagerFlags(dir string) []string {
	return []string{
		"--kubeconfig=" + filepath.Join(dir, controllerManagerKubeconfigFile),
		"--service-account-private-key-file=" + filepath.Join(dir, serviceAccountKeyFile),
		// As on a real cluster: each controller is its own user, which is what an audit log shows.
		"--use-service-account-credentials=true",
		"--leader-elect=false",
		"--secure-port=0",
		"--controllers=" + strings.Join(controllers, ","),
		// 15 s by default; a test would wait that long for an autoscaler to notice its workload.
		"--horizontal-pod-autoscaler-sync-period=1s",
	}
}
