package command

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
	"gramscope/model/tune"
	"gramscope/ui/legible"
)

// tuneSource is the data of a search and how to come by them elsewhere.
type tuneSource struct {
	data.Source
	reading *reading // nil where Python can't read them
	notes   []string
}

// tuneSource opens the data.
func (p *program) tuneSource(ctx context.Context, s *tuneSettings, name string) (*tuneSource, error) {
	if g, ok, err := s.loader.generator(name); ok {
		return &tuneSource{Source: g}, err
	}
	table, err := s.loader.table(ctx, name, p.stdin)
	if err != nil {
		return nil, err
	}
	file, err := chosen(ctx, table, s.loader.choice)
	if err != nil {
		return nil, err
	}
	notes, err := notesOn(ctx, file)
	if err != nil {
		return nil, err
	}
	out := &tuneSource{Source: file, notes: notes}
	if name == "-" || table.Format == "NumPy archive" || !file.HasTarget() {
		return out, nil
	}
	coding, err := file.Coding()
	if err != nil { // two columns of one name: their numbers would do, but nothing tells them
		return out, nil
	}
	out.reading = &reading{
		path: name, format: table.Format, gzip: isGzip(name), header: table.HasLine, separator: separatorOf(table.Notes),
		decimalComma: slices.ContainsFunc(table.Notes, func(note string) bool { return strings.HasPrefix(note, "decimal comma") }),
		dropMissing:  s.loader.choice.DropMissing, coding: coding, numbers: map[int]bool{}, rows: file.Rows(),
	}
	for i := range table.Columns {
		if table.Columns[i].Kind == data.Numeric {
			out.reading.numbers[i+1] = true
		}
	}
	return out, nil
}

// separatorOf is what the loader says that it found, a comma where it says
// nothing.
func separatorOf(notes []string) string {
	for _, note := range notes {
		if name, ok := strings.CutPrefix(note, "separator: "); ok {
			return map[string]string{"tab": "\t", "semicolon": ";", "blanks": " "}[name]
		}
	}
	return ","
}

func isGzip(name string) bool {
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, 2)
	_, err = io.ReadFull(f, head)
	return err == nil && bytes.Equal(head, []byte("\x1f\x8b"))
}

// sweepLine is the command that sweeps at a cell's settings.
func (a *answer) sweepLine(c tune.Cell) string {
	if c.Method != tune.Exact {
		return "gramscope sweep --methods " + c.Method + a.common(c)
	}
	c.Method = "nystrom"
	return "# exact regression is the column rmse_test_exact of\ngramscope sweep --methods nystrom" + a.common(c)
}

// fitLine is the command that keeps the regression of a cell in a file.
func (a *answer) fitLine(c tune.Cell) string {
	return "gramscope fit --method " + c.Method + a.common(c) + " --out model.json"
}

// common are the flags of both, and DATA.
func (a *answer) common(c tune.Cell) string {
	p, s := a.plan, a.settings
	var b strings.Builder
	add := func(name, value string) { fmt.Fprintf(&b, " --%s %s", name, legible.Shell(value)) }
	for _, q := range sweep.Parameters(s.methods) {
		v, ok := p.Spec.Values[q.Name]
		if !ok && q.Name == "m" { // the budget is worth saying
			v, ok = q.Default, true
		}
		if ok && a.uses(c.Method, q.Name) {
			add(q.Name, q.Format(v))
		}
	}
	add("kernel", p.Spec.Kernel)
	if gamma := p.Gammas[c.Gamma]; !math.IsNaN(gamma) {
		add("gamma", model.Gamma(nil).Format(gamma))
	}
	add("mu", model.Ridge(nil).Format(p.Mus[c.Mu]))
	add("n", fmt.Sprint(p.Spec.N))
	add("test", model.Gamma(nil).Format(p.Spec.Test))
	fmt.Fprintf(&b, " --standardize=%t", p.Spec.Standardize)
	add("seed", fmt.Sprint(p.Spec.Seed))
	add("learner", p.Learner)
	if s.flags.isGiven("exact-limit") {
		add("exact-limit", fmt.Sprint(p.Spec.ExactLimit))
	}
	choice := s.loader.choice
	for _, flag := range []struct{ name, value string }{
		{"target", choice.Target}, {"columns", strings.Join(choice.Columns, ",")},
		{"categorical", strings.Join(choice.Categorical, ",")}, {"header", s.loader.header},
	} {
		if s.flags.isGiven(flag.name) {
			add(flag.name, flag.value)
		}
	}
	if choice.DropMissing {
		b.WriteString(" --drop-missing")
	}
	name := a.name
	if name == "" {
		name = a.source.Name()
	}
	if strings.HasPrefix(name, "-") && name != "-" {
		name = "./" + name
	}
	return b.String() + " " + legible.Shell(name)
}

// uses tells whether the method or the kernel has a parameter.
func (a *answer) uses(method, parameter string) bool {
	if family, _ := kernel.Lookup(a.plan.Spec.Kernel); family.HasParam(parameter) {
		return true
	}
	i := slices.IndexFunc(a.settings.methods, func(m model.Method) bool { return m.Name == method })
	return i >= 0 && a.settings.methods[i].Uses(parameter)
}
