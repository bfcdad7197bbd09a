package main

import (
	"context"
	"fmt"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
)

// startTimeout is far above the seconds that a start takes, for machines that are busy with other things.
const startTimeout = 2 * time.Minute

// newClient is a client with the rights of the kubeconfig.
func newClient(kubeconfigFile string) (*kubernetes.Clientset, error) {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfigFile)
	if err != nil {
		return nil, err
	}
	return kubernetes.NewForConfig(config)
}

// condition is something that becomes true of the cluster some time after it was asked for.
type condition func(context.Context, *kubernetes.Clientset) bool

// ready reports whether the API server has finished all that it does at its start, default roles included.
func ready(ctx context.Context, client *kubernetes.Clientset) bool {
	return client.Discovery().RESTClient().Get().AbsPath("/readyz").Do(ctx).Error() == nil
}

// controllersRun reports whether the controller manager works: the first thing it leaves is this service account.
func controllersRun(ctx context.Context, client *kubernetes.Clientset) bool {
	_, err := client.CoreV1().ServiceAccounts("default").Get(ctx, "default", metav1.GetOptions{})
	return err == nil
}

// await polls the condition until it holds; it fails when one of the servers ends or the time is over.
func await(what string, client *kubernetes.Clientset, condition condition, servers children) error {
	ctx, cancel := context.WithTimeout(context.Background(), startTimeout)
	defer cancel()
	for !condition(ctx, client) {
		for _, c := range servers {
			select {
			case <-c.exited:
				return c.failure()
			default:
			}
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%s not within %s", what, startTimeout)
		case <-time.After(50 * time.Millisecond):
		}
	}
	return nil
}
