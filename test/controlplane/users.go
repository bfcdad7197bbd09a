package main

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
)

const (
	tokensFile                      = "tokens.csv"
	adminKubeconfigFile             = "kubeconfig"
	restrictedKubeconfigFile        = "kubeconfig-restricted"
	controllerManagerKubeconfigFile = "kubeconfig-controller-manager"

	contextName = "gitdrift-test"
)

// user is somebody the API server knows by a token, with the kubeconfig that holds it.
type user struct {
	name, group, kubeconfigFile, token string
}

// newUsers makes an administrator (first in the list), a user without rights, and the controller manager with the name
// that RBAC's built-in bindings know.
func newUsers() []user {
	return []user{
		{"admin", "system:masters", adminKubeconfigFile, newToken()},
		{"restricted", "", restrictedKubeconfigFile, newToken()},
		{"system:kube-controller-manager", "", controllerManagerKubeconfigFile, newToken()},
	}
}

// writeUsers writes the token file of the API server at `server` and one kubeconfig a user.
func writeUsers(dir, server string, caPEM []byte, users []user) error {
	var tokens strings.Builder
	for _, u := range users {
		fmt.Fprintf(&tokens, "%s,%s,%s,%q\n", u.token, u.name, u.name, u.group)
		if err := clientcmd.WriteToFile(kubeconfig(server, caPEM, u), filepath.Join(dir, u.kubeconfigFile)); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(dir, tokensFile), []byte(tokens.String()), 0o600)
}

func kubeconfig(server string, caPEM []byte, u user) clientcmdapi.Config {
	config := clientcmdapi.NewConfig()
	config.Clusters[contextName] = &clientcmdapi.Cluster{Server: server, CertificateAuthorityData: caPEM}
	config.AuthInfos[u.name] = &clientcmdapi.AuthInfo{Token: u.token}
	config.Contexts[contextName] = &clientcmdapi.Context{Cluster: contextName, AuthInfo: u.name}
	config.CurrentContext = contextName
	return *config
}

func newToken() string {
	secret := make([]byte, 16)
	_, _ = rand.Read(secret) // never fails, by its contract
	return hex.EncodeToString(secret)
}
