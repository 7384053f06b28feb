//go:build !unix

package terminaltest

import (
	"os"
	"os/exec"
	"testing"

	"github.com/creack/pty"
)

func pollable(_ testing.TB, file *os.File) *os.File { return file }

func resize(file *os.File, columns, rows int) error {
	return pty.Setsize(file, &pty.Winsize{Rows: uint16(rows), Cols: uint16(columns)})
}

// Lead is of no use here: New skips the test.
func (x *Terminal) Lead(*exec.Cmd) {}
