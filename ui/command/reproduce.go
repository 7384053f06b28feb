package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"

	"github.com/charmbracelet/lipgloss"

	"gramscope/data"
	"gramscope/data/atomicfile"
	"gramscope/data/legible"
	"gramscope/data/remedy"
	"gramscope/model/claim"
	"gramscope/model/paper"
	"gramscope/ui/chart"
	"gramscope/ui/drawing"
)

// reproduce is the command that lists the papers' experiments, describes one, or runs them.
func (p *program) reproduce() *flags {
	bench := paper.Bench{Methods: p.methods, Folder: ".", Workers: runtime.NumCPU()}
	var check bool
	f := newFlags("reproduce [NAME] [--check] [--svg FILE]", "run experiments of the methods' papers, and check claims",
		among(wordsOf(paper.All, func(e paper.Entry) (string, string) { return e.Name, e.Paper + ", " + e.Item })))
	f.heading = "running"
	f.add("check", "", "run NAME, or every experiment, and say whether the result agrees with the paper", whether(&check))
	svg := f.output("svg",
		"run NAME and draw it to a new FILE, or to standard output (-), the figures then to standard error", "the drawing")
	svg.Replace = nil
	f.add("data", "DIR", "folder with the real data sets (default: the current folder)", asText(&bench.Folder))
	f.one("NAME", func(ctx context.Context, name string) error {
		entry, ok := paper.Find(name)
		switch {
		case name == "" && svg.Path != "":
			return usage("--svg is for one experiment, and none is named", "name one: gramscope reproduce NAME --svg FILE")
		case name == "" && check:
			return p.checkEntries(ctx, paper.All(), bench)
		case name == "":
			return p.write(entryList())
		case !ok:
			return unknown("experiment", name, mapped(paper.All(), nameOf))
		}
		return p.reproduceEntry(ctx, entry, bench, check, svg)
	})
	return f
}

// nameOf returns the name of an entry.
func nameOf(e paper.Entry) string { return e.Name }

// entryList returns a line for each entry, below the names of the papers.
func entryList() string {
	var b strings.Builder
	last, width := "", lipgloss.Width(strings.Join(mapped(paper.All(), nameOf), "\n"))
	for _, e := range paper.All() {
		if e.Paper != last {
			fmt.Fprintf(&b, "%s\n", e.Paper)
			last = e.Paper
		}
		fmt.Fprintf(&b, "  %-*s %-8s %s: %s\n", width, e.Name, e.Outcome(), e.Item, e.Title)
	}
	return b.String()
}

// reproduceEntry describes an entry and, if check is true or a drawing is asked for, runs it and writes its rows, its
// chart and the verdict. A claim that does not hold is an error, beside the findings.
func (p *program) reproduceEntry(ctx context.Context, e paper.Entry, bench paper.Bench, check bool,
	svg *atomicfile.Destination) error {
	w := p.stdout
	if svg.Path != "" && e.Chart == nil {
		return usage(e.Name+" has no chart to draw", "leave --svg out; --check prints its figures")
	}
	if svg.Path == "-" {
		w = p.stderr
	}
	if err := describeEntry(ctx, w, e, bench); err != nil || !check && svg.Path == "" {
		return err
	}
	found, err := data.Await(ctx, func() (*paper.Findings, error) { return e.Compute(ctx, bench) })
	if err != nil {
		return fmt.Errorf("%s: %w", e.Name, err)
	}
	text, verdict := "\n"+found.Table(), found.Verdict()
	if e.Chart != nil {
		lines := paperLines(e, found)
		var legend []string
		for i, s := range lines.Series {
			marker, _ := chart.Braille.Sign(i)
			legend = append(legend, fmt.Sprintf("%c %s", marker, s.Name))
		}
		text += fmt.Sprintf("\n%s\n%s\n", lines.Render(80, 20, chart.Braille, nil), strings.Join(legend, "   "))
	}
	text += fmt.Sprintf("\n%s\n  %s\n", verdict.State, strings.Join(verdict.Parts(), "\n  "))
	if err := writeFolded(w, text); err != nil {
		return err
	}
	if verdict.State == claim.Fails {
		err = fmt.Errorf("%s does not hold", e.Name)
	}
	if svg.Path == "" {
		return err
	}
	draw := func(w io.Writer) error { return drawing.Slide().SVG(w, e.Title, paperLines(e, found)) }
	return errors.Join(err, svg.Write(draw))
}

// describeEntry describes an entry and writes its command lines. If a line needs a file that can't be read, the line is
// a comment with the reason; unless the file is missing, that is also an error.
func describeEntry(ctx context.Context, w io.Writer, e paper.Entry, bench paper.Bench) error {
	text := e.Heading() + "\n\n"
	for _, part := range e.About() {
		text += fmt.Sprintf("%-9s %s\n", part[0], part[1])
	}
	text += "\n"
	var failed error
	for _, run := range e.Runs {
		line, err := data.Await(ctx, func() (string, error) { return run.Line(ctx, bench) })
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			line = "# " + legible.Text(remedy.Message(err, flagged()))
			if !isMissing(err) {
				failed = err
			}
		}
		text += line + "\n"
	}
	return errors.Join(writeFolded(w, text), failed)
}

// isMissing reports whether the error is that the folder lacks a data set.
func isMissing(err error) bool {
	var missing *paper.MissingError
	return errors.As(err, &missing)
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
		one := chart.Series{Name: curve.Name, Color: i, Dashed: curve.Also, X: curve.X, Y: curve.Y}
		lines.Series = append(lines.Series, one)
	}
	return lines
}

// checkEntries runs all entries and writes a line for each, also if some can't be run, say because of a damaged file.
func (p *program) checkEntries(ctx context.Context, entries []paper.Entry, bench paper.Bench) error {
	failed, refuted, width := 0, 0, lipgloss.Width(strings.Join(mapped(entries, nameOf), "\n"))
	for _, e := range entries {
		found, err := data.Await(ctx, func() (*paper.Findings, error) { return e.Compute(ctx, bench) })
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
			state, text = verdict.State.String(), parts[0]
			if more := len(parts) - 1; more > 0 {
				text += fmt.Sprintf(" (and %d more)", more)
			}
			if verdict.State != e.Outcome() {
				text += fmt.Sprintf(" (%s when last checked)", e.Outcome())
			}
			if verdict.State == claim.Fails {
				refuted++
			}
		}
		if err := p.write(fmt.Sprintf("%-*s %-14s %s\n", width, e.Name, state, legible.Text(text))); err != nil {
			return err
		}
	}
	var unrun, untrue error
	if failed > 0 {
		unrun = fmt.Errorf("%d of %d experiments could not be run; their lines say why", failed, len(entries))
	}
	if refuted > 0 {
		const form = "%d of %d experiments do not hold; `gramscope reproduce NAME --check` prints the figures"
		untrue = fmt.Errorf(form, refuted, len(entries))
	}
	return errors.Join(unrun, untrue)
}
