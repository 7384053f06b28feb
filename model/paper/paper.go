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
	"gramscope/model/lesson"
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

// Heading names the entry.
func (e Entry) Heading() string { return fmt.Sprintf("%s, %s: %s", e.Paper, e.Item, e.Title) }

// About returns what is told of the entry: pairs of a name and a text.
func (e Entry) About() [][2]string {
	list := [][2]string{{"paper", e.Source}, {"reported", e.Reports}}
	if e.Differs != "" {
		list = append(list, [2]string{"here", e.Differs})
	}
	return list
}

// Lesson returns the entry for the explorer: what is told of it, beside the charted experiment. The first chart shows
// the figure of the entry's chart, or the first possible one of the entry's columns; for the sufficient m, which is the
// result of a search, it shows the risk ratio. The text says so, and where the paper has m above n. For a figure of K
// itself m is n, where K̃ is K.
func (e Entry) Lesson(methods []model.Method) lesson.Lesson {
	outcome := e.Outcome()
	l := lesson.Lesson{Name: e.Name, Paper: e.Paper, Title: e.Name, Screen: "1",
		Last: claim.Verdict{State: outcome, Figures: outcome.String() + " when last checked"}}
	line := "gramscope reproduce " + e.Name + " --check"
	chart, err := e.beside(&l, methods)
	if err != nil {
		chart, line = fmt.Sprintf("as it was, since %v", err), line+" --data DIR"
	}
	// The pane has the name as its title and leaves the first line out.
	l.Before = fmt.Sprintf("\n# %s\n\n**chart:** %s\n\n", e.Heading(), chart)
	for _, part := range e.About() {
		l.Before += fmt.Sprintf("**%s:** %s\n\n", part[0], part[1])
	}
	l.Before += "**claims,** checked by `" + line + "`:\n\n"
	for _, statement := range e.claims {
		l.Before += "- `" + statement + "`\n"
	}
	return l
}

// beside sets what the explorer computes and shows beside the text, and says what that is. The error says why the
// explorer can't compute the experiment.
func (e Entry) beside(l *lesson.Lesson, methods []model.Method) (what string, err error) {
	r := e.Charted()
	source, builtIn, _ := synthetic.Find(r.Data) // an error is one of the document
	if !builtIn {
		return "", fmt.Errorf("%s is not part of the program: DIR below is the folder that has it", r.Data)
	}
	what = strings.TrimSpace(r.Label + " on " + r.Data)
	if len(e.Runs) > 1 {
		what += fmt.Sprintf(", one of %d sweeps", len(e.Runs))
	}
	over := ""
	if c := e.Chart; c != nil {
		l.Values, over = []string{c.Y, strings.TrimSuffix(c.Y, "_exact"), c.Y + "_approx"}, c.X
	}
	if r.Compute == sufficing {
		l.Values = []string{"risk_ratio"}
		const text = "; the risk ratio, which is %.4g at the sufficient m"
		what += fmt.Sprintf(text, 1+argument(r.Arguments, 1))
	}
	l.Values = append(append(l.Values, e.Columns...), "error")
	spec, err := r.explored(Bench{Methods: methods}, source, over)
	if err != nil {
		return "", err
	}
	for _, axis := range spec.Over {
		if v := axis.Values; axis.Name == model.BudgetName && len(v) > 0 && slices.Max(v) > float64(spec.N) {
			what += fmt.Sprintf("; the explorer takes m up to n, %d, the paper has m up to %g", spec.N, slices.Max(v))
		}
	}
	if strings.HasSuffix(l.Values[0], "_exact") {
		spec.Assignment = spec.Assignment.With(model.BudgetName, float64(spec.N))
	}
	l.Data, l.Source, l.Spec = r.Data, source, spec
	return what, nil
}

// argument returns an argument of a computation.
func argument(arguments []string, i int) float64 {
	v, err := strconv.ParseFloat(arguments[i], 64)
	if err != nil {
		panic("paper: " + err.Error())
	}
	return v
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
