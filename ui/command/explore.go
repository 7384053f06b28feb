package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/data/synthetic"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/ui"
	"gramscope/ui/keep"
	"gramscope/ui/look"
	"gramscope/ui/pixel"
	"gramscope/ui/session"
)

// explorer is the command that opens the explorer.
func (p *program) explorer() *flags {
	s, screen := p.explorerFlags()
	s.flags.one("DATA", func(ctx context.Context, name string) error { return p.explore(ctx, s, screen, name) })
	return s.flags
}

// explore opens the explorer.
func (p *program) explore(ctx context.Context, s *settings, screen *screenFlags, name string) (err error) {
	folder, continued, err := p.keeps(screen, name)
	if err != nil {
		return err
	}
	var resumed *session.Session
	if screen.session != "" {
		resumed, err = p.readSession(ctx, screen.session)
		if bad := (*data.Error)(nil); screen.last && errors.As(err, &bad) { // the keeper wrote the file, not the key w
			bad.Want, bad.Remedies = "", remedy.Do("remove the file, and --continue opens the exploration before")
		}
		if err == nil {
			s, name, err = p.resumed(resumed, screen.session, s.flags, name)
		}
		if err != nil {
			return err
		}
	}
	limitMemory(s.spec.MaxMemory) // it may come from the session
	piped := name == "-" || screen.session == "-"
	const instead = "`gramscope sweep` runs the same experiment without one"
	if err := p.needScreen(piped, instead); err != nil {
		if _, missing := os.Stat(name); missing != nil && !piped { // a command may be meant
			_, _, missing = s.loader.open(ctx, name, p.stdin)
			return cmp.Or(missing, err)
		}
		return err
	}
	keys := p.stdin
	if piped {
		tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
		if err != nil {
			return usage(fmt.Sprintf("standard input is piped, and there is no terminal for the keys (%v)", err), instead)
		}
		defer tty.Close()
		keys = tty
	}
	slow := time.AfterFunc(time.Second/2, func() { p.say("reading " + name + " …") })
	source, warnings, err := s.loader.open(ctx, name, p.stdin)
	slow.Stop()
	if err != nil && resumed != nil {
		return fmt.Errorf("%w; other data beside a session: gramscope --session FILE DATA, or --landmarks FILE", err)
	}
	if err != nil {
		return err
	}
	// Beside a large table the collector runs after the memory in use has grown by a smaller share. It then runs more
	// often, which costs little, since it does not scan numbers.
	if 8*int64(source.Rows())*int64(source.Dims()+1) > 64<<20 {
		defer debug.SetGCPercent(debug.SetGCPercent(25))
	}
	config, err := p.config(s, screen, resumed, source)
	if err != nil {
		return err
	}
	var earlier session.Results
	if resumed != nil {
		earlier = resumed.Results
	}
	config.Keeper, config.Input = keep.New(folder, version(), earlier, continued), keys
	config.Warnings = append(warnings, config.Warnings...)
	return p.open(ctx, screen, config)
}

// keeps returns the folder in which the exploration is kept, "" for none. With --continue, continued is the path of the
// last exploration there, which becomes the session.
func (p *program) keeps(screen *screenFlags, name string) (folder, continued string, err error) {
	switch {
	case screen.last && screen.session != "":
		return "", "", usage("--session and --continue both name a session", "give one of them")
	case screen.session == "-" && name == "-":
		return "", "", usage("the session and the data can't both be standard input", "name a file for one of them")
	}
	folder, err = keep.Folder()
	if screen.last && err == nil {
		continued, err = keep.Last(folder)
		screen.session = continued
	}
	switch {
	case screen.last && err != nil:
		return "", "", err
	case screen.noKeep:
		return "", continued, nil
	case err != nil:
		p.note("%v", err)
	}
	return folder, continued, nil
}

// open opens the explorer with a command's config, drawn as the flags say. Then it says what could not be kept.
func (p *program) open(ctx context.Context, screen *screenFlags, c ui.Config) error {
	c.Methods, c.Glyphs, c.Theme, c.Pixels = p.methods, screen.glyphs, screen.theme, screen.pixels
	c.Workers = cmp.Or(c.Workers, max(1, runtime.NumCPU()-1))
	c.Input, c.Output, c.Version = cmp.Or(c.Input, p.stdin), p.screen, version()
	err := ui.Run(ctx, c)
	if c.Keeper != nil && c.Keeper.Lost() != nil {
		p.note("%v", c.Keeper.Lost())
	}
	return err
}

