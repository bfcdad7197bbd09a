package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// child is one server process of ours.
type child struct {
	name    string
	logFile string
	process *os.Process
	exited  chan struct{} // closed once the process has ended
}

// children are the servers that were started, in that order.
type children []*child

// start adds one more server, see startChild.
func (cs *children) start(dir, name string, args []string) error {
	c, err := startChild(dir, name, args)
	if err == nil {
		*cs = append(*cs, c)
	}
	return err
}

// stop ends all at once: their data is thrown away, so there is nothing to shut down in order.
func (cs children) stop() {
	for _, c := range cs {
		_ = c.process.Kill()
		<-c.exited
	}
}

// waitForEnd returns nil when the end was asked for, and an error when a server ended without being asked.
func (cs children) waitForEnd(end <-chan struct{}) error {
	ended := make(chan *child, len(cs))
	for _, c := range cs {
		go func() {
			<-c.exited
			ended <- c
		}()
	}
	select {
	case <-end:
		return nil
	case c := <-ended:
		return c.failure()
	}
}

// startChild runs this same binary as the command `name`, with its output in DIR/<name>.log. Must be called from a
// goroutine that is locked to its thread, see boundToParent.
func startChild(dir, name string, args []string) (*child, error) {
	binary, err := os.Executable()
	if err != nil {
		return nil, err
	}
	logFile := filepath.Join(dir, name+".log")
	log, err := os.OpenFile(logFile, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	process := &exec.Cmd{
		Path:        binary,
		Args:        append([]string{name}, args...),
		Stdout:      log,
		Stderr:      log,
		SysProcAttr: boundToParent(),
	}
	if err := process.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", name, err)
	}
	started := &child{name: name, logFile: logFile, process: process.Process, exited: make(chan struct{})}
	go func() {
		_ = process.Wait()
		close(started.exited)
	}()
	return started, nil
}

// failure describes an unexpected end by the last lines of the log, since the log itself may be removed.
func (c *child) failure() error {
	text, _ := os.ReadFile(c.logFile)
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return fmt.Errorf("%s ended unexpectedly; its last lines:\n%s", c.name, strings.Join(lines[max(0, len(lines)-15):], "\n"))
}
