package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"gramscope/data"
	"gramscope/data/legible"
	"gramscope/data/remedy"
	"gramscope/data/synthetic"
	"gramscope/model/kernel"
)

// describeData lists the built-in sets, or describes DATA.
func (p *program) describeData(ctx context.Context, c command, args []string) error {
	f := newFlags(c)
	f.group("reading DATA")
	var l loader
	l.define(f)
	l.kernel, l.whole = new(string), true
	f.choice("kernel", "precomputed: DATA is a kernel matrix, all of whose entries are checked", []string{kernel.Precomputed}, l.kernel)
	l.defineIndefinite(f)
	f.memory("refuse what needs more memory than this", &l.maxBytes)
	var more []string
	for _, g := range synthetic.Generators() {
		if len(g.Settings) > 0 {
			more = append(more, fmt.Sprintf("Settings of %s, as in %s:%s=%g:\n%s", g.Name(), g.Name(), g.Settings[0].Name, g.Settings[0].Max/4, settingLines(g)))
		}
	}
	name, helped, err := f.read(args, "DATA", p.stdout, more...)
	if helped || err != nil {
		return err
	}
	if name == "" {
		return p.listSets()
	}
	g, ok, err := l.generator(name)
	if err != nil {
		return err
	}
	if ok {
		_, err := fmt.Fprintf(p.stdout, "%s: %s\n\n%s\n\nfeatures: %s\ntarget: %s\nreference: %s\n",
			g.Name(), g.Title, g.Doc, strings.Join(g.Columns(), ", "), g.Target(), g.Ref)
		if err == nil && len(g.Settings) > 0 {
			_, err = fmt.Fprint(p.stdout, "\nsettings, written after a colon and separated by commas:\n"+settingLines(g)+"\n")
		}
		return err
	}
	limitMemory(l.allowed())
	table, err := l.table(ctx, name, p.stdin)
	if err != nil {
		return err
	}
	file, err := chosen(ctx, table, l.choice)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return errors.Join(p.describeTable(table), err)
	}
	description, err := await(ctx, func() (data.Description, error) { return file.Describe(), nil })
	if err != nil {
		return err
	}
	_, err = legibly(description).WriteTo(p.stdout)
	return err
}

// settingLines lists the settings that may follow a generator's name.
func settingLines(g synthetic.Generator) string {
	var b strings.Builder
	for _, s := range g.Settings {
		usual := fmt.Sprintf("default %g", s.Default)
		if s.Instead != "" {
			usual = "default: " + s.Instead + " is used"
		}
		fmt.Fprintf(&b, "  %-6s %s, from %g to %g (%s)\n", s.Name, s.Doc, s.Min, s.Max, usual)
	}
	return strings.TrimRight(b.String(), "\n")
}

func (p *program) listSets() error {
	var b strings.Builder
	for _, g := range synthetic.Generators() {
		fmt.Fprintf(&b, "%-10s %3d features  %s\n", g.Name(), g.Dims(), g.Title)
	}
	b.WriteString("\n`gramscope data NAME` describes a set, `gramscope data FILE` a file.\n")
	_, err := io.WriteString(p.stdout, b.String())
	return err
}

// legibly escapes the texts of a description, so that they keep to their lines and columns.
func legibly(d data.Description) data.Description {
	list := func(texts []string) []string {
		texts = slices.Clone(texts)
		for i := range texts {
			texts[i] = legible.Text(texts[i])
		}
		return texts
	}
	words := flagged()
	words.By = func(setting, value string) string {
		if setting == "columns" { // the description lists them
			return "with --columns " + value
		}
		return flagged().By(setting, value)
	}
	notes := func(notes []remedy.Note) []remedy.Note { return remedy.Notes(list(remedy.Texts(notes, words))...) }
	d.Name, d.Target, d.Notes, d.Problems = legible.Text(d.Name), legible.Text(d.Target), notes(d.Notes), notes(d.Problems)
	d.Columns = slices.Clone(d.Columns)
	for i := range d.Columns {
		c := &d.Columns[i]
		c.Name, c.Texts = legible.Text(c.Name), list(c.Texts)
	}
	return d
}

// describeTable lists the columns of a file that can't be used with the given flags, so that
// the user sees which columns to drop.
func (p *program) describeTable(t *data.Table) error {
	const shown = 40
	fmt.Fprintf(p.stdout, "%s: %s, %d rows, %d columns\n\n", legible.Text(t.Name), t.Format, t.Rows, len(t.Columns))
	w := tabwriter.NewWriter(p.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "column\tkind\tmissing\tfirst row")
	hidden := 0
	for i := range t.Columns {
		c := &t.Columns[i]
		if i >= shown && c.Missing() == 0 && c.Kind == data.Numeric {
			hidden++
			continue
		}
		fmt.Fprintf(w, "%s\t%s\t%d\t%s\n", legible.Text(c.Name), c.Kind, c.Missing(), legible.Text(c.Cell(0)))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if hidden > 0 {
		fmt.Fprintf(p.stdout, "… and %d more columns of numbers\n", hidden)
	}
	_, err := fmt.Fprintln(p.stdout)
	return err
}
