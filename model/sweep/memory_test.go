package sweep

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/kernel"
	"gramscope/model/trial"
)

// loaded returns a toy method whose memory estimate is m.
func loaded(m model.Memory) model.Method {
	return model.Method{Name: "loaded", Doc: "A toy", Ref: "none", Cost: "n",
		New:    func() model.Fitter { return &stack{m: 100, a: 4} },
		Memory: func(model.Fitter, int, int) model.Memory { return m }}
}

// TestMemoryAsksTheMethod: the method's estimate gets the cell's parameters, rows and features.
func TestMemoryAsksTheMethod(t *testing.T) {
	asked := loaded(model.Memory{})
	var got [4]int
	asked.Memory = func(f model.Fitter, n, d int) model.Memory {
		got = [4]int{f.(*stack).m, f.(*stack).a, n, d}
		return model.Memory{}
	}
	s := DefaultSpec(70)
	s.Methods, s.Assignment = []string{"loaded"}, s.WithAll(model.Values{"gamma": 1, "m": 30, "accum": 7})
	if _, err := Prepare(s, []model.Method{asked}, NewStore(generator(t, "bimodal"))); err != nil {
		t.Fatal(err)
	}
	if got != [4]int{30, 7, 70, 3} {
		t.Errorf("asked for m, accum, n, d = %v", got)
	}
}

// TestMemoryByHand compares the estimates with sums by hand, for n = 1500 rows of bimodal, which has three
// columns and a truth. Distances and K take 18 MB each. Then there are tiles of K and K̃ on each processor,
// linalg's packed copies for each worker, and the overhead that ProcessMemory adds.
func TestMemoryByHand(t *testing.T) {
	const n, d, square = 1500, 3, 8 * 1500 * 1500
	const rows = 8 * (3*n*d + 3*n)
	const processors = 2
	const tiles = 8 * (2*264*528*processors + 2*n)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
	takes := model.Memory{Fit: 1e6, Stored: 2e6, Decompose: 5e6, Pairs: 8 * n * 100, Extend: 3e6, Point: 2400,
		Coordinates: 800}
	const big, pairs = 100e6, 8 * n * 100
	products, _ := trial.ProductsMemory(n)
	for name, c := range map[string]struct {
		workers int64
		turn    func(*Spec, *model.Memory)
		want    int64
	}{
		"K̃ and tiles of it": {1, func(*Spec, *model.Memory) {}, rows + 2*square + 2e6 + tiles},
		"three workers":      {3, func(*Spec, *model.Memory) {}, rows + 2*square + 3*(2e6+tiles)},
		"a spectral error": {1, func(s *Spec, _ *model.Memory) { s.Figures = s.Figures.With(FigureSpectral) },
			rows + 2*square + 2e6 + 8*(max(2*264*528*processors, 44*16*n)+2*n)},
		"a fit that takes more": {2, func(_ *Spec, m *model.Memory) { m.Fit = big }, rows + 2*square + 2*big},
		"estimated":             {1, func(s *Spec, _ *model.Memory) { s.ExactLimit = n - 1 }, rows + 2e6 + 8*(3*n/2*n/2+4*n)},
		"of what estimates keep of three matrices": {1, func(s *Spec, _ *model.Memory) {
			s.ExactLimit, s.Figures, s.Over = n-1, Figures{FigureStableRank}, []Axis{{"gamma", []float64{1, 2, 3}}}
		}, rows + 3*8*(n/2*n/2+n*n/2) + exact.SampledMemory(n, false) - 8*(n/2*n/2+n*n/2)},
		"two draws": {1, func(s *Spec, _ *model.Memory) { s.Reps = 2 }, 2*rows + 4*square + 2e6 + tiles},
		"as many matrices as are kept": {1,
			func(s *Spec, _ *model.Memory) { s.Over = []Axis{{"gamma", []float64{1, 2, 3, 4, 5, 6, 7}}} },
			rows + 7*square + 2e6 + tiles},
		"eigenvalues once a matrix": {2, func(s *Spec, _ *model.Memory) { s.Figures = Figures{FigureFloor} },
			rows + 2*square + 2*(2e6+tiles) + 2*square - 2e6 - tiles},
		"regression, test rows": {1,
			func(s *Spec, _ *model.Memory) { s.Figures, s.Test = Figures{FigureRegression}, 0.5 },
			rows + 8*n*(d+2) + 2*square + 2e6 + pairs + 3e6 + 2400*n},
		"a large decomposition": {2,
			func(s *Spec, m *model.Memory) { s.Figures, m.Decompose = Figures{FigureRegression}, big }, rows + 2*square + 2*big},
		"large features of test rows": {2,
			func(s *Spec, m *model.Memory) { s.Figures, s.Test, m.Point = Figures{FigureRegression}, 0.5, 1e5 },
			rows + 8*n*(d+2) + 2*square + 2*(2e6+pairs+3e6+1e5*n)},
		"through the rows of a map": {2, func(s *Spec, m *model.Memory) {
			s.Figures, s.Test, m.Pairs, m.Streamed = Figures{FigureRegression}, 0.5, model.FactorLimit+1, big
		}, rows + 8*n*(d+2) + 2*square + 2*big},
		"but not where its factor is kept": {2, func(s *Spec, m *model.Memory) {
			s.Figures, m.Pairs, m.Streamed = Figures{FigureRegression}, model.FactorLimit, big
		}, rows + 2*square + 2*(2e6+model.FactorLimit+3e6)},
		"nor for classes": {1, func(s *Spec, m *model.Memory) {
			s.Figures, s.Learner, m.Pairs, m.Streamed = Figures{FigureRegression}, trial.LearnSVM, model.FactorLimit+1, big
		}, rows + 2*square + 2e6 + model.FactorLimit + 1 + 3e6},
		"earlier fits": {1, func(s *Spec, _ *model.Memory) {
			s.Figures, s.Over = Figures{FigureRegression}, []Axis{{"m", []float64{1, 2, 3}}}
		}, rows + 2*square + 2*pairs + 2e6 + tiles},
		"but not of other ridges": {1, func(s *Spec, _ *model.Memory) {
			s.Figures, s.Over = Figures{FigureRegression}, []Axis{{"mu", []float64{1, 2, 3}}}
		}, rows + 2*square + 2e6 + tiles},
		"the exact one beside its pairs": {1,
			func(s *Spec, m *model.Memory) { s.Figures, m.Pairs = Figures{FigureRegression, FigureExact}, 15e6 },
			rows + 2*square + 15e6 + square + 8*(2*n*d+64*n*processors)},
		"the exact one by products beside the pairs": {1, func(s *Spec, _ *model.Memory) {
			s.ExactLimit, s.Figures = n-1, Figures{FigureRegression, FigureExact, FigureTraces}
		}, rows + pairs + products},
		"diagnostics": {2, func(s *Spec, _ *model.Memory) { s.Figures = Figures{FigureDiagnostics} },
			rows + 3*square + 2*(2e6+tiles) + 2e6 + 3*square + pairs - 2e6 - tiles},
	} {
		s, m := DefaultSpec(n), takes
		s.Methods, s.Assignment, s.Figures = []string{"loaded"}, s.WithAll(model.Values{"gamma": 1}), Figures{FigureError}
		s.MaxMemory = 1 << 40
		c.turn(&s, &m)
		p, err := Prepare(s, []model.Method{loaded(m)}, NewStore(generator(t, "bimodal")))
		if err != nil {
			t.Fatal(err)
		}
		if got, want := p.memory(p.Cells[0], int(c.workers), m),
			model.ProcessMemory(c.want+c.workers*8*(n+m.Coordinates/8)*min(256, m.Coordinates/8)); got != want {
			t.Errorf("%s: %d bytes, want %d", name, got, want)
		}
	}
}

