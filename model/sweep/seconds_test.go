package sweep

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
)

// lazy is a toy that computes its feature on demand, which takes a millisecond a row.
type lazy struct{ plain }

func (f lazy) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	a, err := f.plain.Fit(ctx, g, rng)
	_, d := g.X().Dims()
	return unmade{a.(scaled), d}, err
}

type unmade struct {
	scaled
	d int
}

func (a unmade) Stored() *mat.Dense { return nil }
func (a unmade) Unmade() model.Part {
	return model.Part{Landmarks: mat.NewDense(1, a.d, nil), Map: slowMap{}, Width: 1}
}

type slowMap struct{}

func (slowMap) From(k *mat.Dense) *mat.Dense {
	rows, _ := k.Dims()
	time.Sleep(time.Duration(rows) * time.Millisecond)
	return k
}
func (slowMap) Onto(w *mat.Dense) *mat.Dense { return w }

// TestSecondsHoldTheFeatures: the column seconds includes features that are computed on demand.
func TestSecondsHoldTheFeatures(t *testing.T) {
	s := toySpec("lazy")
	s.N, s.Figures = 60, Figures{}
	methods := []model.Method{{Name: "lazy", Doc: "A toy", Ref: "none", Cost: "0",
		New: func() model.Fitter { return lazy{} }}}
	p, err := Prepare(s, methods, NewStore(generator(t, "bimodal")))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range collect(p.Run(t.Context(), 1)) {
		if r.Failure != "" || r.Get("seconds") < 0.06 {
			t.Errorf("%v s for 60 rows of a millisecond: %s", r.Get("seconds"), r.Failure)
		}
	}
}
