package main

import (
	"os"
	"path/filepath"
)

const (
	auditPolicyFile = "audit-policy.yaml"
	auditLogFile    = "audit.log"
)

// Writes with their bodies, which is the most that a real audit log can tell; reads, leases and events would only
// drown them. Two namespaces are logged at the lower levels, for tests of what a log can tell there.
const auditPolicy = `apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived]
rules:
  - level: None
    verbs: [get, list, watch]
  - level: None
    resources:
      - group: coordination.k8s.io
        resources: [leases]
      - group: ""
        resources: [events]
      - group: events.k8s.io
        resources: [events]
  - level: Metadata
    namespaces: [audit-metadata]
  - level: Request
    namespaces: [audit-request]
  - level: RequestResponse
`

func writeAuditPolicy(dir string) error {
	return os.WriteFile(filepath.Join(dir, auditPolicyFile), []byte(auditPolicy), 0o600)
}
