package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"

	"gramscope/data/atomicfile"
	"gramscope/data/legible"
	"gramscope/data/remedy"
	"gramscope/model/claim"
	"gramscope/model/paper"
	"gramscope/ui"
	"gramscope/ui/chart"
	"gramscope/ui/drawing"
)

// reproduction holds the flags of reproduce.
type reproduction struct {
	check  bool
	open   bool
	svg    string
	bench  paper.Bench
	screen screenFlags
}

// reproduce is the command that lists the papers' experiments, describes one, or runs them.
func (p *program) reproduce() *flags {
	r := &reproduction{bench: paper.Bench{Methods: p.methods, Folder: ".", Workers: runtime.NumCPU()}}
	f := newFlags("reproduce [NAME] [--check] [--svg FILE]", "run the experiments of the papers that the methods come from, and say whether their claims hold")
	f.arguments(among(paperWords))
	f.group("running")
	f.addBool("check", "run NAME, or every experiment, and say whether the result agrees with the paper", &r.check)
	f.text("svg", "FILE", "run NAME and draw the result to FILE, which must not exist yet; - draws to standard output and prints the figures to standard error", &r.svg)
	f.addBool("open", "open the experiment of NAME's chart in the explorer", &r.open)
	f.text("data", "DIR", "folder with the real data sets (default: the current folder)", &r.bench.Folder)
	r.screen.define(f)
	f.Example = "gramscope reproduce\ngramscope reproduce bach-newton --check\ngramscope reproduce --check"
	f.Long = "Figures, tables and numbered claims of the papers that the methods come from are experiments of this program. Without NAME they are listed.\n\n" +
		"holds: the result agrees with the paper, within the margin of the claim. differs: it does not, for a known reason, which `gramscope reproduce NAME` prints.\n\n" +
		"An experiment whose real data set is missing is not run, and its line says so. If the file of a set can't be read the experiment fails: the others run, and the exit status is 1."
	f.one("NAME", func(ctx context.Context, name string) error { return p.runEntries(ctx, r, name) })
	return f
}

// runEntries lists the experiments, or describes or runs the one of a name or all.
func (p *program) runEntries(ctx context.Context, r *reproduction, name string) error {
	if name == "" {
		switch {
		case r.svg != "":
			return &usageError{"--svg draws one experiment, and none is named", "name one: gramscope reproduce NAME --svg FILE"}
		case r.open:
			return &usageError{"--open shows one experiment, and none is named", "name one: gramscope reproduce NAME --open"}
		case r.check:
			return p.checkEntries(ctx, paper.All(), r.bench)
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
	if r.svg == "" {
		if err := describeEntry(ctx, p.stdout, entry, r.bench); err != nil || !r.check {
			return err
		}
		_, err := runEntry(ctx, p.stdout, entry, r.bench)
		return err
	}
	return p.drawEntry(ctx, entry, r)
}

// longestName returns the length of the longest name of an entry, in bytes: names are ASCII.
func longestName(entries []paper.Entry) (width int) {
	for _, e := range entries {
		width = max(width, len(e.Name))
	}
	return width
}

func (p *program) listEntries() error {
	var b strings.Builder
	last, width := "", longestName(paper.All())
	for _, e := range paper.All() {
		if e.Paper != last {
			fmt.Fprintf(&b, "%s\n", e.Paper)
			last = e.Paper
		}
		fmt.Fprintf(&b, "  %-*s %-8s %s: %s\n", width, e.Name, word(e.Outcome()), e.Item, e.Title)
	}
	_, err := io.WriteString(p.stdout, b.String())
	return err
}

// describeEntry describes an entry and writes its command lines. If a line needs a file that
// can't be read, the line is a comment with the reason; unless the file is missing, that is
// also an error.
func describeEntry(ctx context.Context, w io.Writer, e paper.Entry, bench paper.Bench) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s: %s\n\nreported  %s\n", e.Paper, e.Item, e.Title, e.Reports)
	if e.Differs != "" {
		fmt.Fprintf(&b, "differs   %s\n", e.Differs)
	}
	b.WriteString("\n")
	var failed error
	for _, run := range e.Runs {
		line, err := await(ctx, func() (string, error) { return run.Line(ctx, bench) })
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			line = "# " + legible.Text(remedy.Message(err, flagged()))
			if !isMissing(err) {
				failed = err
			}
		}
		fmt.Fprintln(&b, line)
	}
	_, err := io.WriteString(w, b.String())
	return errors.Join(err, failed)
}

// isMissing tells whether the error is that a real set is not in the folder.
func isMissing(err error) bool {
	var missing *paper.MissingError
	return errors.As(err, &missing)
}

