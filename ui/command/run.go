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

	"gramscope/data/legible"
	"gramscope/model"
)

// program holds the methods and streams that every command uses.
type program struct {
	methods        []model.Method
	stdin          io.Reader
	stdout, stderr io.Writer // for text; on a terminal, stdout escapes control characters
	screen         io.Writer // the unfiltered standard output, for the explorer

	stopped bool     // whether "stopping" has been printed
	noted   []string // the notes printed so far
}

// command is one of the program's commands. The explorer's name is empty.
type command struct {
	name, args, title string
	run               func(*program, context.Context, command, []string) error
	takes             []values // what completes its arguments; the last is for all that follow if args ends with ...

	describe func(f *flags, more []string) // called instead of writing the help if not nil
}

// usage returns the command line's form: program, command and arguments.
func (c command) usage() string {
	text := "gramscope "
	if c.name != "" {
		text += c.name + " "
	}
	return strings.TrimSuffix(text+c.args, " ")
}

// commands lists all commands. The first is the explorer, which runs if no other
// command is named.
func commands() []command {
	return []command{
		{name: "", args: "[flags] [DATA]", takes: []values{dataset()}, run: (*program).explore,
			title: "explore DATA on screen: a file, - for standard input, or a built-in set"},
		{name: "sweep", args: "[flags] [DATA]", takes: []values{dataset()}, run: (*program).sweep,
			title: "run the explorer's experiment without a screen, and write a row for each run"},
		{name: "tune", args: "[flags] [DATA]", takes: []values{dataset()}, run: (*program).tune,
			title: "find the method, its m, γ and μ that predict best for their cost, also as code for scikit-learn"},
		{name: "fit", args: "[flags] --out MODEL.json DATA", takes: []values{dataset()}, run: (*program).fit,
			title: "fit a regression or a classifier to DATA, and save the model to a file"},
		{name: "predict", args: "[flags] MODEL.json DATA", takes: []values{aFile(), aFile()}, run: (*program).predict,
			title: "predict the rows of DATA with a model of `gramscope fit`, one prediction per line"},
		{name: "view", args: "[flags] RESULTS.csv...", takes: []values{aFile()}, run: (*program).view,
			title: "show the results of earlier or remote sweeps in the explorer's charts, without computing"},
		{name: "plot", args: "[flags] RESULTS.csv...", takes: []values{aFile()}, run: (*program).plot,
			title: "draw the results of sweeps as a figure for a paper: SVG, PDF, PNG or LaTeX"},
		{name: "methods", args: "[flags] [NAME]", takes: []values{{words: anyMethod}}, run: (*program).listMethods,
			title: "list the methods by family, describe one, or name the three to try first on data"},
		{name: "data", args: "[flags] [DATA]", takes: []values{dataset()}, run: (*program).describeData,
			title: "list the built-in sets, or describe DATA: rows, columns, target, ranges, problems"},
		{name: "reproduce", args: "[NAME] [--check] [--svg FILE]", takes: []values{{words: paperWords}}, run: (*program).reproduce,
			title: "run the experiments of the papers that the methods come from, and say whether their claims hold"},
		{name: "lesson", args: "[NAME|FILE] [--check|--answers]", takes: []values{{words: lessonWords, paths: files}, aFile()}, run: (*program).lesson,
			title: "take a guided tour of the theory, or check its claim on the numbers"},
		{name: "completion", args: "SHELL", takes: []values{oneOf(shells()...)}, run: (*program).completion,
			title: "write the script that completes command lines in bash, zsh, fish or powershell"},
		{name: "man", run: (*program).manual,
			title: "write the manual page"},
	}
}

// named lists the commands that have a name: all but the explorer.
func named() []command { return commands()[1:] }

// limitMemory sets the garbage collector's limit for --max-memory. Near the limit the
// collector runs more often, so that the process stays below it.
func limitMemory(bytes int64) { debug.SetMemoryLimit(model.CollectorLimit(bytes)) }

// Run runs one command line; args does not include the program's name. Wrong usage is
// an error that [Report] recognises. After ctx is cancelled Run writes the finished
// results and returns. A computation that does not check ctx may continue in the
// background; it writes nothing and ends with the program.
func Run(ctx context.Context, methods []model.Method, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1)) // undo limitMemory
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
		case "--version", "-version", "version":
			_, err := fmt.Fprintln(p.stdout, "gramscope", version())
			return err
		case "help":
			return p.explain(ctx, args[1:])
		case "complete": // for the scripts of `gramscope completion`
			return p.complete(args[1:])
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

// note prints a note to standard error, unless it has been printed before.
func (p *program) note(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(p.noted, text) {
		p.noted = append(p.noted, text)
		p.say("note: " + text)
	}
}

// say writes a line to standard error and ignores errors.
func (p *program) say(line string) {
	fmt.Fprintln(p.stderr, legible.Message(line))
}

// isTerminal reports whether a stream is a terminal, directly or behind a
// [legible.Writer].
func isTerminal(stream any) bool {
	if w, ok := stream.(*legible.Writer); ok {
		stream = w.To()
	}
	f, ok := stream.(*os.File)
	return ok && isatty.IsTerminal(f.Fd())
}

// isScreen reports whether a stream is a terminal that understands escape sequences.
func isScreen(stream any) bool { return isTerminal(stream) && !isDumb() }

// isDumb reports whether TERM says that the terminal understands no escape sequences.
func isDumb() bool { return os.Getenv("TERM") == "dumb" }
