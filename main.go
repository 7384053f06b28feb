// Gramscope is a terminal explorer for kernel matrix approximation: it shows at once how the parameters of a kernel and
// of its approximations change the error, the stable rank and the cost. See README.md, and `gramscope --help`.
package main

import (
	"gramscope/ui/early" // first: it must run before packages that ask the terminal

	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"

	"gramscope/approx"
	"gramscope/approx/own"
	"gramscope/ui/command"
)

func main() {
	early.Restore()
	debug.SetGCPercent(50)         // most memory is in a few large matrices: a third less of it costs next to nothing
	signal.Ignore(syscall.SIGPIPE) // writing to a closed pipe is an error then, and ends the program quietly
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT}
	if !signal.Ignored(syscall.SIGHUP) { // nohup ignores it
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	os.Exit(command.Report(run(ctx, os.Args[1:], os.Stdin, standardOutput(), os.Stderr), os.Stderr))
}

// standardOutput returns the output for rows. If standard output is closed, the Go runtime replaces it by the null
// device, opened for reading and writing, and rows would be lost: then the writer fails. > /dev/null differs, being
// opened for writing alone. A daemon has all three streams opened like this on purpose.
func standardOutput() io.Writer {
	if isReplaced(os.Stdout) && !(isReplaced(os.Stdin) && isReplaced(os.Stderr)) {
		return closedOutput{}
	}
	return os.Stdout
}

// isReplaced reports whether a stream is the runtime's replacement for a closed one. On Windows
// there is no such replacement, and the null device can't be told from a pipe.
func isReplaced(stream *os.File) bool {
	if runtime.GOOS == "windows" {
		return false
	}
	null, err := os.Stat(os.DevNull)
	if err != nil {
		return false
	}
	info, err := stream.Stat()
	if err != nil || !os.SameFile(null, info) {
		return false
	}
	_, read := stream.Read(make([]byte, 1)) // EOF if the device is open for reading
	_, written := stream.Write(make([]byte, 1))
	return read == io.EOF && written == nil
}

// closedOutput is a standard output that refuses every write.
type closedOutput struct{}

func (closedOutput) Write([]byte) (int, error) {
	return 0, errors.New("standard output is closed, or /dev/null opened for reading and writing: open it as > FILE does")
}

// run runs one command line; args does not include the program's name.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	methods := approx.Methods()
	if len(args) > 0 && !strings.HasPrefix(args[0], "__complete") { // a shell that completes starts no program
		var err error
		if methods, args, err = own.Methods(ctx, methods, args); err != nil {
			return err
		}
	}
	return command.Run(ctx, methods, args, stdin, stdout, stderr)
}
