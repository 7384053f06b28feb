// Package paper runs experiments of the papers that the methods come from: a figure, a table or a claim is an entry of
// a document in model/lesson/text/papers, which [Parse] reads.
//
// `gramscope reproduce` lists, shows and checks them. An entry's experiments are lines of the command, so that
// everybody can vary them; what no command measures is a computation, and the document says so.
package paper

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gramscope/data"
	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/claim"
	"gramscope/model/lab"
)

// Entry is a figure, a table or a claim of a paper.
type Entry struct {
	Name    string // on the command line
	Paper   string // authors and year
	Source  string // its title and where it stands, and what holds for all its entries
	Item    string // which figure, table or claim
	Title   string // the subject in one line
	Reports string // what the paper reports
	Differs string // what is different here and why; "" for no important difference
	Runs    []Run
	Columns []string // columns of the table
	Chart   *Chart   // nil for no chart

	claims []string // lines of the document
}

// Outcome returns the verdict on the entry when all entries were last checked, with seed 1 and the real data sets:
// claim.Differs if it claims a difference, else claim.Holds.
func (e Entry) Outcome() claim.State {
	if slices.ContainsFunc(e.claims, func(line string) bool { return strings.HasPrefix(line, "differs:") }) {
		return claim.Differs
	}
	return claim.Holds
}

// Find returns the entry of that name.
func Find(name string) (Entry, bool) {
	for _, e := range All() {
		if e.Name == name {
			return e, true
		}
	}
	return Entry{}, false
}

// Charted returns the experiment of the entry's chart, or the first one if there is no chart.
func (e Entry) Charted() Run {
	if e.Chart == nil {
		return e.Runs[0]
	}
	return e.Runs[e.Chart.Runs[0]]
}

// Open returns the charted experiment for the explorer. The explorer's first chart has the axes of the entry's chart.
// If it can't show that figure it shows the first possible one of the entry's columns; for the sufficient m, which is
// the result of a search, it shows the risk ratio. A note says so, and where the paper has m above n. For a figure of K
// itself m is n, where K̃ is K. The error is a *MissingError if a real data set is missing.
func (e Entry) Open(ctx context.Context, b Bench) (lab.Experiment, error) {
	r := e.Charted()
	source, err := b.source(ctx, r.Data, r.Choice)
	if err != nil {
		return lab.Experiment{}, err
	}
	var shown lab.Shown
	if c := e.Chart; c != nil {
		shown = lab.Shown{Figures: []string{c.Y, strings.TrimSuffix(c.Y, "_exact"), c.Y + "_approx"}, Over: c.X}
	}
	note := ""
	if r.Compute == sufficing {
		shown.Figures = []string{"risk_ratio"}
		const text = "the chart shows the risk ratio, which is %.4g at the sufficient m of gramscope reproduce %s --check"
		note = fmt.Sprintf(text, 1+argument(r.Arguments, 1), e.Name)
	}
	shown.Figures = append(append(shown.Figures, e.Columns...), "error")
	spec, err := r.explored(b, source, shown.Over)
	for _, axis := range spec.Over {
		if v := axis.Values; axis.Name == model.BudgetName && len(v) > 0 && slices.Max(v) > float64(spec.N) {
			note = fmt.Sprintf("the explorer takes m up to n, %d; the paper has m up to %g", spec.N, slices.Max(v))
		}
	}
	if strings.HasSuffix(shown.Figures[0], "_exact") {
		spec.Assignment = spec.Assignment.With(model.BudgetName, float64(spec.N))
	}
	return lab.Experiment{Source: source, Spec: spec, Shown: shown, Note: note}, err
}

// argument returns an argument of a computation.
func argument(arguments []string, i int) float64 {
	v, err := strconv.ParseFloat(arguments[i], 64)
	if err != nil {
		panic("paper: " + err.Error())
	}
	return v
}

// BuiltIn reports whether the charted experiment uses a built-in set.
func (e Entry) BuiltIn() bool {
	_, ok, err := synthetic.Find(e.Charted().Data)
	return ok && err == nil
}

// Bench has what entries need to run.
type Bench struct {
	Methods []model.Method
	Folder  string // with the real data sets
	Workers int
}

// MissingError says that a real data set is not in the folder.
type MissingError struct{ File, Folder string }

func (e *MissingError) Error() string {
	const text = "%s is not in %s: the real data sets are not part of the program; name the folder that has it with --data"
	return fmt.Sprintf(text, e.File, e.Folder)
}

// source opens a built-in set, or a file in the folder.
func (b Bench) source(ctx context.Context, name string, choice data.Choice) (data.Source, error) {
	if g, ok, err := synthetic.Find(name); ok || err != nil {
		return g, err
	}
	table, err := data.Open(ctx, filepath.Join(b.Folder, name), nil, data.Options{})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &MissingError{name, b.Folder}
	}
	if err != nil {
		return nil, err
	}
	return table.File(choice)
}

// Compute runs the entry's experiments. The error is a *MissingError if a real data set is missing.
func (e Entry) Compute(ctx context.Context, b Bench) (*Findings, error) {
	f := &Findings{Entry: e}
	for _, r := range e.Runs {
		rows, err := r.rows(ctx, b)
		if err != nil {
			return nil, err
		}
		f.Rows = append(f.Rows, rows)
	}
	return f, nil
}
