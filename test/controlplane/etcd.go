package main

import (
	"flag"
	"fmt"
	"net/url"

	"go.etcd.io/etcd/server/v3/embed"
)

// runEtcd serves a single etcd member until the process is killed.
func runEtcd(args []string) error {
	flags := flag.NewFlagSet("etcd", flag.ContinueOnError)
	dataDir := flags.String("data-dir", "", "folder of the database")
	client := flags.String("client-url", "", "where clients connect")
	peer := flags.String("peer-url", "", "where other members would connect; etcd insists on one")
	if err := flags.Parse(args); err != nil {
		return fmt.Errorf("%w: %v", errUsage, err)
	}
	clientURL, err := url.Parse(*client)
	if err != nil {
		return err
	}
	peerURL, err := url.Parse(*peer)
	if err != nil {
		return err
	}

	config := embed.NewConfig()
	config.Dir = *dataDir
	config.ListenClientUrls, config.AdvertiseClientUrls = []url.URL{*clientURL}, []url.URL{*clientURL}
	config.ListenPeerUrls, config.AdvertisePeerUrls = []url.URL{*peerURL}, []url.URL{*peerURL}
	config.InitialCluster = config.InitialClusterFromName(config.Name)
	config.LogLevel = "error"
	// Nothing outlives the test run, so durability would only cost time.
	config.UnsafeNoFsync = true

	server, err := embed.StartEtcd(config)
	if err != nil {
		return err
	}
	defer server.Close()
	return <-server.Err()
}
