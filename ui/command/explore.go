package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/model/sweep/memory"
	"gramscope/ui"
	"gramscope/ui/keep"
	"gramscope/ui/look"
	"gramscope/ui/pixel"
	"gramscope/ui/session"
)

// explorer is the command that opens the explorer.
func (p *program) explorer() *flags {
	s, screen := p.explorerFlags()
	s.flags.Long = "A kernel matrix on n points has n² entries, and there are dozens of methods that approximate it with fewer. gramscope runs them on data in a\n" +
		"terminal, and shows how the kernel's width, the number of landmarks and the ridge change the error, the stable rank, the cost and the\n" +
		"regression, each method beside the smallest error that is possible. In the explorer, ? lists the keys.\n\n" +
		"The exit status of all commands is 0 for success, 1 for a failure, 2 for wrong usage."
	s.flags.show("gramscope\ngramscope --target price --methods nystrom,rls housing.csv\ngramscope sweep --over m=20..500:5 housing.csv",
		"methods", "m", "over", "gamma", "mu", "n", "kernel", "target", "session", "continue")
	s.flags.one("DATA", func(ctx context.Context, name string) error { return p.explore(ctx, s, screen, name) })
	return s.flags
}

// explore opens the explorer.
func (p *program) explore(ctx context.Context, s *settings, screen *screenFlags, name string) (err error) {
	if err := p.checkCommand(s.flags, name); err != nil {
		return err
	}
	folder, continued := "", ""
	if !screen.noKeep {
		if folder, err = keep.Folder(); err != nil {
			p.note("%v", err)
		}
	}
	if screen.last {
		if continued, err = screen.lastSession(); err != nil {
			return err
		}
		screen.session = continued
	}
	var resumed *session.Session
	if screen.session != "" {
		if resumed, s, name, err = p.resumed(ctx, screen.session, s.flags, name); err != nil {
			return err
		}
	}
	for _, part := range screen.parts {
		if err := p.checkPart(part, s.spec); err != nil {
			return err
		}
	}
	limitMemory(s.spec.MaxMemory)
	piped := ""
	switch {
	case name == "-":
		piped = "the data"
	case screen.session == "-":
		piped = "the session"
	}
	keys, closeKeys, err := p.keys(piped)
	if err != nil {
		return err
	}
	defer closeKeys()
	source, warnings, err := s.loader.open(ctx, name, p.stdin)
	if err != nil {
		return err
	}
	if memory.Of(source).Table() > largeTable {
		defer debug.SetGCPercent(debug.SetGCPercent(largeTablePercent))
	}
	config, err := p.config(s, screen, resumed, source)
	if err != nil {
		return err
	}
	var earlier *session.Results
	if resumed != nil && resumed.Results != nil {
		earlier = resumed.Results
		warnings = append(warnings, remedy.Notes(earlier.Notes...)...)
	}
	config.Keeper, config.Input, config.Output = keep.New(folder, version(), earlier, continued), keys, p.screen
	config.Warnings = append(warnings, config.Warnings...)
	return ui.Run(ctx, config)
}

// config returns what the explorer opens with on a source, with notes on the flags as its warnings.
func (p *program) config(s *settings, screen *screenFlags, resumed *session.Session, source data.Source) (ui.Config, error) {
	spec, notes, err := s.specFor(source)
	switch {
	case err != nil:
	case resumed != nil:
		err = s.checkResumed(spec, source, screen.session)
	default:
		err = s.check(spec, source)
	}
	if len(spec.Over) == 0 {
		spec.Over = s.defaultAxis(spec)
	}
	return ui.Config{
		Source: source, Spec: spec, Methods: p.methods, Workers: s.workers, Glyphs: screen.glyphs, Theme: screen.theme, Pixels: screen.pixels, Session: resumed, Parts: screen.parts,
		Arguments: p.arguments, LoadOptions: s.loader.options(), Warnings: remedy.Notes(notes...), Version: version(),
	}, err
}

// With a table of more than largeTable bytes the collector lets the memory in use grow by a smaller share
// before it runs. It then runs more often, which costs little: it does not look into numbers.
const (
	largeTable        = 64 << 20
	largeTablePercent = 25
)

// screenFlags holds the flags that only the explorer has.
type screenFlags struct {
	glyphs, theme, session string
	pixels                 string
	last, noKeep           bool
	parts                  []session.Field // of what is shown
}

// define adds the flags of every command that draws on the screen.
func (s *screenFlags) define(f *flags) {
	f.group("screen")
	f.choice("glyphs", "characters that charts are drawn with: auto, braille (curves in dots), line (curves as lines, for projectors) or ascii (default auto: what suits the terminal)", []string{"auto", "braille", "line", "ascii"}, &s.glyphs)
	f.choice("theme", "colours: auto, light, dark, okabe-ito (for dark and light), terminal (its own sixteen) or none (default auto: what suits the terminal)", look.Themes(), &s.theme)
	f.choice("pixels", "charts as pictures in terminals that can: auto, kitty (also Ghostty, WezTerm, Konsole), sixel, iterm or none (default auto: where the terminal is known to take them, and not in tmux, screen or Zellij; if gramscope is killed by kill -9, a picture may stay until the screen scrolls)", pixel.Names(), &s.pixels)
}

