//go:build unix

package terminal

import (
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// Stop stops the process and its group, as ctrl+z does. bubbletea gives the terminal back before Run, and takes it
// again after. It is not tea.Suspend, which waits for a SIGCONT that never comes to a group without a shell above: the
// kernel discards SIGTSTP for these.
type Stop struct {
	Stopped bool // whether the process was stopped
}

func (*Stop) SetStdin(io.Reader)  {}
func (*Stop) SetStdout(io.Writer) {}
func (*Stop) SetStderr(io.Writer) {}

// stopGrace is how long a stop may take: the kernel stops the threads of a process one after the other.
const stopGrace = 100 * time.Millisecond

// Run returns when the process goes on, or at once if nothing stops it.
func (s *Stop) Run() error {
	on := make(chan os.Signal, 1)
	signal.Notify(on, syscall.SIGCONT)
	defer signal.Stop(on)
	if err := syscall.Kill(0, syscall.SIGTSTP); err != nil {
		return err
	}
	for range 2 { // the time that a stop takes has passed when the process goes on, and SIGCONT may come after it
		select {
		case <-on:
			s.Stopped = true
			return nil
		case <-time.After(stopGrace):
		}
	}
	return nil
}
