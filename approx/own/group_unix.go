//go:build unix

package own

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"syscall"
)

// watched runs a command in its group of processes, which a watcher ends when the other end of its pipe closes.
const watched = `{ read -r _; kill -KILL 0; } <&3 3<&- >/dev/null 2>&1 & exec 3<&-; exec `

// grouped returns a command in a group of its own, which lives until held is closed, at the latest until this process dies.
func grouped(ctx context.Context, command, argument string) (c *exec.Cmd, held io.Closer, err error) {
	theirs, ours, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	c = exec.CommandContext(ctx, "sh", "-c", watched+command+` "$1"`, "sh", argument)
	c.ExtraFiles = []*os.File{theirs}
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { endGroup(c); return nil }
	return c, closers{theirs, ours}, nil
}

type closers []io.Closer

func (list closers) Close() error {
	var errs []error
	for _, c := range list {
		errs = append(errs, c.Close())
	}
	return errors.Join(errs...)
}

// endGroup ends what is left of a command's group.
func endGroup(c *exec.Cmd) {
	if c.Process != nil {
		syscall.Kill(-c.Process.Pid, syscall.SIGKILL) // an error says that the group has ended
	}
}

// isAlive reports whether a process runs.
func isAlive(pid int) bool { return !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) }
