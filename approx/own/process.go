package own

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

const outputLimit = 1 << 20 // bytes of standard output that are kept

// tail keeps the beginning of a stream, or its end.
type tail struct {
	bytes.Buffer
	isEnd bool
}

func (t *tail) Write(p []byte) (int, error) {
	t.Buffer.Write(p[:min(len(p), max(0, outputLimit-t.Len()))])
	if t.isEnd && t.Len() == outputLimit {
		t.Next(outputLimit / 2)
	}
	return len(p), nil
}

// execute runs a command with one argument more and returns its standard output. It ends the command and all processes
// that it has started when ctx ends, when the command ends, and when this process dies. An error has the last lines
// of standard error.
func execute(ctx context.Context, command, argument string) (string, error) {
	c, held, err := grouped(ctx, command, argument)
	if err != nil {
		return "", err
	}
	defer held.Close()
	stdout, stderr := &tail{}, &tail{isEnd: true}
	c.Stdout, c.Stderr, c.WaitDelay = stdout, stderr, time.Second
	err = c.Run()
	endGroup(c)
	switch {
	case ctx.Err() != nil:
		return "", errors.New("was ended: " + ctx.Err().Error())
	case err != nil && !errors.Is(err, exec.ErrWaitDelay):
		return "", fmt.Errorf("failed (%v)%s", err, lastLines(stderr.String()))
	}
	return stdout.String(), nil
}

// lastLines returns the last three lines of a text after a colon, "" if there are none.
func lastLines(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if text = strings.Join(lines[max(0, len(lines)-3):], "; "); text == "" {
		return ""
	}
	return ": " + strings.ToValidUTF8(text[max(0, len(text)-300):], "")
}

const folderPrefix = "gramscope-own-"

// folderName is the pattern of the folders of this process.
func folderName() string { return folderPrefix + strconv.Itoa(os.Getpid()) + "-*" }

// removeLeft removes the folders of processes that were killed.
func removeLeft() {
	folders, _ := filepath.Glob(filepath.Join(os.TempDir(), folderPrefix+"*"))
	for _, folder := range folders {
		pid, _, _ := strings.Cut(strings.TrimPrefix(filepath.Base(folder), folderPrefix), "-")
		if number, err := strconv.Atoi(pid); err == nil && number > 0 && !isAlive(number) {
			os.RemoveAll(folder)
		}
	}
}
