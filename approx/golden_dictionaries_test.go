package approx

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
	"gramscope/model"
)

// state is a record of testdata/approx/golden_dictionaries.json: a dictionary
// between two draws.
type state struct {
	Epsilon, Ridge float64
	Index, Copies  []int
	Rate           []float64

	Chunk, Seen, Place     []int
	Rates, Halved          []float64
	Tau, Scores            []float64
	Dim, Mean, Deviation   float64
	Regularized, Projected goldenCase

	SlotWeights []int `json:"slot_weights"`

	Others       []int
	Chance       []float64 // of the others, in their order
	HeldSquares  []float64 `json:"held_squares"`
	DrawnSquares []float64 `json:"drawn_squares"`
}

type dictionaryGolden struct {
	X                                                [][]float64
	KernelGamma                                      float64 `json:"kernel_gamma"`
	Squeak, Disqueak, Ink, Bless, Finish, Held, Fill []state
}

func readDictionaries(t *testing.T) (dictionaryGolden, *model.Gram) {
	t.Helper()
	raw, err := os.ReadFile("../testdata/approx/golden_dictionaries.json")
	if err != nil {
		t.Fatal(err)
	}
	var g dictionaryGolden
	if err := json.Unmarshal(raw, &g); err != nil {
		t.Fatal(err)
	}
	for _, list := range [][]state{g.Squeak, g.Disqueak, g.Ink, g.Bless, g.Finish, g.Held, g.Fill} {
		if len(list) < 2 {
			t.Fatal("a list of the golden file is short")
		}
	}
	return g, gramOf(t, rows(g.X), "gaussian", g.KernelGamma)
}

// packed is the dictionary of a record, or a part of it.
func (s state) packed(g *model.Gram, lo, hi int) *packed {
	return must((&packed{index: slices.Clone(s.Index[lo:hi]), copies: slices.Clone(s.Copies[lo:hi]),
		rate: slices.Clone(s.Rate[lo:hi])}).read(g))
}

func (s state) all(g *model.Gram) *packed { return s.packed(g, 0, len(s.Index)) }

func TestGoldenSqueak(t *testing.T) {
	golden, g := readDictionaries(t)
	for _, c := range golden.Squeak {
		kept := must(join(g, c.all(g), must(arrived(c.Chunk, 20).read(g))))
		s := stream{pass{g: g, ridge: c.Ridge, kept: kept}, &Squeak{Epsilon: c.Epsilon, QBar: 20}}
		rates := s.kept.lowered(s.rates(s.ridge))
		sameNumbers(t, "rate", rates, c.Rates, 1e-9)
		s.slowed(rates, len(c.Chunk))
		sameNumbers(t, "halved rate", rates, c.Halved, 1e-9)
	}
}

func TestGoldenDisqueak(t *testing.T) {
	golden, g := readDictionaries(t)
	for _, c := range golden.Disqueak {
		f := Disqueak{Epsilon: c.Epsilon, QBar: 20}
		both := must(join(g, c.packed(g, 0, 5), c.packed(g, 5, len(c.Index))))
		sameNumbers(t, "rate", both.lowered(f.rates(both, c.Ridge)), c.Rates, 1e-9)
	}
}

func TestGoldenInkEstimate(t *testing.T) {
	golden, g := readDictionaries(t)
	for _, c := range golden.Ink {
		s := inkStream{pass: pass{g: g, ridge: c.Ridge, kept: c.all(g)}, alpha: (2 - c.Epsilon) / (1 - c.Epsilon),
			seen: c.Seen, place: c.Place, dim: 3}
		s.rows = mat.NewDense(len(c.Seen), len(c.Index), nil)
		g.Block(s.rows, c.Seen, c.Index)
		tau, dim, ok := s.estimates(must(s.border(c.Chunk)), len(c.Seen))
		if !ok {
			t.Fatal("not positive definite")
		}
		sameNumbers(t, "score", tau, c.Tau, 1e-9)
		near(t, "effective dimension", dim, c.Dim, 1e-9)
		s.dim, s.slots = 5, 30
		rates := s.rates(tau)
		sameNumbers(t, "rate", rates, c.Rates, 1e-9)
		for j, b := range c.SlotWeights {
			near(t, "weight of a slot", float64(s.slots)/rates[j], float64(b), 1e-9)
		}
	}
}