// TestCounts: repetitions, values of the axes and methods multiply what depends on them.
func TestCounts(t *testing.T) {
	s := toySpec("toy", "toy-two")
	s.Reps, s.Over = 3, []Axis{{"m", []float64{1, 2}}, {"gamma", []float64{1, 2, 3, 4, 5}}, {"mu", []float64{1, 2}}}
	if got, want := prepare(t, s).counts(), (counts{3, 3 * 5, 3 * 2 * 2 * 5}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	s.Over = []Axis{{"n", []float64{30, 40}}}
	if got, want := prepare(t, s).counts(), (counts{3 * 2, 3 * 2, 3 * 2 * 2}); got != want {
		t.Errorf("%+v over n, want %+v", got, want)
	}
}

// TestMethodsAreHeldToTheLimit: the limit also applies to the memory need that a method learns while it
// runs.
func TestMethodsAreHeldToTheLimit(t *testing.T) {
	s := DefaultSpec(100)
	s.Methods, s.Assignment, s.MaxMemory = []string{"greedy"}, s.WithAll(model.Values{"gamma": 1}), 50e6
	greedy := loaded(model.Memory{})
	greedy.Name, greedy.New = "greedy", func() model.Fitter { return greed{} }
	p, err := Prepare(s, []model.Method{greedy}, NewStore(generator(t, "bimodal")))
	if err != nil {
		t.Fatal(err)
	}
	for workers, refused := range map[int]bool{1: false, 2: true} { // 43 MB and 58 MB
		p.store = NewStore(generator(t, "bimodal"))
		for r := range p.RunCells(t.Context(), []trial.Setting{p.Cells[0], p.Cells[0]}[:workers], workers) {
			if refusal := strings.Contains(r.Failure,
				"more than the 50 MB allowed; lower n or workers, or raise greed or max-memory"); refusal != refused {
				t.Errorf("on %d workers: %q", workers, r.Failure)
			}
		}
	}
}

// greed is a toy that declares a need of 10 MB while it runs, but allocates nothing.
type greed struct{ plain }

func (greed) Params() []model.Param { return nil }

func (f greed) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	if err := g.Afford(model.Memory{Fit: 10e6}, "", remedy.Change(remedy.Raise, "greed")); err != nil {
		return nil, err
	}
	return f.plain.Fit(ctx, g, rng)
}

