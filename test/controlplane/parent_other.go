//go:build !linux

package main

import "syscall"

// boundToParent has no equivalent outside Linux: there, children outlive a parent that is killed with SIGKILL.
func boundToParent() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{}
}
