//go:build long

package command_test

import (
	"os/exec"
	"strings"
	"testing"

	"gramscope/ui/terminaltest"
)

// TestScreensOnTerminal goes through all screens while they compute and the window
// changes its size, down to one that holds nothing.
func TestScreensOnTerminal(t *testing.T) {
	terminaltest.Run(t, "all screens",
		exec.Command(built(t, t.TempDir()), strings.Fields("--methods nystrom,bka --reps 20 --n 300")...),
		func(x *terminaltest.Terminal) {
			x.WaitFor("runs")
			for _, name := range []string{"1 Explore", "2 Spectrum", "3 Points", "4 Matrix", "5 Stream", "6 Regression",
				"7 Lessons"} {
				x.Press(name[:1] + "+") // which turns γ: the work starts anew
				x.Resize(80, 24)
				x.WaitFor(name)
				x.Resize(10, 3)
				x.WaitFor("30×8")
				x.Press("++")
				x.Resize(40, 12)
				x.WaitFor(name[:1] + " ") // there is room for one pane
				x.Resize(160, 50)
				x.WaitFor("gramscope " + name)
			}
			x.Press("\r") // a lesson, beside its screen
			x.Resize(100, 30)
			x.WaitFor("Block or low rank")
			x.Resize(60, 16)
			x.WaitFor("Block or")
			x.Press("q")
		})
}
