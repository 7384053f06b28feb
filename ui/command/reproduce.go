package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"

	"gramscope/data/remedy"
	"gramscope/ui"
	"gramscope/ui/chart"
	"gramscope/ui/claim"
	"gramscope/ui/drawing"
	"gramscope/ui/legible"
	"gramscope/ui/paper"
)

// reproduction is what the flags of the command say.
type reproduction struct {
	check  bool
	open   bool
	svg    string
	bench  paper.Bench
	screen screenFlags
}

// reproduce lists the papers' experiments, tells of one, or runs them.
func (p *program) reproduce(ctx context.Context, c command, args []string) error {
	r := &reproduction{bench: paper.Bench{Methods: p.methods, Folder: ".", Workers: runtime.NumCPU()}}
	f := newFlags(c)
	f.group("running")
	f.addBool("check", "run NAME, or every experiment, and say whether what the paper reports is what comes out", &r.check)
	f.text("svg", "FILE", "run NAME, and draw it", &r.svg)
	f.addBool("open", "show the explorer with the experiment of NAME's chart", &r.open)
	f.text("data", "DIR", "where the real sets are (default: the present folder)", &r.bench.Folder)
	r.screen.define(f)
	name, helped, err := f.read(args, "NAME", p.stdout,
		"The figures, tables and numbered claims of the five papers that the methods come from, as experiments of this program. Without NAME they are listed.",
		"holds: what the paper reports came out, within the margin of the claim. differs: it did not, for a reason that is known and told.",
		"Where a real set is missing the experiment is not run, and that is told, too.")
	if helped || err != nil {
		return err
	}
	if name == "" {
		switch {
		case r.svg != "":
			return &usageError{"--svg draws one experiment, and none is named", "name one: gramscope reproduce NAME --svg FILE"}
		case r.open:
			return &usageError{"--open shows one experiment, and none is named", "name one: gramscope reproduce NAME --open"}
		case r.check:
			return p.checkEntries(ctx, r.bench)
		}
		return p.listEntries()
	}
	entry, ok := paper.Find(name)
	if !ok {
		var names []string
		for _, e := range paper.All() {
			names = append(names, e.Name)
		}
		return unknown("experiment", name, names)
	}
	if r.open {
		return p.openEntry(ctx, entry, r)
	}
	if err := p.describeEntry(ctx, entry, r.bench); err != nil || !r.check && r.svg == "" {
		return err
	}
	return p.runEntry(ctx, entry, r)
}

func (p *program) listEntries() error {
	var b strings.Builder
	last := ""
	for _, e := range paper.All() {
		if e.Paper != last {
			fmt.Fprintf(&b, "%s\n", e.Paper)
			last = e.Paper
		}
		fmt.Fprintf(&b, "  %-24s %s: %s\n", e.Name, e.Item, e.Title)
	}
	_, err := io.WriteString(p.stdout, b.String())
	return err
}

// describeEntry writes what an entry is about, and the command lines it stands for.
func (p *program) describeEntry(ctx context.Context, e paper.Entry, bench paper.Bench) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s: %s\n\nreported  %s\n", e.Paper, e.Item, e.Title, e.Reports)
	if e.Differs != "" {
		fmt.Fprintf(&b, "differs   %s\n", e.Differs)
	}
	b.WriteString("\n")
	for _, run := range e.Runs {
		line, err := await(ctx, func() (string, error) { return run.Line(ctx, bench) })
		var missing *paper.MissingError
		if errors.As(err, &missing) {
			line, err = "# "+missing.Error(), nil
		}
		if err != nil {
			return err
		}
		fmt.Fprintln(&b, line)
	}
	_, err := io.WriteString(p.stdout, b.String())
	return err
}

// runEntry runs an entry and writes its rows, its chart and the verdict.
func (p *program) runEntry(ctx context.Context, e paper.Entry, r *reproduction) error {
	found, err := await(ctx, func() (*paper.Findings, error) { return e.Compute(ctx, r.bench) })
	if err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s", found.Table())
	if e.Chart != nil {
		lines := e.Chart.Lines(found)
		fmt.Fprintf(&b, "\n%s\n%s\n", lines.Render(80, 20, chart.Braille, nil), legend(lines, chart.Braille))
	}
	verdict := found.Verdict()
	fmt.Fprintf(&b, "\n%s  %s\n", word(verdict.State), verdict.Figures)
	if _, err := io.WriteString(p.stdout, b.String()); err != nil {
		return err
	}
	if r.svg != "" {
		if err := drawEntry(found, r.svg); err != nil {
			return err
		}
	}
	if verdict.State == claim.Fails {
		return fmt.Errorf("%s does not hold", e.Name)
	}
	return nil
}

// openEntry shows the explorer on the experiment of an entry's chart.
func (p *program) openEntry(ctx context.Context, e paper.Entry, r *reproduction) error {
	if !isScreen(p.stdout) || !isTerminal(p.stdin) {
		return &usageError{"the explorer needs a terminal, and standard input or output is none", "leave out --open"}
	}
	opened, err := e.Open(ctx, r.bench)
	if err != nil {
		return err
	}
	notes := []string{fmt.Sprintf("%s, %s: %s", e.Paper, e.Item, e.Title)}
	if opened.Note != "" {
		notes = append(notes, opened.Note)
	}
	return ui.Run(ctx, ui.Config{
		Source: opened.Source, Spec: opened.Spec, Shown: opened.Shown, Methods: p.methods, Workers: max(1, runtime.NumCPU()-1), Glyphs: r.screen.glyphs, Theme: r.screen.theme,
		Input: p.stdin, Output: p.screen, Version: version(), Warnings: remedy.Notes(notes...),
	})
}

// legend names the curves of a chart in one line.
func legend(l chart.Lines, g chart.Glyphs) string {
	var names []string
	for i, s := range l.Series {
		marker, _ := g.Sign(i)
		names = append(names, fmt.Sprintf("%c %s", marker, s.Name))
	}
	return strings.Join(names, "   ")
}

// drawEntry writes an entry's chart to a new file.
func drawEntry(found *paper.Findings, name string) (err error) {
	if found.Entry.Chart == nil {
		return fmt.Errorf("%s has no chart", found.Entry.Name)
	}
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return fmt.Errorf("--svg: %w", err)
	}
	err = drawing.SVG(file, found.Entry.Title, drawing.Lines(found.Entry.Chart.Lines(found)))
	return errors.Join(err, file.Close())
}

// checkEntries runs all entries and writes a line for each.
func (p *program) checkEntries(ctx context.Context, bench paper.Bench) error {
	counts := map[string]int{}
	for _, e := range paper.All() {
		found, err := await(ctx, func() (*paper.Findings, error) { return e.Compute(ctx, bench) })
		state, text := "not run", ""
		var missing *paper.MissingError
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.As(err, &missing):
			text = missing.Error()
		case err != nil:
			return err
		default:
			verdict := found.Verdict()
			state, text = word(verdict.State), verdict.Figures
		}
		counts[state]++
		if _, err := fmt.Fprintf(p.stdout, "%-24s %-14s %s\n", e.Name, state, legible.Text(text)); err != nil {
			return err
		}
	}
	fails := word(claim.Fails)
	if counts[fails] > 0 {
		return fmt.Errorf("%d of %d experiments do not hold; `gramscope reproduce NAME --check` shows the figures of one", counts[fails], len(paper.All()))
	}
	return nil
}

// word is a verdict's.
func word(s claim.State) string {
	switch s {
	case claim.Holds:
		return "holds"
	case claim.Differs:
		return "differs"
	}
	return "does not hold"
}
