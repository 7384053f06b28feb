// Gramscope is a terminal explorer for kernel matrix approximation: it shows
// at once what turning the knobs of a kernel and of its approximations does to
// the error, the stable rank and the cost. See README.md, and `gramscope --help`.
package main

import (
	"gramscope/ui/early" // first: it must run before packages that ask the terminal

	"context"
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
	os.Exit(command.Report(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr), os.Stderr))
}

// run carries out one command line, args without the program's name.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	return command.Run(ctx, approx.Methods(), args, stdin, stdout, stderr)
}
