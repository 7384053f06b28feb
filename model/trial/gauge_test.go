package trial

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/kernel"
	"gramscope/model/linalg"
)

// columns are the features of the first m columns of F at all rows.
type columns struct{ f *mat.Dense }

func (c columns) Features(_ context.Context, m int, rows []int) (*mat.Dense, float64, error) {
	n, _ := c.f.Dims()
	return linalg.Rows(c.f.Slice(0, n, 0, m).(*mat.Dense), rows), 0.25, nil
}

// TestNestedGaugeGoesBothWays: the figure for m does not depend on the values of m before, larger or smaller ones.
func TestNestedGaugeGoesBothWays(t *testing.T) {
	const n = 600
	rng := rand.New(rand.NewPCG(1, 1))
	x := linalg.Gaussian(n, 2, rng)
	family, _ := kernel.Lookup("gaussian")
	k, err := family.Kernel(kernel.Values{model.GammaName: 1})
	if err != nil {
		t.Fatal(err)
	}
	g := model.NewGram(model.NewPoints(x, family.Geometry), k)
	of := bounds[0]
	on := func() *nestedGauge {
		base := &gauge{bound: of, g: g, most: 0.1, seed: [2]uint64{1, 1}, by: map[int]*exact.Reference{}}
		return &nestedGauge{gauge: base, nest: columns{linalg.Gaussian(n, 40, rand.New(rand.NewPCG(2, 1)))}, samples: map[int]*nestedSample{}}
	}
	both := on()
	for _, m := range []int{5, 40, 17, 3, 3, 22} {
		got, err := both.at(t.Context(), m, 200)
		if err != nil {
			t.Fatal(err)
		}
		want, err := on().at(t.Context(), m, 200)
		if err != nil {
			t.Fatal(err)
		}
		if both.rank != m || math.Abs(got.Value-want.Value) > 1e-12*want.Value || math.Abs(got.SE-want.SE) > 1e-9*want.SE {
			t.Errorf("m = %d: %+v of rank %d, and %+v at once", m, got, both.rank, want)
		}
	}
}

// TestUpper: exact figures stand for themselves; of an estimate, one standard error above it is asked for, and with a
// large one that two above it are within a tenth of the bound.
func TestUpper(t *testing.T) {
	for _, c := range []struct {
		e    exact.Estimate
		want float64
	}{
		{exact.Estimate{Value: 3, SE: math.NaN(), Exact: true}, 3}, {exact.Estimate{Value: 1, SE: 0.05}, 1.05}, {exact.Estimate{Value: 1, SE: 0.6}, 2},
	} {
		if got := upper(c.e); math.Abs(got-c.want) > 1e-15 {
			t.Errorf("upper(%+v) = %v, want %v", c.e, got, c.want)
		}
	}
}
