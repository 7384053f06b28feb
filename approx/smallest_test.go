package approx

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/kernel"
	"gramscope/model/linalg"
	"gramscope/model/trial"
)

// conditioned is a set of points with a kernel.
type conditioned struct {
	name   string
	x      *mat.Dense
	kernel string
	factor float64 // of the median distance
}

// trialOf returns the trial of a method with m on a set.
func trialOf(t *testing.T, s conditioned, method string, m int, seed uint64) *trial.Trial {
	t.Helper()
	f, _ := kernel.Lookup(s.kernel)
	median, _ := kernel.PairwiseDistance(s.x, f.Geometry, rand.New(rand.NewPCG(1, 1)))
	width := kernel.WidthByRule(kernel.Median)
	member := f.Member(kernel.Values{}).WithGamma(width.Gamma(f, kernel.Distances{Known: true, Median: s.factor * median, Mean: s.factor * median}))
	i := slices.IndexFunc(Methods(), func(m model.Method) bool { return m.Name == method })
	n, d := s.x.Dims()
	q := trial.Question{Draw: trial.Draw{Seed: seed, Rep: 1, N: n}, Family: f, Method: Methods()[i]}
	setting := q.Resolve().With(model.BudgetName, float64(m))
	setting.Kernel = member
	columns := make([]string, d)
	rows, err := trial.RowsOf(&data.Set{X: s.x, Columns: columns}, nil, trial.Scale{})
	if err != nil {
		t.Fatal(err)
	}
	return trial.New(setting, rows, rows.Gram(member), nil)
}

