package screentest

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/approx"
	"gramscope/approx/form"
	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/linalg"
	"gramscope/model/sweep"
	"gramscope/model/tune"
	"gramscope/ui/widget"
)

// Rows passes made-up rows of the first repetitions to receive, at the present setting and over
// the swept parameter, so that nothing depends on time or processor.
func Rows(t testing.TB, b *lab.Bench, reps int, made func(sweep.Result, int) sweep.Result, receive func(any)) {
	t.Helper()
	p, _ := b.PictureOf(b.Setting.Active(b.Methods))
	p.Spec.Reps, p.Spec.Figures = b.Setting.Spec.Reps, b.Setting.Spec.Figures
	now, err := p.Prepare()
	if err != nil {
		t.Fatal(err)
	}
	p.Spec.Over = []sweep.Axis{b.Swept()}
	grid, err := p.Prepare()
	if err != nil {
		t.Fatal(err)
	}
	receive(lab.Prepared{Now: now, Grid: grid})
	methods, points := len(p.Spec.Methods), len(b.Swept().Values)
	for i, c := range now.Cells[:reps*methods] {
		receive(lab.Row{Result: made(now.EmptyRow(c), i%methods)})
	}
	for i, c := range grid.Cells[:reps*methods*points] {
		receive(lab.Row{OnGrid: true, Point: i / methods % points, Result: made(grid.EmptyRow(c), i%methods)})
	}
}

// Floors passes the rows of the grid again, with 0.5/x² as the smallest error at a value x of the swept parameter.
func Floors(b *lab.Bench, receive func(any)) {
	for i, x := range b.Outcome.Axis.Values {
		for _, method := range b.Methods {
			if points := b.Outcome.Grid(method.Name); points != nil {
				for _, r := range slices.Clone(points[i]) {
					set(&r, map[string]float64{"error_best": 0.5 / (x * x), "rank_used": r.Params[model.BudgetName]})
					receive(lab.Row{OnGrid: true, Point: i, Result: r})
				}
			}
		}
	}
}

// Row returns a made-up row of a method, given by its index.
func Row(r sweep.Result, method int) sweep.Result {
	m := r.Params[model.BudgetName]
	miss := float64(method+1) / (m + 10) * (1 + 0.2*float64(r.Rep))
	set(&r, map[string]float64{
		"error": miss, "error_spectral": miss / 2, "error_trace": miss / 3,
		"stable_rank_approx": float64(3 + method), "exact": 1, "stable_rank": 4.5, "seconds": 0.00123 * float64(method+1),
	})
	if r.Method == "broken" {
		r.Failure = "the toy is broken; buy another"
		return r
	}
	set(&r, map[string]float64{
		"rank_used": math.Trunc(m), "entries": math.Trunc(40 * m), "bytes": math.Trunc(320 * m),
		"cached": float64(max(1-method, 0)), // the first method's entries are
	})
	return r
}

// set sets values of columns.
func set(r *sweep.Result, values map[string]float64) {
	for column, v := range values {
		r.Set(column, v)
	}
}

// RegressionRow returns a made-up row with a regression, best at μ = 0.1.
func RegressionRow(r sweep.Result, method int) sweep.Result {
	r = Row(r, method)
	off := math.Abs(math.Log10(r.Mu) + 1)
	rmse := 0.5 + 0.1*float64(method) + 0.05*off*off + 0.01*float64(r.Rep) + 3/r.Params[model.BudgetName]
	if r.Failure != "" {
		return r
	}
	set(&r, map[string]float64{
		"seconds":    r.Get("seconds") * r.Params[model.BudgetName] / 20,
		"rmse_train": rmse / 2, "rmse_test": rmse, "r2_test": 1 - rmse, "rmse_test_exact": 0.4 + 0.04*off*off,
		"bias": 0.01 * r.Mu, "variance": 0.001 / r.Mu, "risk": 0.01*r.Mu + 0.001/r.Mu,
		"risk_exact": 0.005*r.Mu + 0.001/r.Mu, "risk_ratio": 1 + 0.2*float64(method+1)*r.Mu,
		"accuracy_test": 0.9 - 0.02*off, "logloss_test": 0.3 + off/10,
	})
	return r
}

