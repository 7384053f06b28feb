package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"

	"github.com/mattn/go-isatty"

	"gramscope/data/legible"
	"gramscope/model"
)

// program is what every command works with.
type program struct {
	methods        []model.Method
	stdin          io.Reader
	stdout, stderr io.Writer // for text; on a terminal standard output is made legible
	screen         io.Writer // standard output as it is, for what draws on it

	told  bool     // that the command is stopping
	noted []string // what the user has been told
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
		{"", "[flags] [DATA]", "explore DATA on screen: a file, - for standard input, or a built-in set", (*program).explore},
		{"sweep", "[flags] [DATA]", "run the explorer's experiment without a screen, and write a row for each run", (*program).sweep},
		{"tune", "[flags] [DATA]", "find the γ and μ that predict best by cross-validation, also as code for scikit-learn", (*program).tune},
		{"sufficient", "[flags] [DATA]", "find the smallest m at which regression on an approximation is as good as the exact one", (*program).sufficient},
		{"fit", "[flags] --out MODEL.json DATA", "fit a regression or a classifier to DATA, and keep it in a file", (*program).fit},
		{"predict", "[flags] MODEL.json DATA", "predict the rows of DATA with a model of `gramscope fit`, one prediction per line", (*program).predict},
		{"view", "[flags] RESULTS.csv...", "show the results of earlier or remote sweeps in the explorer's charts, without computing", (*program).view},
		{"methods", "[NAME]", "list the methods, or describe one: formula, parameters, cost, reference", (*program).listMethods},
		{"data", "[flags] [DATA]", "list the built-in sets, or describe DATA: rows, columns, target, ranges, problems", (*program).describeData},
		{"reproduce", "[NAME] [--check] [--svg FILE]", "run the experiments of the papers that the methods come from, and say whether their claims hold", (*program).reproduce},
		{"lesson", "[NAME] [--check]", "take a guided tour of the theory, or check its claim on the numbers", (*program).lesson},
	}
}

// named are the commands that are called by a name.
func named() []command { return commands()[1:] }

// holdTo tells the garbage collector of --max-memory: where that is near it runs as
// often as it must for the process to stay below, and takes longer.
func holdTo(bytes int64) { debug.SetMemoryLimit(model.CollectorLimit(bytes)) }

// Run carries out one command line, args without the program's name. A wrong
// one is a usage error, see [Report]. Once ctx is cancelled it returns as soon as
// what is done has been written. Work that does not look up may go on for a while
// then; it writes nothing any more, and ends with the program at the latest.
func Run(ctx context.Context, methods []model.Method, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1)) // what holdTo changes
	p := &program{methods: methods, stdin: stdin, stdout: stdout, stderr: stderr, screen: stdout}
	if !isTerminal(stdout) {
		return p.run(ctx, args)
	}
	text := legible.NewWriter(stdout)
	p.stdout = text
	return errors.Join(p.run(ctx, args), text.Flush())
}

func (p *program) run(ctx context.Context, args []string) error {
	if len(args) > 0 {
		switch args[0] {
		case "--version", "-version":
			_, err := fmt.Fprintln(p.stdout, "gramscope", version())
			return err
		case "help":
			return p.explain(ctx, args[1:])
		}
	}
	c := commands()[0]
	if len(args) > 0 {
		if i := slices.IndexFunc(named(), func(c command) bool { return c.name == args[0] }); i >= 0 {
			c, args = named()[i], args[1:]
		}
	}
	err := c.run(p, ctx, c, args)
	if err != nil && ctx.Err() != nil {
		p.stopping()
	}
	return err
}

// note tells the user something that is no error, once.
func (p *program) note(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(p.noted, text) {
		p.noted = append(p.noted, text)
		p.say("note: " + text)
	}
}

// say writes a line to standard error. That nobody reads it is no failure.
func (p *program) say(line string) {
	fmt.Fprintln(p.stderr, legible.Message(line))
}

// isTerminal reports whether a stream is a terminal, or a writer of legible lines
// to one.
func isTerminal(stream any) bool {
	if w, ok := stream.(*legible.Writer); ok {
		stream = w.To()
	}
	f, ok := stream.(*os.File)
	return ok && isatty.IsTerminal(f.Fd())
}

// isScreen reports whether a stream is a terminal that takes escape sequences.
func isScreen(stream any) bool { return isTerminal(stream) && !isDumb() }

// isDumb reports whether the terminal is said to show nothing but text.
func isDumb() bool { return os.Getenv("TERM") == "dumb" }
