// Package command implements the command line: it parses flags, opens the data, plans the experiment, and either starts
// the explorer (package ui) or writes rows. The caller passes the methods.
//
// The flags of kernel and method parameters are generated from [sweep.Parameters]: a new method needs no code here.
// Flags and DATA may stand in any order after the command's name.
//
// [Run] returns the error. [Report] prints it and returns the exit status: 2 for wrong usage, 1 for other errors, or 0.
package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"

	"gramscope/data/legible"
	"gramscope/model"
)

// program holds the methods and streams that every command uses.
type program struct {
	methods        []model.Method
	args           []string
	stdin          io.Reader
	stdout, stderr io.Writer // for text; on a terminal, stdout escapes control characters
	screen         io.Writer // the unfiltered standard output, for the explorer

	noted    []string // the notes printed so far
	unhelped error    // the error of writing the help
}

func init() { cobra.MousetrapHelpText = "" } // on Windows a click on the program opens the explorer

// root returns the explorer's command with all others below it.
func (p *program) root() *flags {
	root, help := p.explorer(), p.explain()
	all := []*flags{p.sweep(), p.tune(), p.fit(), p.predict(), p.view(), p.plot(), p.listMethods(), p.describeData(),
		p.reproduce(), p.lesson(), p.completion(), p.manual(), help, p.printVersion()}
	for _, f := range all {
		root.AddCommand(f.Command)
	}
	isForShell := len(p.args) > 1 && strings.HasPrefix(p.args[0], cobra.ShellCompRequestCmd)
	for _, f := range append(all, root) {
		f.document()
		for _, flag := range f.all() {
			if isForShell { // otherwise not, since cobra keeps the functions in a global map
				_ = f.RegisterFlagCompletionFunc(flag.Name, f.value(flag.Name).takes.complete)
			}
		}
		f.SetHelpFunc(func(*cobra.Command, []string) {
			p.unhelped = f.help(p.stdout, slices.Contains(f.Flags().Args(), "all"))
		})
	}
	root.SetHelpCommand(help.Command)
	root.SilenceErrors, root.SilenceUsage = true, true
	root.SetOut(p.stdout)
	root.SetErr(p.stderr)
	return root
}

// limitMemory sets the collector's limit for --max-memory. Near it the collector runs more often, to stay below.
func limitMemory(bytes int64) { debug.SetMemoryLimit(model.CollectorLimit(bytes)) }

// Run runs one command line; args does not include the program's name. Wrong usage is an error that [Report]
// recognises. When ctx is cancelled, Run writes the finished results and returns. A computation that does not check ctx
// may continue in the background; it writes nothing and ends with the program.
func Run(ctx context.Context, methods []model.Method, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1)) // undo limitMemory
	if len(args) > 0 && (args[0] == "--version" || args[0] == "-version") {
		args = []string{"version"}
	}
	p := &program{methods: methods, args: args, stdin: stdin, stdout: stdout, stderr: stderr, screen: stdout}
	text := &legible.Writer{To: stdout}
	if isTerminal(stdout) {
		p.stdout = text
	}
	root := p.root()
	root.SetArgs(append([]string{}, args...)) // cobra takes nil for the arguments of the process
	err := errors.Join(root.ExecuteContext(ctx), p.unhelped)
	if err != nil && ctx.Err() != nil { // the end of the program does not wait for work under way
		p.say("gramscope: stopping")
	}
	return errors.Join(err, text.Flush())
}

// isTerminal reports whether a stream is a terminal, directly or behind a [legible.Writer].
func isTerminal(stream any) bool {
	f := fileOf(stream)
	return f != nil && isatty.IsTerminal(f.Fd())
}

// fileOf returns the file of a stream, directly or behind a [legible.Writer]; nil if the stream is not a file.
func fileOf(stream any) *os.File {
	if w, ok := stream.(*legible.Writer); ok {
		stream = w.To
	}
	f, _ := stream.(*os.File)
	return f
}

// isScreen reports whether a stream is a terminal that understands escape sequences.
func isScreen(stream any) bool { return isTerminal(stream) && !isDumb() }

// isDumb reports whether TERM says that the terminal understands no escape sequences.
func isDumb() bool { return os.Getenv("TERM") == "dumb" }

// printVersion is the command that prints the version.
func (p *program) printVersion() *flags {
	f := newFlags("version", "print the version of the program", &takes{})
	f.one("word", func(_ context.Context, word string) error {
		if word != "" {
			return usage(fmt.Sprintf("version takes no argument, and %q is one", word), "leave it out")
		}
		return p.write("gramscope " + version() + "\n")
	})
	return f
}

// version returns the version of the module, which names the commit if there is no tag, and that of Go.
func version() string {
	info, _ := debug.ReadBuildInfo() // which every program of a module has
	return versionOf(info)
}

func versionOf(info *debug.BuildInfo) string {
	text := info.Main.Version
	if text == "" || text == "(devel)" {
		text = "(unrecorded commit)"
	}
	return text + ", " + info.GoVersion
}
