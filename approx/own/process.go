package own

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// tail keeps the last bytes of a stream.
type tail []byte

func (t *tail) Write(p []byte) (int, error) {
	*t = append(*t, p...)
	*t = (*t)[max(0, len(*t)-1<<20):] // append copies these bytes alone where it makes room
	return len(p), nil
}

// execute runs a command with one argument more and returns its standard output. It ends the command and all processes
// that it has started when ctx ends, after the limit, when the command ends, and when this process dies. An error has
// the last lines of standard error.
func execute(ctx context.Context, limit time.Duration, command, argument string) (string, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, limit, fmt.Errorf("took longer than %v", limit))
	defer cancel()
	var stdout, stderr tail
	c := words(ctx, command, argument)
	c.Stdout, c.Stderr, c.WaitDelay = &stdout, &stderr, time.Second
	end, err := start(c)
	if err == nil {
		err = c.Wait()
	}
	end()
	switch {
	case ctx.Err() != nil:
		return "", context.Cause(ctx)
	case err != nil && !errors.Is(err, exec.ErrWaitDelay):
		lines := strings.Split(strings.TrimSpace(strings.ToValidUTF8(string(stderr), "")), "\n")
		said := strings.Join(lines[max(0, len(lines)-3):], "; ")
		return "", fmt.Errorf("failed (%v): %.300s", err, cmp.Or(said, "nothing on standard error"))
	}
	return string(stdout), nil
}

const folderPrefix = "gramscope-own-" // then the process, and a random number

// removeLeft removes the folders of processes that were killed.
func removeLeft() {
	folders, _ := filepath.Glob(filepath.Join(os.TempDir(), folderPrefix+"*"))
	for _, folder := range folders {
		pid := 0
		if fmt.Sscanf(filepath.Base(folder), folderPrefix+"%d-", &pid); pid > 0 && !isAlive(pid) {
			os.RemoveAll(folder)
		}
	}
}
