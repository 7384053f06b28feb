package command

import (
	"bytes"
	"context"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"gramscope/data"
	"gramscope/data/legible"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/flagtext"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
	"gramscope/model/tune"
)

// tuneSource is the data of a search and how to come by them elsewhere.
type tuneSource struct {
	data.Source
	reading *reading // nil where Python can't read them
	notes   []remedy.Note
}

// tuneSource opens the data.
func (p *program) tuneSource(ctx context.Context, s *tuneSettings, name string) (*tuneSource, error) {
	if g, ok, err := s.loader.generator(name); ok {
		if err != nil {
			return nil, err
		}
		source, notes, err := s.loader.withLandmarks(ctx, g)
		return &tuneSource{Source: source, notes: notes}, err
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
	source, more, err := s.loader.withLandmarks(ctx, file)
	if err != nil {
		return nil, err
	}
	out := &tuneSource{Source: source, notes: append(notes, more...)}
	if name == "-" || pythonReaders[table.Format] == nil || !file.HasTarget() {
		return out, nil
	}
	coding, err := file.Coding()
	if err != nil { // two columns of one name: their numbers would do, but nothing tells them
		return out, nil
	}
	out.reading = &reading{
		path: name, format: table.Format, gzip: isGzip(name), header: table.HasLine, separator: separatorOf(table.Notes),
		decimalComma: slices.ContainsFunc(table.Notes, func(note remedy.Note) bool { return strings.HasPrefix(note.Text, "decimal comma") }),
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
func separatorOf(notes []remedy.Note) string {
	for _, note := range notes {
		if name, ok := strings.CutPrefix(note.Text, "separator: "); ok {
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

// short are ascending values rounded to four digits, as many as a setting is printed
// with, so that what is printed is what was searched, and can be typed. A grid
// is coarser by far; values of which some would become one stay as they are.
func short(values []float64) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		out[i], _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 4, 64), 64)
		if i > 0 && out[i] == out[i-1] {
			return values
		}
	}
	return out
}

// sweepLine is the command that sweeps at a cell's settings. For exact regression it is
// that of any method, beside which the exact one stands.
func (a *answer) sweepLine(c tune.Cell) string {
	remark := ""
	if c.Method == tune.Exact {
		c.Method = "nystrom"
		remark = "# exact regression is in the column rmse_test_exact of\n"
	}
	return remark + line(flagtext.Sweep(a.spec(c), sweep.Parameters(a.settings.methods), a.rowsOf(c)))
}

// fitLine is the command that keeps the regression of a cell in a file.
func (a *answer) fitLine(c tune.Cell) string {
	return line(flagtext.Fit(a.spec(c), sweep.Parameters(a.settings.methods), a.rowsOf(c), "model.json"))
}

func line(args []string) string { return legible.Shell(append([]string{"gramscope"}, args...)...) }

func (a *answer) rowsOf(c tune.Cell) flagtext.Rows {
	return flagtext.Rows{Source: a.source.Source, Header: data.Header(a.settings.loader.header), Landmarked: slices.Contains(takers(a.settings.methods), c.Method)}
}

// spec is the experiment of a cell. Its values are what was searched, and those of the
// others that the method or the kernel uses and that are not the default.
func (a *answer) spec(c tune.Cell) sweep.Spec {
	p := a.plan
	s := sweep.DefaultSpec(p.Spec.N)
	s.Methods, s.Kernel, s.Learner = []string{c.Method}, p.Spec.Kernel, p.Learner
	s.Test, s.Standardize, s.Seed = p.Spec.Test, p.Spec.Standardize, p.Spec.Seed
	s.ExactLimit, s.MaxMemory = p.Spec.ExactLimit, p.Spec.MaxMemory
	for _, q := range sweep.Parameters(a.settings.methods) {
		if v, ok := p.Spec.Values[q.Name]; ok && v != q.Default && a.uses(c.Method, q.Name) {
			s.Values[q.Name] = v
		}
	}
	if gamma := p.Gammas[c.Gamma]; !math.IsNaN(gamma) {
		s.Width = s.Width.WithGamma(gamma)
	}
	s.Values[model.RidgeName] = p.Mus[c.Mu]
	return s
}

// uses tells whether the method or the kernel has a parameter.
func (a *answer) uses(method string, parameter model.Name) bool {
	if family, _ := kernel.Lookup(a.plan.Spec.Kernel); family.HasParam(parameter) {
		return true
	}
	i := slices.IndexFunc(a.settings.methods, func(m model.Method) bool { return m.Name == method })
	return i >= 0 && a.settings.methods[i].Uses(parameter)
}