// runEntry runs an entry and writes its rows, its chart and the verdict. A claim that
// does not hold is an error, beside the findings.
func runEntry(ctx context.Context, w io.Writer, e paper.Entry, bench paper.Bench) (*paper.Findings, error) {
	found, err := await(ctx, func() (*paper.Findings, error) { return e.Compute(ctx, bench) })
	if err != nil {
		return nil, fmt.Errorf("%s: %w", e.Name, err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s", found.Table())
	if e.Chart != nil {
		lines := paperLines(e, found)
		fmt.Fprintf(&b, "\n%s\n%s\n", lines.Render(80, 20, chart.Braille, nil), legend(lines.Series, chart.Braille))
	}
	verdict := found.Verdict()
	fmt.Fprintf(&b, "\n%s\n", word(verdict.State))
	for _, part := range verdict.Parts() {
		fmt.Fprintf(&b, "  %s\n", part)
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return nil, err
	}
	if verdict.State == claim.Fails {
		return found, fmt.Errorf("%s does not hold", e.Name)
	}
	return found, nil
}

// paperLines returns the chart of an entry that has one, for a terminal or a file.
func paperLines(e paper.Entry, found *paper.Findings) chart.Lines {
	axis := func(isLog bool, title, column string) chart.Axis {
		a := chart.Axis{Title: cmp.Or(title, column)}
		if isLog {
			a.Scale = chart.Log
		}
		return a
	}
	c := e.Chart
	lines := chart.Lines{X: axis(c.LogX, c.XTitle, c.X), Y: axis(c.LogY, c.YTitle, c.Y)}
	for i, curve := range c.Curves(found) {
		lines.Series = append(lines.Series, chart.Series{Name: curve.Name, Color: i, Dashed: curve.Also, X: curve.X, Y: curve.Y})
	}
	return lines
}

// drawEntry runs an entry and draws it, even if its claim does not hold.
func (p *program) drawEntry(ctx context.Context, e paper.Entry, r *reproduction) error {
	if e.Chart == nil {
		return &usageError{e.Name + " has no chart to draw", "leave --svg out; --check prints its figures"}
	}
	to := atomicfile.Destination{Path: r.svg, Stdout: p.stdout, What: "the drawing", Another: remedy.By("name another", "svg", "")}
	if err := to.Check(); err != nil {
		return err
	}
	text := p.stdout
	if r.svg == "-" {
		text = p.stderr
	}
	if err := describeEntry(ctx, text, e, r.bench); err != nil {
		return err
	}
	found, err := runEntry(ctx, text, e, r.bench)
	if found == nil {
		return err
	}
	return errors.Join(err, to.Write(func(w io.Writer) error {
		return drawing.Slide().SVG(w, e.Title, paperLines(e, found))
	}))
}

// openEntry opens the experiment of an entry's chart in the explorer.
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
		Source: opened.Source, Spec: opened.Spec, Shown: opened.Shown, Methods: p.methods, Workers: max(1, runtime.NumCPU()-1), Glyphs: r.screen.glyphs, Theme: r.screen.theme, Pixels: r.screen.pixels,
		Input: p.stdin, Output: p.screen, Version: version(), Warnings: remedy.Notes(notes...),
	})
}

// legend returns the names of curves in one line, each after its marker.
func legend(series []chart.Series, g chart.Glyphs) string {
	var names []string
	for i, s := range series {
		marker, _ := g.Sign(i)
		names = append(names, fmt.Sprintf("%c %s", marker, s.Name))
	}
	return strings.Join(names, "   ")
}

// checkEntries runs entries and writes a line for each. An entry that can't be run, for
// example because its file is damaged, does not stop the others.
func (p *program) checkEntries(ctx context.Context, entries []paper.Entry, bench paper.Bench) error {
	failed, refuted, width := 0, 0, longestName(entries)
	for _, e := range entries {
		found, err := await(ctx, func() (*paper.Findings, error) { return e.Compute(ctx, bench) })
		if ctx.Err() != nil {
			return ctx.Err()
		}
		var state, text string
		switch {
		case isMissing(err):
			state, text = "not run", err.Error()
		case err != nil:
			state, text = "failed", remedy.Message(err, flagged())
			failed++
		default:
			verdict := found.Verdict()
			parts := verdict.Parts()
			state, text = word(verdict.State), parts[0]
			if more := len(parts) - 1; more > 0 {
				text += fmt.Sprintf(" (and %d more)", more)
			}
			if verdict.State != e.Outcome() {
				text += fmt.Sprintf(" (%s when last checked)", word(e.Outcome()))
			}
			if verdict.State == claim.Fails {
				refuted++
			}
		}
		if _, err := fmt.Fprintf(p.stdout, "%-*s %-14s %s\n", width, e.Name, state, legible.Text(text)); err != nil {
			return err
		}
	}
	var faults []error
	if failed > 0 {
		faults = append(faults, fmt.Errorf("%d of %d experiments could not be run; their lines have the reasons", failed, len(entries)))
	}
	if refuted > 0 {
		faults = append(faults, fmt.Errorf("%d of %d experiments do not hold; `gramscope reproduce NAME --check` prints the figures", refuted, len(entries)))
	}
	return errors.Join(faults...)
}

// word returns the word for a verdict.
func word(s claim.State) string {
	switch s {
	case claim.Holds:
		return "holds"
	case claim.Differs:
		return "differs"
	}
	return "does not hold"
}