// TestLargestCell: the largest cell that fits alone, and the number of workers, determine what a plan needs.
func TestLargestCell(t *testing.T) {
	s := toySpec("toy")
	s.Over = []Axis{{"n", []float64{50, 400, 100}}}
	p := prepare(t, s)
	need := func(workers int) int64 {
		return p.memory(p.Cells[1], workers, p.MemoryLimit().Method(p.Cells[1], 400))
	}
	largest := need(1)
	s.MaxMemory = largest
	p = prepare(t, s)
	if err := p.CheckMemory(1); err != nil {
		t.Errorf("just enough: %v", err)
	}
	var memory *model.MemoryError
	if err := p.CheckMemory(2); !errors.As(err, &memory) || memory.Need != need(2) ||
		memory.Allowed != largest || memory.N != 400 {
		t.Errorf("on two workers: %+v, %v", memory, err)
	}
	s.MaxMemory--
	p = prepare(t, s)
	rows := collect(p.Run(t.Context(), 1))
	if err := p.CheckMemory(2); err != nil || rows[0].Failure != "" ||
		!strings.Contains(rows[1].Failure, "n = 400 would need") || rows[2].Failure != "" {
		t.Errorf("a byte less: %v, %q", err, rows[1].Failure)
	}
}

// stack has a budget and accumulations, as sketches have.
type stack struct {
	plain
	m, a int
}

func (f *stack) Params() []model.Param {
	return []model.Param{model.Budget(&f.m), model.Accumulations(&f.a)}
}

func TestGridOfTooManyRuns(t *testing.T) {
	s := toySpec("toy")
	s.Reps = math.MaxInt32
	_, err := Prepare(s, toyMethods(), NewStore(generator(t, "bimodal")))
	var spec *SpecError
	if !errors.As(err, &spec) || !strings.Contains(err.Error(), "reps = 2147483647") {
		t.Errorf("two thousand million runs: %v", err)
	}
	values := model.Budget(nil).Spaced(1, 20000, 2000)
	s.Over, s.Reps = []Axis{{"m", values}}, maxRuns/len(values)+1
	if _, err = Prepare(s, toyMethods(), NewStore(generator(t, "bimodal"))); !errors.As(err, &spec) ||
		!strings.Contains(err.Error(), "runs, more than 1000000") {
		t.Errorf("%d values, %d times: %v", len(values), s.Reps, err)
	}
}

// TestTrainingMemoryByHand: the report on the rows takes three tiles of 256×1500 numbers. Exact
// regression needs them in addition to K, which it factorises in place. Error bars take two triangles of m×m numbers
// and their text.
func TestTrainingMemoryByHand(t *testing.T) {
	const n, tile = 1500, 8 * 1500 * 256
	for name, c := range map[string]struct {
		takes  model.Memory
		spread bool
		want   int64
	}{
		trial.Exact: {model.Memory{}, false, 8*n*n + 3*tile},
		"loaded":    {model.Memory{Point: 8 * n}, false, 3 * tile},
		"barred":    {model.Memory{Stored: 1e8, Coordinates: 8 * 100}, true, 1e8 + 8*(n+100)*100 + 6*(8+24)*100*100},
		"unbarred":  {model.Memory{Stored: 1e8, Coordinates: 8 * 100}, false, 1e8 + 8*(n+100)*100},
	} {
		s, method := DefaultSpec(n), loaded(c.takes)
		s.Methods, s.Assignment, s.MaxMemory = []string{"loaded"}, s.WithAll(model.Values{"gamma": 1}), 1<<40
		p, err := Prepare(s, []model.Method{method}, NewStore(generator(t, "bimodal")))
		if err != nil {
			t.Fatal(err)
		}
		cell := p.Cells[0]
		cell.Method.Name, p.Spread = name, c.spread
		if got, want := p.training(cell, 1, c.takes),
			model.ProcessMemory(p.MemoryLimit().Draws(cell.Draw, 1)+max(c.want, kernel.WidthMemory(n))); got != want {
			t.Errorf("%s: %d bytes, want %d", name, got, want)
		}
	}
}
