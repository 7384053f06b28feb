// Package paper holds the experiments of the papers that the methods come from: each
// figure, table and numbered claim is an entry, with what the paper reports, the
// settings, what is different here and why, and a claim with its margin.
//
// `gramscope reproduce` lists, shows and checks them. An entry's experiments are rows
// of the commands that it names, so that everybody can vary them; what no command
// measures is computed by the entry itself, and it says so.
package paper

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
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
	Item    string // which figure, table or claim
	Title   string // what it is about, in one line
	Reports string // what the paper reports
	Differs string // what is different here and why; "" for nothing that matters
	Runs    []Run
	Columns []string // of the rows, those worth showing
	Chart   *Chart   // nil where there is none

	check func(*Findings)
}

// All lists the entries, paper by paper.
func All() []Entry {
	return slices.Concat(bach(), chenYang(), squeak(), lowRank(), meka())
}

// Find is the entry of that name.
func Find(name string) (Entry, bool) {
	all := All()
	i := slices.IndexFunc(all, func(e Entry) bool { return e.Name == name })
	if i < 0 {
		return Entry{}, false
	}
	return all[i], true
}

// Charted is the experiment that the entry's chart is of, the first where there is none.
func (e Entry) Charted() Run {
	if e.Chart == nil {
		return e.Runs[0]
	}
	return e.Runs[e.Chart.Run]
}

// Open is the charted experiment as the explorer takes it. Its first chart shows the
// entry's figure, over what the entry's chart is over; where it can't, the first figure
// of the entry's columns that it can, and for the sufficient m, which is searched for and
// not measured, the risk ratio that it brings down, and a note of that. A real set that is not there is a *MissingError.
func (e Entry) Open(ctx context.Context, b Bench) (lab.Experiment, error) {
	r := e.Charted()
	source, err := b.source(ctx, r.Data, r.Choice)
	if err != nil {
		return lab.Experiment{}, err
	}
	var shown lab.Shown
	over := ""
	if c := e.Chart; c != nil {
		over = c.X
		shown = lab.Shown{Figures: []string{c.Y, strings.TrimSuffix(c.Y, "_exact"), c.Y + "_approx"}, Over: c.X}
	}
	note := ""
	if r.Mus != nil {
		shown.Figures = []string{"risk_ratio"}
		note = fmt.Sprintf("shown is the risk ratio, which the sufficient m brings to %.4g; gramscope reproduce %s --check finds that m", 1+r.Loss, e.Name)
	}
	shown.Figures = append(append(shown.Figures, e.Columns...), "error")
	return lab.Experiment{Source: source, Spec: r.explored(source, over), Shown: shown, Note: note}, nil
}

// BuiltIn tells whether the charted experiment is on a built-in set.
func (e Entry) BuiltIn() bool {
	_, ok, err := synthetic.Find(e.Charted().Data)
	return ok && err == nil
}

// Bench is what entries are computed on.
type Bench struct {
	Methods []model.Method
	Folder  string // of the real sets
	Workers int
}

// MissingError says that a real set is not in the folder.
type MissingError struct{ File, Folder string }

func (e *MissingError) Error() string {
	return fmt.Sprintf("%s is not in %s: the real sets don't come with the program; name a folder that has it with --data", e.File, e.Folder)
}

// source opens a built-in set, or a file of the folder of real sets.
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

// Compute runs the entry's experiments. A real set that is not there is a *MissingError.
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

// Verdict says whether the claim holds.
func (f *Findings) Verdict() claim.Verdict {
	f.evidence = claim.Evidence{}
	f.Entry.check(f)
	v := f.evidence.Verdict()
	switch {
	case v.State == claim.Waiting: // all there is to wait for is there
		v.State = claim.Fails
	case v.Figures == "":
		v = claim.Verdict{State: claim.Fails, Figures: "there are no figures"}
	}
	return v
}