func TestGoldenBless(t *testing.T) {
	golden, g := readDictionaries(t)
	for _, c := range golden.Bless {
		diag := must(form.Diagonal(g))
		scores := must(c.all(g).scorer(c.Ridge).estimatesOf(t.Context(), g, all(g.N()), diag))
		sameNumbers(t, "score", scores, c.Scores, 1e-9)
		own := c.all(g).scores(c.Ridge)
		for j, i := range c.Index {
			near(t, "own score", own[j], scores[i], 1e-9)
		}
	}
}

func TestGoldenFinish(t *testing.T) {
	golden, g := readDictionaries(t)
	for _, c := range golden.Finish {
		for rule, want := range map[int]goldenCase{model.SizeByRidge: c.Regularized, model.SizeByBudget: c.Projected} {
			size := sizingOf(g.N(), g.N(), c.Ridge, rule)
			a := must(size.finish(t.Context(), g, c.all(g), c.Ridge, nil))
			k, approx := whole(g, a)
			near(t, "error", apart(approx, k), want.Error, 1e-8)
			var e mat.Dense
			e.Sub(k, approx)
			near(t, "trace", mat.Trace(&e)/mat.Trace(k), want.Trace, 1e-8)
			values := ascending(t, &e)
			near(t, "spectral", math.Max(-values[0], values[len(values)-1]), want.Spectral, 1e-7)
		}
	}
}

func TestGoldenHeld(t *testing.T) {
	golden, g := readDictionaries(t)
	for _, c := range golden.Held {
		p := c.all(g)
		mean, deviation := p.expected(p.lowered(scaled(p.scores(c.Ridge), 20*(1-c.Epsilon))))
		near(t, "mean size", mean, c.Mean, 1e-9)
		near(t, "deviation", deviation, c.Deviation, 1e-9)
	}
}

// The points drawn to fill up a dictionary have the probabilities and the weights that NumPy computes from
// dense matrices, and so do the rates of the points before.
func TestGoldenFill(t *testing.T) {
	golden, g := readDictionaries(t)
	for _, c := range golden.Fill {
		held := len(c.Index)
		left := int(math.Round(floats.Sum(c.Chance)))
		often := make([]float64, len(c.Others))
		const draws = 400
		for seed := range uint64(draws) {
			p := c.all(g)
			size := sizing{m: held + left, given: c.Ridge, byBudget: true}
			if err := size.fill(t.Context(), g.View(), p, 2*c.Ridge, seeded(seed)); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(p.index[:held], c.Index) || len(p.index) != held+left {
				t.Fatalf("%v filled up to %d is %v", c.Index, size.m, p.index)
			}
			weights := p.dictionary().weight
			for j, square := range c.HeldSquares {
				near(t, "squared weight of a point held", weights[j]*weights[j], square, 1e-12)
			}
			for j, i := range p.index[held:] {
				at, found := slices.BinarySearch(c.Others, i)
				if !found {
					t.Fatalf("row %d is drawn, and not among %v", i, c.Others)
				}
				often[at]++
				near(t, "squared weight of a point drawn", weights[held+j]*weights[held+j], c.DrawnSquares[at], 1e-8)
			}
		}
		for at, p := range c.Chance {
			if se := math.Sqrt(p*(1-p)/draws) + 1e-9; math.Abs(often[at]/draws-p) > 4.5*se {
				t.Errorf("row %d is drawn %v times of %d, at a probability of %.4f", c.Others[at], often[at], draws, p)
			}
		}
	}
}