// explorerFlags defines the explorer's flags.
func (p *program) explorerFlags() (*settings, *screenFlags) {
	f := newFlags("gramscope [flags] [DATA]", "explore DATA on screen: a file, - for standard input, or a built-in set")
	f.arguments(dataset())
	s, screen := experiment(f, p.methods), &screenFlags{}
	s.workers = max(1, runtime.NumCPU()-1)
	s.spec.Reps = lab.DefaultReps
	screen.define(s.flags)
	s.flags.text("session", "FILE", "restore a session that the explorer's key w wrote, or - to read it, or the line that c copied, from standard input; other flags and DATA override it", &screen.session)
	show := func(name, value string) error {
		screen.parts = append(screen.parts, session.Given(name, value))
		return nil
	}
	s.flags.add("screen", "N", "the screen to begin with, by its key, "+strings.Join(ui.ScreenKeys(), ", "), func(key string) error {
		if !slices.Contains(ui.ScreenKeys(), key) {
			return unknown("screen", key, ui.ScreenKeys())
		}
		return show("screen", key)
	})
	s.flags.offer("screen", oneOf(ui.ScreenKeys()...))
	s.flags.add("show", "PART=VALUE", "set a part of what is shown, by its name in a session: value='test error', x=log, stream.step=5; repeat the flag; the explorer's key c writes such lines", func(text string) error {
		name, value, ok := strings.Cut(text, "=")
		if !ok {
			return &usageError{fmt.Sprintf("%q is not PART=VALUE", text), "write it as in --show x=log"}
		}
		return show(name, value)
	})
	s.flags.offer("show", among(p.partWords))
	s.flags.addBool("continue", "open the last exploration as it was, without computing its results again; other flags and DATA override it", &screen.last)
	s.flags.addBool("no-keep", "do not keep this exploration for --continue", &screen.noKeep)
	return s, screen
}

// lastSession returns the file of the last exploration.
func (s *screenFlags) lastSession() (string, error) {
	if s.session != "" {
		return "", &usageError{"--session and --continue both name a session", "give one of them"}
	}
	folder, err := keep.Folder()
	if err != nil {
		return "", err
	}
	return keep.Last(folder)
}

// checkCommand returns an error if DATA looks like a mistyped command.
func (p *program) checkCommand(root *flags, name string) error {
	if _, err := os.Stat(name); name == "" || name == "-" || !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var sets []string
	commands := commandNames(root.Command)
	for _, g := range synthetic.Generators() {
		sets = append(sets, g.Name())
	}
	if near := data.Nearest(name, append(sets, commands...)); near != "" && data.Nearest(near, commands) == near {
		return &usageError{fmt.Sprintf("%q is not a command, a file or a built-in set", name), fmt.Sprintf("did you mean %s?", near)}
	}
	return nil
}

// keys opens the input from which the explorer reads keys: standard input, or the terminal
// itself if piped names what is piped to standard input. It is a usage error if there is no
// terminal, or one without escape sequences.
func (p *program) keys(piped string) (keys io.Reader, closeKeys func(), err error) {
	const remedy = "`gramscope sweep` runs the same experiment without one"
	if !isTerminal(p.stdout) {
		return nil, nil, &usageError{"the explorer needs a terminal, and standard output is not one", remedy}
	}
	if isDumb() {
		return nil, nil, dumbError(remedy)
	}
	if piped != "" {
		tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
		if err != nil {
			return nil, nil, &usageError{fmt.Sprintf("standard input is %s, and there is no terminal for the keys (%v)", piped, err), remedy}
		}
		return tty, func() { tty.Close() }, nil
	}
	if !isTerminal(p.stdin) {
		return nil, nil, &usageError{"the explorer needs a terminal, and standard input is not one",
			remedy + "; write - as DATA to read the data from standard input"}
	}
	return p.stdin, func() {}, nil
}

// dumbError is the error for a terminal without escape sequences.
func dumbError(remedy string) error {
	return &usageError{"the explorer needs a terminal that understands escape sequences, and TERM is dumb", remedy + "; set TERM if your terminal does understand them"}
}

// defaultAxis returns the axis of the error chart: n if m follows from a formula, m if a
// chosen method has it, else the first parameter of the chosen methods. The explorer chooses
// missing values.
func (s *settings) defaultAxis(spec sweep.Spec) []sweep.Axis {
	if spec.Formula(model.BudgetName) != "" {
		return []sweep.Axis{{Name: model.TrainRowsName}}
	}
	var first []sweep.Axis
	for _, m := range s.methods {
		if !slices.Contains(spec.Methods, m.Name) {
			continue
		}
		for _, q := range m.New().Params() {
			if q.Name == model.BudgetName {
				return []sweep.Axis{{Name: model.BudgetName, Values: q.Spaced(10, 500, 8)}}
			}
			if first == nil {
				first = []sweep.Axis{{Name: q.Name}}
			}
		}
	}
	return first
}

// check returns an error if the first screen could not run. It is cheap: it computes no
// distances of the data.
func (s *settings) check(spec sweep.Spec, source data.Source) error {
	if len(spec.Over) > 1 {
		return &usageError{fmt.Sprintf("the explorer sweeps over one parameter, and --over is given %d times", len(spec.Over)),
			"give it once; `gramscope sweep` takes a grid"}
	}
	spec.Width = spec.Width.Unmeasured()
	_, err := sweep.Prepare(spec, s.methods, sweep.NewStore(source))
	return err
}
