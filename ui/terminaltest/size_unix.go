//go:build unix

package terminaltest

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// pollable reopens a terminal's file, which pty.Open leaves in blocking mode, so that Close ends a pending Read.
func pollable(t testing.TB, file *os.File) *os.File {
	t.Helper()
	defer file.Close()
	fd, err := unix.FcntlInt(file.Fd(), unix.F_DUPFD_CLOEXEC, 0) // programs on the terminal must not inherit it
	if err == nil {
		err = unix.SetNonblock(fd, true)
	}
	if err != nil {
		t.Fatal(err)
	}
	return os.NewFile(uintptr(fd), file.Name())
}

// resize changes the size of the window. SyscallConn, unlike Fd, keeps the file out of blocking mode.
func resize(file *os.File, columns, rows int) error {
	raw, err := file.SyscallConn()
	if err != nil {
		return err
	}
	set := raw.Control(func(fd uintptr) {
		err = unix.IoctlSetWinsize(int(fd), unix.TIOCSWINSZ, &unix.Winsize{Row: uint16(rows), Col: uint16(columns)})
	})
	return errors.Join(set, err)
}

// Lead makes cmd, in or on x.TTY, the leader of a new session there: keys such as ctrl+c become its signals.
func (x *Terminal) Lead(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if cmd.Stdin != x.TTY {
		cmd.SysProcAttr.Ctty = 1
	}
}
