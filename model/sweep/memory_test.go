package sweep

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"gramscope/model"
)

func TestMemoryCountsWorkersAndAccumulations(t *testing.T) {
	p := prepare(t, toySpec("toy"))
	c := p.Cells[0]
	if one, two := p.memory(c, 1), p.memory(c, 2); two <= one {
		t.Errorf("%d bytes on one worker, %d on two", one, two)
	}
	s := DefaultSpec(5000)
	s.Methods, s.Values["gamma"] = []string{"stack"}, 1
	need := func(a float64) int64 {
		s.Values["accum"] = a
		stack := model.Method{Name: "stack", Doc: "A toy", Ref: "none", Cost: "n", New: func() model.Fitter { return &stack{m: 100, a: 4} }}
		p, err := Prepare(context.Background(), s, []model.Method{stack}, NewStore(generator(t, "bimodal")))
		if err != nil {
			t.Fatal(err)
		}
		return p.memory(p.Cells[0], 1)
	}
	if need(8) <= need(1) {
		t.Error("accumulations are not counted")
	}
}

// TestMemoryByHand counts matrices of n = 1500 rows of bimodal, three columns, by what
// the comment on memory says is kept: 18 MB for a square one.
func TestMemoryByHand(t *testing.T) {
	const n, d, square = 1500, 3, 8 * 1500 * 1500
	need := func(workers int64, turn func(*Spec)) int64 {
		s := DefaultSpec(n)
		s.Methods, s.Values, s.Floor, s.Regress = []string{"stack"}, map[string]float64{"gamma": 1, "m": 100, "accum": 1}, false, false
		s.MaxMemory = 1 << 40
		turn(&s)
		stack := model.Method{Name: "stack", Doc: "A toy", Ref: "none", Cost: "n", New: func() model.Fitter { return &stack{m: 100, a: 4} }}
		p, err := Prepare(context.Background(), s, []model.Method{stack}, NewStore(generator(t, "bimodal")))
		if err != nil {
			t.Fatal(err)
		}
		return p.memory(p.Cells[0], workers)
	}
	plainly := need(1, func(*Spec) {})
	for name, c := range map[string]struct {
		workers int64
		turn    func(*Spec)
		want    int64
	}{
		"rows, K, columns and a residual": {1, func(*Spec) {}, 4*8*n*d + square + 3*8*n*100 + square},
		"three workers":                   {3, func(*Spec) {}, plainly + 2*(3*8*n*100+square)},
		"no more columns than rows":       {1, func(s *Spec) { s.Values["m"], s.Values["accum"] = 1000, 8 }, 4*8*n*d + square + 3*8*n*n + square},
		"estimated":                       {1, func(s *Spec) { s.ExactLimit = n - 1 }, plainly - square + 8*n*512*2 + 8*n*256},
		"floor":                           {1, func(s *Spec) { s.Floor = true }, plainly + 8*(n*720+5*720*720) + 2*square},
		"floor, estimated":                {1, func(s *Spec) { s.Floor, s.ExactLimit = true, n-1 }, plainly - square + 8*n*512*2 + 8*n*256 + 8*(n*720+5*720*720)},
		"regression": {2, func(s *Spec) { s.Regress, s.ExactFit = true, false },
			plainly + (3*8*n*100 + square) + 8*n*100 + 2*8*(2*n*100+3*100*100)},
		"the exact one": {2, func(s *Spec) { s.Regress, s.ExactFit = true, true },
			plainly + (3*8*n*100 + square) + 8*n*100 + 2*8*(2*n*100+3*100*100) + 2*2*square},
		"diagnostics": {2, func(s *Spec) { s.Diagnostics = true }, plainly + (3*8*n*100 + square) + 4*square + 2*3*square},
	} {
		if got := need(c.workers, c.turn); got != c.want {
			t.Errorf("%s: %d bytes, want %d", name, got, c.want)
		}
	}
}

// TestEveryCellMustFit: the largest decides, and so does the number of workers.
func TestEveryCellMustFit(t *testing.T) {
	s := toySpec("toy")
	s.Over = []Axis{{"n", []float64{50, 400, 100}}}
	p := prepare(t, s)
	largest := p.memory(p.Cells[1], 1)
	s.MaxMemory = largest
	p = prepare(t, s)
	if err := p.CheckMemory(1); err != nil {
		t.Errorf("just enough: %v", err)
	}
	var memory *MemoryError
	if err := p.CheckMemory(2); !errors.As(err, &memory) || memory.Need != p.memory(p.Cells[1], 2) || memory.Allowed != largest || memory.N != 400 {
		t.Errorf("on two workers: %+v, %v", memory, err)
	}
	s.MaxMemory--
	if _, err := Prepare(context.Background(), s, toyMethods(), NewStore(generator(t, "bimodal"))); !errors.As(err, &memory) || memory.N != 400 {
		t.Errorf("a byte less: %+v, %v", memory, err)
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
	_, err := Prepare(context.Background(), s, toyMethods(), NewStore(generator(t, "bimodal")))
	var spec *SpecError
	if !errors.As(err, &spec) || !strings.Contains(err.Error(), "runs") {
		t.Errorf("two thousand million runs: %v", err)
	}
	values := model.Budget(nil).Spaced(1, 20000, 2000)
	s.Over, s.Reps = []Axis{{"m", values}}, maxRuns/len(values)+1
	if _, err = Prepare(context.Background(), s, toyMethods(), NewStore(generator(t, "bimodal"))); !errors.As(err, &spec) || !strings.Contains(err.Error(), "runs, more than 1000000") {
		t.Errorf("%d values, %d times: %v", len(values), s.Reps, err)
	}
}
