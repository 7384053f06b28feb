//go:build !unix

package own

import (
	"context"
	"io"
	"os/exec"
	"strings"
)

// grouped returns a command, of which Windows ends the first process only.
func grouped(ctx context.Context, command, argument string) (*exec.Cmd, io.Closer, error) {
	words := append(strings.Fields(command), argument)
	return exec.CommandContext(ctx, words[0], words[1:]...), io.NopCloser(nil), nil
}

func endGroup(*exec.Cmd) {}

// isAlive says so of every process, so that no folder of another one is removed.
func isAlive(int) bool { return true }