// TestSmallestGolden: where the search can go on step by step and figures are exact, m is that of
// testdata/model/golden_condition.py, and so are the floors.
func TestSmallestGolden(t *testing.T) {
	raw, err := os.ReadFile("../testdata/model/golden_condition.json")
	if err != nil {
		t.Fatal(err)
	}
	var golden struct {
		Gamma float64
		X     [][]float64
		Cases []struct {
			Figure       string
			Most         float64
			M            int
			Value, Floor float64
			Before       float64
		}
	}
	if err := json.Unmarshal(raw, &golden); err != nil {
		t.Fatal(err)
	}
	x := mat.NewDense(len(golden.X), len(golden.X[0]), slices.Concat(golden.X...))
	for _, c := range golden.Cases {
		s := trialOf(t, conditioned{"golden", x, "gaussian", 1}, "pivoted-cholesky", 1, 1)
		s.Gram = model.NewGram(model.NewPoints(x, model.SquaredEuclidean), kernelOf(t, "gaussian", golden.Gamma))
		found, err := s.Smallest(t.Context(), trial.Condition{Figure: c.Figure, Most: c.Most}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if !found.Estimate.Exact || found.M != c.M {
			t.Errorf("%s <= %v: m = %d with %+v, NumPy has %d with %v", c.Figure, c.Most, found.M, found.Estimate, c.M, c.Value)
		}
		if math.Abs(found.Estimate.Value-c.Value) > 1e-9*c.Value {
			t.Errorf("%s at m = %d is %v, NumPy has %v", c.Figure, c.M, found.Estimate.Value, c.Value)
		}
		on, err := exact.NewReference(s.Gram, true, [2]uint64{1, 1})
		if err != nil {
			t.Fatal(err)
		}
		floor := on.Floor
		if c.Figure == "error_trace" {
			floor = on.TraceFloor
		}
		if got, known, err := floor(t.Context(), c.M); err != nil || !known || math.Abs(got.Value-c.Floor) > 1e-9 {
			t.Errorf("floor of rank %d by %s: %v, %t, %v, NumPy has %v", c.M, c.Figure, got.Value, known, err, c.Floor)
		}
	}
}

// TestSmallestIsAPlainFit: the search returns the same m in every run, and its fit, if it has one, has the bits and
// the entries of a plain fit with that m.
func TestSmallestIsAPlainFit(t *testing.T) {
	const n = 2200
	set := conditioned{"gauss", linalg.Gaussian(n, 3, rand.New(rand.NewPCG(1, 1))), "gaussian", 1}
	c := trial.Condition{Figure: "error_trace", Most: 0.02}
	kept := 0
	for _, name := range []string{"pivoted-cholesky", "rpcholesky", "nystrom", "accumulation", "kmeans-nystrom", "recursive-rls", "meka"} {
		found, err := trialOf(t, set, name, 1, 5).Smallest(t.Context(), c, nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		again, err := trialOf(t, set, name, 77, 5).Smallest(t.Context(), c, nil)
		if err != nil || again.M != found.M || again.Estimate.Value != found.Estimate.Value {
			t.Errorf("%s: m = %d and %v, and again m = %d and %v, %v", name, found.M, found.Estimate, again.M, again.Estimate, err)
		}
		if found.Fit == nil {
			continue
		}
		kept++
		plain, err := trialOf(t, set, name, found.M, 5).Fit(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		got, want := mat.NewDense(n, 40, nil), mat.NewDense(n, 40, nil)
		cols := linalg.Sequence(0, 40)
		found.Fit.Approx.Block(got, nil, cols)
		plain.Approx.Block(want, nil, cols)
		if !mat.Equal(got, want) || found.Fit.Entries != plain.Entries || found.Fit.Rank != plain.Rank || found.Fit.Bytes != plain.Bytes ||
			!slices.Equal(found.Fit.Warnings, plain.Warnings) {
			t.Errorf("%s, m = %d: the fit of the search differs from a plain one: %+v, %+v", name, found.M, found.Fit, plain)
		}
	}
	if kept < 3 {
		t.Errorf("the search keeps the fit of %d methods only", kept)
	}
}

// TestGrowth: a growth has the bits of fits with any m, in any order, and features at any rows.
func TestGrowth(t *testing.T) {
	x := linalg.Gaussian(300, 3, rand.New(rand.NewPCG(1, 1)))
	g := model.NewGram(model.NewPoints(x, model.SquaredEuclidean), kernelOf(t, "gaussian", 0.5))
	for name, with := range map[string]func(m int) model.Grower{
		"pivoted": func(m int) model.Grower { return &PivotedCholesky{M: m} },
		"random":  func(m int) model.Grower { return &RPCholesky{M: m} },
		"blocks":  func(m int) model.Grower { return &RPCholesky{M: m, Block: 37} },
		"wide":    func(m int) model.Grower { return &RPCholesky{M: m, Block: 250} },
		"robust":  func(m int) model.Grower { return &RPCholesky{M: m, Filter: FilterRobust} },
	} {
		grown, err := with(1).Grow(g.View(), rand.New(rand.NewPCG(1, 1)))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range []int{1, 20, 7, 33, 90, 89, 300, 400} {
			a, entries, err := grown.To(t.Context(), m)
			if err != nil {
				t.Fatal(err)
			}
			own := g.View()
			b, err := with(m).Fit(t.Context(), own, rand.New(rand.NewPCG(1, 1)))
			if err != nil {
				t.Fatal(err)
			}
			got, want := mat.NewDense(300, 300, nil), mat.NewDense(300, 300, nil)
			a.Block(got, nil, nil)
			b.Block(want, nil, nil)
			some := []int{7, 299, 0}
			f, scale, err := grown.Features(t.Context(), m, some)
			if err != nil {
				t.Fatal(err)
			}
			var among mat.Dense
			among.Mul(f, f.T())
			if !mat.EqualApprox(&among, linalg.Columns(linalg.Rows(want, some), some), 1e-12) || scale != 1 {
				t.Errorf("%s, m = %d: the features at some rows do not give K̃ there", name, m)
			}
			trace, rank, err := grown.Trace(t.Context(), m)
			if err != nil {
				t.Fatal(err)
			}
			if rank != b.Rank() || math.Abs(trace-mat.Trace(want)) > 1e-11 {
				t.Errorf("%s, m = %d: trace %v of rank %d, K̃ has %v and %d", name, m, trace, rank, mat.Trace(want), b.Rank())
			}
			if !mat.Equal(got, want) || entries != own.Entries() || a.Rank() != b.Rank() ||
				!slices.Equal(a.(model.Landmarker).Landmarks(), b.(model.Landmarker).Landmarks()) || !slices.Equal(a.(model.Warner).Warnings(), b.(model.Warner).Warnings()) {
				t.Errorf("%s, m = %d: rank %d and %d entries, a fit has %d and %d", name, m, a.Rank(), entries, b.Rank(), own.Entries())
			}
		}
	}
}

// TestUnreachable: the error of a condition that no m meets has the largest m, its figure and the floor, and a remedy
// that is met; a limit on memory is named, and no m above it is tried.
func TestUnreachable(t *testing.T) {
	set := conditioned{"gauss", linalg.Gaussian(400, 3, rand.New(rand.NewPCG(1, 1))), "gaussian", 0.3}
	short := errors.New("too much")
	most := 60
	for name, c := range map[string]trial.Condition{
		"nystrom": {Figure: "error", Most: 0.01}, "pivoted-cholesky": {Figure: "error_trace", Most: 0.001}, "kmeans-nystrom": {Figure: "error", Most: 1e-5},
	} {
		tried := 0
		_, err := trialOf(t, set, name, 1, 3).Smallest(t.Context(), c, func(m int) error {
			if m > most {
				return short
			}
			tried = max(tried, m)
			return nil
		})
		bad := (*trial.UnreachableError)(nil)
		if !errors.As(err, &bad) || bad.M != most || !bad.Limited || bad.Rank != most || !(bad.Reached.Value > c.Most) || !(bad.Floor > 0 && bad.Floor <= bad.Reached.Value) {
			t.Fatalf("%s: %v, %+v", name, err, bad)
		}
		_, remedies := bad.Parts()
		if !remedies.For("max-memory") {
			t.Errorf("%s: no remedy raises the memory: %v", name, err)
		}
		for _, r := range remedies {
			if r.Setting != "m" {
				continue
			}
			more, err := trial.ParseCondition(r.Value)
			if err != nil {
				t.Fatal(err)
			}
			if found, err := trialOf(t, set, name, 1, 3).Smallest(t.Context(), more, func(m int) error {
				if m > most {
					return short
				}
				return nil
			}); err != nil || found.M > most {
				t.Errorf("%s: %s is offered, but %+v, %v", name, more, found, err)
			}
		}
	}
	_, err := trialOf(t, set, "nystrom", 1, 3).Smallest(t.Context(), trial.Condition{Figure: "error", Most: 0.1}, func(int) error { return short })
	if err != short {
		t.Errorf("memory for no m: %v", err)
	}
	_, err = trialOf(t, set, "nystrom", 1, 3).Smallest(t.Context(), trial.Condition{Figure: "error", Most: 1e-18}, nil)
	if err == nil || !strings.Contains(remedy.Message(err, remedy.Plain()), "m = 400, the largest m there is") {
		t.Errorf("below rounding errors: %v", err)
	}
}

// TestSmallestGap: at the m found the gap is that of testdata/model/golden_condition.py, meets the condition, and is at
// least two thirds of the bound unless no smaller m meets it; without a target or a ridge, and for a method whose K̃ may
// exceed K, the error names a remedy.
func TestSmallestGap(t *testing.T) {
	raw, err := os.ReadFile("../testdata/model/golden_condition.json")
	if err != nil {
		t.Fatal(err)
	}
	var golden struct {
		Gamma, Mu float64
		X         [][]float64
		Y, Gaps   []float64 // Gaps[m-1] after m steps of pivoted Cholesky
	}
	if err := json.Unmarshal(raw, &golden); err != nil {
		t.Fatal(err)
	}
	x := mat.NewDense(len(golden.X), len(golden.X[0]), slices.Concat(golden.X...))
	with := func(name string) *trial.Trial {
		s := trialOf(t, conditioned{"golden", x, "gaussian", 1}, name, 1, 5)
		s.Gram = model.NewGram(model.NewPoints(x, model.SquaredEuclidean), kernelOf(t, "gaussian", golden.Gamma))
		s.Rows.Train.Y, s.Mu = golden.Y, golden.Mu
		return s
	}
	for _, most := range []float64{100, 30, 10, 3, 1} {
		found, err := with("pivoted-cholesky").Smallest(t.Context(), trial.Condition{Figure: "evidence_gap", Most: most}, nil)
		if err != nil {
			t.Fatal(err)
		}
		want := golden.Gaps[found.M-1]
		if got := found.Estimate.Value; math.Abs(got-want) > 1e-7*want {
			t.Errorf("at m = %d the gap is %v, NumPy has %v", found.M, got, want)
		}
		if want > most || want < most/1.5 && golden.Gaps[found.M-2] <= most {
			t.Errorf("m = %d for a gap of at most %v: NumPy has %v there, and %v at m = %d", found.M, most, want, golden.Gaps[found.M-2], found.M-1)
		}
	}
	c := trial.Condition{Figure: "evidence_gap", Most: 30}
	without := map[string]*trial.Trial{"target": with("nystrom"), "mu": with("nystrom"), "method": with("fourier")}
	without["target"].Rows.Train.Y = nil
	without["mu"].Mu = 0
	for name, s := range without {
		bad := (*trial.TargetError)(nil)
		if _, err := s.Smallest(t.Context(), c, nil); !errors.As(err, &bad) || !bad.Remedies.For(name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSmallestGapOfManyRows: where a sample predicts m, the gap of a plain fit at the m found is the one that the search
// returns, meets the condition, and few fits to all rows are made. A growing fit has the bits of a plain one.
func TestSmallestGapOfManyRows(t *testing.T) {
	const n, mu, most = 2200, 5, 400
	x := linalg.Gaussian(n, 3, rand.New(rand.NewPCG(1, 1)))
	y := make([]float64, n)
	rng := rand.New(rand.NewPCG(2, 1))
	for i := range y {
		row := x.RawRowView(i)
		y[i] = math.Sin(2*row[0]) + row[1]*row[2] + 0.3*rng.NormFloat64()
	}
	for _, name := range []string{"nystrom", "rpcholesky", "kmeans-nystrom", "recursive-rls"} {
		with := func(m int) *trial.Trial {
			s := trialOf(t, conditioned{"gauss", x, "gaussian", 0.7}, name, m, 5)
			s.Rows.Train.Y, s.Mu, s.Learner, s.OnlyNew = y, mu, trial.LearnRidge, true
			return s
		}
		found, err := with(1).Smallest(t.Context(), trial.Condition{Figure: "evidence_gap", Most: most}, nil)
		if err != nil {
			t.Fatal(err)
		}
		plain := with(found.M)
		fit, err := plain.Fit(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		learned, err := plain.Learn(t.Context(), fit, []float64{mu})
		if err != nil {
			t.Fatal(err)
		}
		bounds, err := plain.Evidence(t.Context(), learned[0])
		if err != nil {
			t.Fatal(err)
		}
		if gap := bounds.Gap(); gap != found.Estimate.Value || gap > most || gap < most/3. {
			t.Errorf("%s: the gap at m = %d is %v, and %v by the search, for at most %v", name, found.M, gap, found.Estimate.Value, most)
		}
		if name != "recursive-rls" && found.Whole > 2 {
			t.Errorf("%s: %d fits to all rows", name, found.Whole)
		}
	}
}
