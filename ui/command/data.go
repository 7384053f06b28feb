package command

import (
	"context"
	"fmt"
	"math"
	"strings"
	"text/tabwriter"

	"gramscope/data"
	"gramscope/data/legible"
	"gramscope/data/remedy"
	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/flagtext"
	"gramscope/model/kernel"
	"gramscope/model/number"
	"gramscope/model/trial"
	"gramscope/model/tune"
)

// describeData is the command that lists the built-in sets, or describes DATA.
func (p *program) describeData() *flags {
	f := newFlags("data [flags] [DATA]", "list the built-in sets, or describe DATA: columns, ranges, problems", dataset)
	f.heading = "reading DATA"
	l := loader{kernel: new(string), maxBytes: new(int64), whole: true}
	l.define(f)
	f.add("kernel", "NAME", "precomputed: DATA is a kernel matrix, checked whole", choice(l.kernel, kernel.Precomputed))
	l.defineIndefinite(f)
	f.memory("refuse what needs more memory than this", l.maxBytes)
	f.one("DATA", func(ctx context.Context, name string) error {
		g, ok, err := l.generator(name)
		switch {
		case name == "":
			lines := mapped(synthetic.Generators(), func(g synthetic.Generator) []string {
				return []string{g.Name(), number.Plural(g.Dims(), "feature"), g.Title}
			})
			return p.write(table(lines) + "\n`gramscope data NAME` describes a set, `gramscope data FILE` a file.\n")
		case err != nil:
			return err
		case ok:
			return p.write(setText(g))
		}
		return p.describe(ctx, &l, name)
	})
	return f
}

// setText describes a built-in set.
func setText(g synthetic.Generator) string {
	text := fmt.Sprintf("%s: %s\n\n%s\n\nfeatures: %s\ntarget: %s\nreference: %s\n",
		g.Name(), g.Title, g.Doc, strings.Join(g.Columns, ", "), g.Target, g.Ref)
	if len(g.Settings) > 0 {
		text += "\nsettings, written after a colon and separated by commas:\n"
	}
	for _, s := range g.Settings {
		usual := fmt.Sprintf("default %g", s.Default)
		if s.Instead != "" {
			usual = "default: " + s.Instead + " is used"
		}
		text += fmt.Sprintf("  %-6s %s, from %g to %g (%s)\n", s.Name, s.Doc, s.Min, s.Max, usual)
	}
	return text
}

// describe describes a file.
func (p *program) describe(ctx context.Context, l *loader, name string) error {
	table, err := l.table(ctx, name, p.stdin)
	if err != nil {
		return err
	}
	file, err := l.chosen(ctx, table)
	if err != nil {
		return err
	}
	text, err := data.Await(ctx, func() (string, error) { return descriptionText(file), nil })
	if err != nil {
		return err
	}
	return p.write(text + "\nnext:\n" + nextSteps(l, file, p.methods))
}

// nextSteps returns commands to continue with on a file, each with what it will do.
func nextSteps(l *loader, file *data.File, methods []model.Method) string {
	path, choice := file.Origin()
	explore := flagtext.Reading(path, choice, l.dialect)
	if data.MatrixOf(file) != nil {
		return "  " + line(append([]string{"--kernel", kernel.Precomputed}, explore...)...) + "\n"
	}
	if !file.HasTarget() {
		choice.Target = "NAME"
	}
	search := append([]string{"tune"}, flagtext.Reading(path, choice, l.dialect)...)
	return table([][]string{
		{"  " + line(explore...), "# the explorer"},
		{"  " + line(search...), "# " + foreseen(file, methods)},
	})
}

// foreseen says what tune will do with a file of points.
func foreseen(file *data.File, methods []model.Method) string {
	switch {
	case file.Table.Width() == 1:
		return "there is one column: a target needs features beside it"
	case !file.HasTarget():
		return "there is no target yet: NAME is a column"
	}
	target, values := legible.Text(file.Target()), file.TargetValues(3)
	if len(values) < 2 {
		return fmt.Sprintf("the target %s has one value: there is nothing to learn; name another with --target NAME", target)
	}
	spec := tuneFlags(methods).rows(file, tuneTest, math.MaxInt)
	what := "regression of " + target
	if tune.UsualLearner(file.Classes(), len(values)) != trial.LearnRidge {
		what = "classification into " + number.Plural(max(len(file.Classes()), len(values)), "class") + " by " + target
	}
	text := fmt.Sprintf("%s on %s, standardised; %d rows for the search, %d for a test",
		what, number.Plural(file.Dims(), "feature"), spec.N, file.Rows()-spec.N)
	if need := 8 * float64(file.Rows()) * float64(file.Dims()); need > float64(spec.MaxMemory) {
		text += "; refused, as the features alone take " + model.Bytes(int64(min(need, math.MaxInt64/2))) + " of memory"
	}
	return text
}

// descriptionText describes a file. Its texts are escaped, so that they keep to their lines and columns.
func descriptionText(file *data.File) string {
	var b strings.Builder
	target, head := "no target", ""
	if file.Target() != "" {
		target = "target " + legible.Text(file.Target())
	}
	fmt.Fprintf(&b, "%s: %s, %d rows, ", legible.Text(file.Name()), file.Table.Format, file.Rows())
	if data.MatrixOf(file) == nil {
		b.WriteString(number.Plural(file.Dims(), "feature") + ", ")
		head = "column"
	}
	fmt.Fprintf(&b, "%s\n\n", target)
	lines := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(lines, head+"\tmin\tmax\tmean")
	d := file.Describe()
	for _, c := range d.Columns {
		name := legible.Text(c.Name)
		if c.IsTarget {
			name += " (target)"
		}
		if c.Texts == nil {
			fmt.Fprintf(lines, "%s\t%.6g\t%.6g\t%.6g\n", name, c.Min, c.Max, c.Mean)
			continue
		}
		var counts []string
		for k, text := range c.Texts[:min(10, len(c.Texts))] {
			counts = append(counts, fmt.Sprintf("%.40s %d", legible.Text(text), c.Counts[k]))
		}
		if len(c.Texts) > len(counts) {
			counts = append(counts, fmt.Sprintf("… (%d in all)", len(c.Texts)))
		}
		fmt.Fprintf(lines, "%s\ttext: %s\n", name, strings.Join(counts, ", "))
	}
	lines.Flush()
	if d.Hidden > 0 {
		fmt.Fprintf(&b, "… and %s\n", number.Plural(d.Hidden, "more column"))
	}
	return b.String() + noted("notes", file.Notes()) + noted("problems", d.Problems)
}

// noted lists notes below a title; it returns "" without notes.
func noted(title string, notes []remedy.Note) string {
	if len(notes) == 0 {
		return ""
	}
	lines := mapped(remedy.Texts(notes, flagged()), legible.Text)
	return fmt.Sprintf("\n%s:\n  %s\n", title, strings.Join(lines, "\n  "))
}
