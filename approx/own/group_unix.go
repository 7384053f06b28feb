//go:build unix

package own

import (
	"context"
	"os"
	"os/exec"
	"syscall"
)

// watched runs a command in its group of processes, which a watcher ends when the other end of its pipe closes.
const watched = `{ read -r _; kill -KILL 0; } <&3 3<&- >/dev/null 2>&1 & exec 3<&-; exec `

// words returns a command of the shell with one argument more.
func words(ctx context.Context, command, argument string) *exec.Cmd {
	return exec.CommandContext(ctx, "sh", "-c", watched+command+` "$1"`, "sh", argument)
}

// start starts a command in a group of its own, which lives until end, at the latest until this process dies.
func start(c *exec.Cmd) (end func(), err error) {
	theirs, ours, err := os.Pipe()
	if err != nil {
		return func() {}, err
	}
	c.ExtraFiles = []*os.File{theirs}
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
	err = c.Start()
	theirs.Close()
	return func() {
		if c.Process != nil {
			c.Cancel() // an error says that the group has ended
		}
		ours.Close()
	}, err
}