// MapColumn returns a column of a made-up search after some folds. The best cell has the fifth γ and μ = 0.01.
func MapColumn(method string, gamma, folds int) tune.Event {
	var e tune.Event
	for row := range tune.DefaultMus() {
		s := tune.Score{Cell: tune.Cell{Gamma: gamma, Mu: row}, Losses: make([]float64, folds)}
		v := 0.5 * (1 + 0.1*math.Pow(float64(gamma-4), 2) + 0.05*math.Pow(float64(row-2), 2))
		if method == tune.Exact { // the second of the methods
			s.Configuration, v = 1, v-0.1
		}
		s.Loss = tune.Estimate{Mean: v, SE: v / 20}
		e.Scores = append(e.Scores, s)
	}
	return e
}

// Post passes to the bench what its sweep would have posted.
func (m *Bench[S]) Post(messages ...any) {
	for _, msg := range messages {
		m.Receive(job.Sweep, msg)
		m.do(m.Screen.Work())
	}
}

// Feed posts made-up rows of the first repetitions. If these are all, the sweep is finished.
func (m *Bench[S]) Feed(reps int, made func(sweep.Result, int) sweep.Result) {
	m.t.Helper()
	Rows(m.t, m.Bench, reps, made, func(msg any) { m.Post(msg) })
	if reps == m.Setting.Spec.Reps {
		m.Post(job.Finished{})
	}
}

// Edit changes the setting without a step of the history, and computes nothing.
func (m *Bench[S]) Edit(f func(*lab.Setting)) {
	f(&m.Setting)
}

// GoBack undoes the last change.
func (m *Bench[S]) GoBack() {
	m.Undo()
	m.Follow()
}

// Pick chooses an item of the open menu.
func (m *Bench[S]) Pick(name string) {
	m.t.Helper()
	names := widget.Names(m.Menu.Items)
	if m.Menu.At = slices.Index(names, name); m.Menu.At < 0 || !m.Menu.Open {
		m.t.Fatalf("the menu %q has no %q", names, name)
	}
	m.Menu.Pick()
	m.Follow()
}

// toy is a method whose K̃ is m/(m+10)·K, so that its error is 10/(m+10).
type toy struct {
	m, zeal, rank int
	own, ranked   bool // whether the toy has the parameters zeal and rank, too
	fail          string
}

func (f *toy) Params() []model.Param {
	list := []model.Param{model.Budget(&f.m)}
	if f.own {
		list = append(list, model.Param{Name: "zeal", Symbol: "zeal", Doc: "how hard it tries", Group: model.GroupMethod,
			Min: 1, Max: 9, Default: 3, Integer: true, Int: &f.zeal})
	}
	if f.ranked {
		list = append(list, model.TargetRank(&f.rank))
	}
	return list
}

func (f *toy) Fit(_ context.Context, g *model.Gram, _ *rand.Rand) (model.Approximation, error) {
	if f.fail != "" {
		return nil, errors.New(f.fail)
	}
	k := mat.NewDense(g.N(), g.N(), nil)
	g.Block(k, nil, nil)
	k.Scale(float64(f.m)/float64(f.m+10), k)
	return form.NewBlocks(g, [][]int{linalg.Sequence(0, g.N())}, []*mat.Dense{k}, nil), nil
}

// Methods returns toy methods, among them one that fails and one that no default ticks.
func Methods() []model.Method {
	method := func(name, title string, f toy, needs model.Needs) model.Method {
		f.m, f.zeal = 100, 3
		return model.Method{Name: name, Doc: title + "\n\nIt is a toy.", Ref: "none", Cost: "n²", Needs: needs,
			New: func() model.Fitter { g := f; return &g }}
	}
	return []model.Method{
		method("plain", "scales K down", toy{}, model.Needs{}),
		method("eager", "the same, with a parameter of its own", toy{own: true}, model.Needs{}),
		method("spectral", "needs a spectral density", toy{}, model.Needs{Spectrum: true}),
		method("broken", "fails always", toy{fail: "the toy is broken; buy another"}, model.Needs{}),
		method("idle", "is not ticked", toy{ranked: true}, model.Needs{}),
	}
}

// Streamers returns the methods whose dictionaries are watched: squeak in one pass, and disqueak, which merges.
func Streamers() []model.Method {
	return slices.DeleteFunc(approx.Methods(), func(m model.Method) bool { return !strings.HasSuffix(m.Name, "squeak") })
}
