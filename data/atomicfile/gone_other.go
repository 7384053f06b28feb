//go:build !windows

package atomicfile

import (
	"errors"
	"os"
	"syscall"
)

// gone reports whether no process of this machine has the number.
func gone(process int) bool {
	p, err := os.FindProcess(process)
	if err != nil {
		return true
	}
	return errors.Is(p.Signal(syscall.Signal(0)), os.ErrProcessDone)
}
