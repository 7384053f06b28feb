//go:build unix

package terminaltest

import (
	"errors"
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

// pollable is the same file, which closes at once although something is being read
// from it: opening the terminal has left it in blocking mode.
func pollable(t testing.TB, file *os.File) *os.File {
	t.Helper()
	defer file.Close()
	fd, err := unix.FcntlInt(file.Fd(), unix.F_DUPFD_CLOEXEC, 0) // no program on the terminal shall hold it open
	if err == nil {
		err = unix.SetNonblock(fd, true)
	}
	if err != nil {
		t.Fatal(err)
	}
	return os.NewFile(uintptr(fd), file.Name())
}

// resize gives the window another size. It takes the file's Control, and not its Fd,
// which would leave it in blocking mode again.
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
