package terminaltest

import (
	"os"
	"os/exec"
	"testing"
	"time"
)

// Run runs a program on a new terminal of 120×40 while drive presses its
// keys, and checks that it ends well and leaves the terminal as it was.
func Run(t *testing.T, name string, cmd *exec.Cmd, drive func(*Terminal)) {
	t.Run(name, func(t *testing.T) {
		x := New(t, 120, 40)
		before := x.Settings()
		cmd.Env = append(cmd.Environ(), "TERM=xterm-256color", "LC_ALL=C.UTF-8", "NO_COLOR=")
		cmd.Stdin, cmd.Stdout, cmd.Stderr = x.TTY, x.TTY, x.TTY
		x.Lead(cmd)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		watchdog := time.AfterFunc(10*time.Minute, func() { cmd.Process.Kill() })
		defer watchdog.Stop()
		defer cmd.Process.Kill()
		drive(x)
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
		if after := x.Settings(); after != before {
			t.Errorf("terminal before %q, after %q", before, after)
		}
		x.WaitFor("\x1b[?1049l") // the normal screen is back
		x.WaitFor("\x1b[?25h")   // with its cursor
	})
}

// WithOwnState runs the tests of a package, whose explorers keep nothing in the user's state folder, and returns the
// exit status.
func WithOwnState(m *testing.M) int {
	state, err := os.MkdirTemp("", "gramscope-state-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(state)
	os.Setenv("XDG_STATE_HOME", state)
	return m.Run()
}
