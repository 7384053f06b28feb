// Gramscope is a terminal explorer for kernel matrix approximation: it shows
// at once what turning the knobs of a kernel and of its approximations does to
// the error, the stable rank and the cost. See README.md, and `gramscope --help`.
package main

import (
	"gramscope/ui/early" // first: it must run before packages that ask the terminal

	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"gramscope/approx"
	"gramscope/ui/command"
)

func main() {
	early.Restore()
	debug.SetGCPercent(50)         // most memory is in a few large matrices: a third less of it costs next to nothing
	signal.Ignore(syscall.SIGPIPE) // writing to a closed pipe is an error then, and ends the program quietly
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // nohup means it to be
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	os.Exit(command.Report(run(ctx, os.Args[1:], os.Stdin, standardOutput(), os.Stderr), os.Stderr))
}

// standardOutput is where rows go. A closed one the Go runtime replaces with the
// null device, opened for reading and writing, where they would be lost without a
// word; > /dev/null opens it for writing only. A daemon has all three so opened,
// and means it.
func standardOutput() io.Writer {
	if isReplaced(os.Stdout) && !(isReplaced(os.Stdin) && isReplaced(os.Stderr)) {
		return closedOutput{}
	}
	return os.Stdout
}

// isReplaced tells whether a stream is what the runtime puts in place of a closed
// one.
func isReplaced(stream *os.File) bool {
	null, err := os.Stat(os.DevNull)
	if err != nil {
		return false
	}
	info, err := stream.Stat()
	if err != nil || !os.SameFile(null, info) {
		return false
	}
	_, read := stream.Read(make([]byte, 1)) // in vain, but only an open one says so
	_, written := stream.Write(make([]byte, 1))
	return read == io.EOF && written == nil
}

// closedOutput is a standard output that nothing can be written to.
type closedOutput struct{}

func (closedOutput) Write([]byte) (int, error) {
	return 0, errors.New("standard output is closed, or /dev/null opened for reading and writing, which looks the same: open it for writing, as > FILE does")
}

// run carries out one command line, args without the program's name.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	return command.Run(ctx, approx.Methods(), args, stdin, stdout, stderr)
}