// needScreen returns a usage error if there is no terminal, or if the terminal has no escape sequences. piped
// says that keys do not come from standard input; instead is the remedy.
func (p *program) needScreen(piped bool, instead string) error {
	switch {
	case !isTerminal(p.stdout):
		return usage("the explorer needs a terminal, and standard output is not one", instead)
	case isDumb():
		return usage("the explorer needs escape sequences, and TERM is dumb", instead+"; set TERM if your terminal has them")
	case !piped && !isTerminal(p.stdin):
		return usage("the explorer needs a terminal, and standard input is not one", instead+"; DATA - takes piped data")
	}
	return nil
}

// config returns what the explorer opens with on a source, with notes on the flags as its warnings.
func (p *program) config(s *settings, screen *screenFlags, resumed *session.Session, source data.Source) (
	ui.Config, error) {
	spec, notes, err := s.specFor(source)
	// A session may have a spec that can't run now: the explorer says so.
	if err == nil && (resumed == nil || s.flags.isGiven("over", "methods")) {
		err = s.check(spec, source)
	}
	return ui.Config{
		Source: source, Spec: spec, Methods: p.methods, Workers: s.workers, Session: resumed, Parts: screen.parts,
		Arguments: p.arguments, LoadOptions: s.loader.options(), Warnings: remedy.Notes(notes...),
	}, err
}

// screenFlags holds the flags that only the explorer has.
type screenFlags struct {
	glyphs, theme, pixels, session string
	last, noKeep                   bool
	parts                          []session.Field // of --show and --screen
}

// define defines the flags of every command that opens the explorer.
func (s *screenFlags) define(f *flags) {
	f.heading = "screen"
	f.add("glyphs", "NAME",
		"curves of charts: auto, braille (dots), line (for projectors) or ascii (default auto: what suits the terminal)",
		choice(&s.glyphs, "auto", "braille", "line", "ascii"))
	f.add("theme", "NAME", "colours: auto, light, dark, terminal (its sixteen) or none (default auto)",
		choice(&s.theme, look.Themes()...))
	f.add("pixels", "NAME",
		"charts as pictures: auto, kitty (Ghostty, WezTerm, Konsole), iterm, none (default auto; not in tmux or Zellij)",
		choice(&s.pixels, pixel.Names()...))
}

// explorerFlags defines the explorer's flags.
func (p *program) explorerFlags() (*settings, *screenFlags) {
	f := newFlags("gramscope [flags] [DATA]", "explore DATA: a file, - for standard input, or a built-in set", dataset)
	s, screen := experiment(f, p.methods), &screenFlags{}
	s.workers = max(1, runtime.NumCPU()-1)
	s.spec.Reps = lab.DefaultReps
	screen.define(f)
	f.add("session", "FILE",
		"restore a session that the key w wrote, or c copied; - reads standard input; other flags and DATA override it",
		asText(&screen.session))
	show := func(name, value string) { screen.parts = append(screen.parts, session.Given(name, value)) }
	first := choice(new(string), ui.ScreenKeys()...)
	f.add("screen", "N", "the screen to begin with, by its key, "+strings.Join(ui.ScreenKeys(), ", "),
		kind{takes: first.takes, set: func(key string) error {
			show("screen", key)
			return first.set(key)
		}})
	parts := among(func([]string, string) []string {
		shown := p.opened(nil, synthetic.Generators()[0]).Shown
		return each(shown, func(part session.Field) (string, string) { return session.Short(part.Name) + "=", "" })
	})
	f.add("show", "PART=VALUE",
		"set what is shown, as the key c writes it: value='test error', x=log, stream.step=5; repeat the flag",
		pair(show, "--show x=log").from(parts))
	f.add("continue", "", "open the last exploration, no pins; other flags and DATA override it", whether(&screen.last))
	f.add("no-keep", "", "do not keep this exploration for --continue", whether(&screen.noKeep))
	return s, screen
}

// check returns an error if the first screen could not run. It is cheap: it computes no distances of the data.
func (s *settings) check(spec sweep.Spec, source data.Source) error {
	if len(spec.Over) > 1 {
		return usage(fmt.Sprintf("the explorer sweeps over one parameter, and --over is given %d times", len(spec.Over)),
			"give it once; `gramscope sweep` takes a grid")
	}
	if spec.Width.IsByRule() {
		spec.Width = spec.Width.WithGamma(1)
	}
	_, err := sweep.Prepare(spec, s.methods, sweep.NewStore(source))
	return err
}
