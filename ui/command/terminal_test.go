package command_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"gramscope/approx"
	"gramscope/ui/command"
	"gramscope/ui/terminaltest"
)

// on runs a command line on the terminal and gives what came to it. Where it opens
// a screen, q ends it, once the screen shows a hostile name as text.
func on(t *testing.T, p *terminaltest.Terminal, screen bool, args []string) (shown, said string) {
	t.Helper()
	before := len(p.Shown())
	var errs bytes.Buffer
	ended := make(chan error, 1)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	go func() { ended <- command.Run(ctx, approx.Methods(), args, p.TTY, p.TTY, &errs) }()
	for deadline := time.Now().Add(time.Minute); screen; time.Sleep(10 * time.Millisecond) {
		if text := p.Shown()[before:]; strings.Contains(text, `\x1b]0;owned`) {
			break
		}
		if len(ended) > 0 || time.Now().After(deadline) {
			t.Errorf("%q shows no screen with the name: %q", args, p.Shown()[before:])
			break
		}
	}
	if screen {
		p.Press("q")
	}
	err := <-ended
	fmt.Fprint(p.TTY, "that was all")
	for !strings.Contains(p.Shown()[before:], "that was all") {
		time.Sleep(time.Millisecond)
	}
	command.Report(err, &errs)
	shown, _, _ = strings.Cut(p.Shown()[before:], "that was all")
	return strings.ReplaceAll(shown, "\r\n", "\n"), errs.String()
}
