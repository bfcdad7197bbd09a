package main

import "syscall"

// boundToParent makes the kernel kill a child when the thread that started it ends, so that a killed test run leaves
// no servers behind. The caller must stay on its thread (runtime.LockOSThread).
func boundToParent() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}
