package command

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"github.com/mattn/go-isatty"

	"gramscope/model"
)

// program is what every command works with.
type program struct {
	methods        []model.Method
	stdin          io.Reader
	stdout, stderr io.Writer
}

// command is one of the program's commands. The explorer has no name.
type command struct {
	name, args, title string
	run               func(*program, context.Context, command, []string) error
}

// usage is how the command is called.
func (c command) usage() string {
	text := "gramscope "
	if c.name != "" {
		text += c.name + " "
	}
	return text + c.args
}

// commands lists all commands. The first is the explorer, which runs where no
// other is named.
func commands() []command {
	return []command{
		{"", "[flags] [DATA]", "the explorer on DATA: a file, - for standard input, or a built-in set", (*program).explore},
		{"sweep", "[flags] [DATA]", "the same experiment without a screen: rows on standard output as they finish", (*program).sweep},
		{"tune", "[flags] [DATA]", "the γ and μ that predict best, by cross-validation, and the same settings for scikit-learn", (*program).tune},
		{"sufficient", "[flags] [DATA]", "the smallest m at which regression on an approximation is as good as the exact one", (*program).sufficient},
		{"fit", "[flags] --out MODEL.json DATA", "a regression or classification of DATA, kept in a file", (*program).fit},
		{"predict", "[flags] MODEL.json DATA", "the predictions of such a model for the rows of DATA, one a line", (*program).predict},
		{"view", "[flags] RESULTS.csv...", "the results of earlier or remote sweeps in the explorer's charts, without computing", (*program).view},
		{"methods", "[NAME]", "the methods, with their parameters and references", (*program).listMethods},
		{"data", "[flags] [DATA]", "the built-in sets; or what DATA holds: rows, columns, target, ranges, problems", (*program).describeData},
		{"lesson", "[NAME] [--check]", "guided tours, with claims that are checked on the numbers", (*program).lesson},
	}
}

// named are the commands that are called by a name.
func named() []command { return commands()[1:] }

// ownMemory is what the program takes without data, in bytes.
const ownMemory = 32 << 20

// holdTo tells the garbage collector of --max-memory: where that is near it runs as
// often as it must for the process to stay below, and takes longer.
func holdTo(bytes int64) { debug.SetMemoryLimit(bytes + ownMemory) }

// Run carries out one command line, args without the program's name. A wrong
// one is a usage error, see [Report].
func Run(ctx context.Context, methods []model.Method, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1)) // what holdTo changes
	p := &program{methods, stdin, stdout, stderr}
	if len(args) > 0 {
		switch args[0] {
		case "--version", "-version":
			_, err := fmt.Fprintln(stdout, "gramscope", version())
			return err
		case "help":
			args = append(args[1:len(args):len(args)], "--help")
		}
	}
	if len(args) > 0 {
		for _, c := range named() {
			if args[0] == c.name {
				return c.run(p, ctx, c, args[1:])
			}
		}
	}
	explorer := commands()[0]
	return explorer.run(p, ctx, explorer, args)
}

// version is that of the module or of the commit it was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown version)"
	}
	text := info.Main.Version
	if text == "" {
		text = "(devel)"
	}
	return text + " " + info.GoVersion
}

// note tells the user something that is no error.
func (p *program) note(format string, args ...any) {
	fmt.Fprintf(p.stderr, "note: "+format+"\n", args...)
}

// isTerminal reports whether a stream is a terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && isatty.IsTerminal(f.Fd())
}
