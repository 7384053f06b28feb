package sweep

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"go.uber.org/goleak"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/data"
	"gramscope/data/synthetic"
	"gramscope/model"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// scaled is a toy approximation: K̃ = share·diag K. The share is random, to test that runs get their
// own random numbers.
type scaled struct {
	diag []float64
	rank int
}

func (s scaled) Rank() int          { return s.rank }
func (s scaled) Bytes() int64       { return int64(8 * len(s.diag)) }
func (s scaled) Diag(dst []float64) { copy(dst, s.diag) }
func (s scaled) Landmarks() []int   { return nil }
func (s scaled) Sketch() *mat.Dense { return nil }
func (s scaled) Warnings() []string { return []string{"a toy; use a real method"} }
func (s scaled) Norms(context.Context, *rand.Rand) (frobenius, spectral float64, err error) {
	return floats.Norm(s.diag, 2), floats.Norm(s.diag, math.Inf(1)), nil
}

func (s scaled) Block(dst *mat.Dense, rows, cols []int) {
	fillBlock(dst, rows, cols, func(i, j int) float64 {
		if i == j {
			return s.diag[i]
		}
		return 0
	})
}

// fillBlock sets dst to the rows and columns of the matrix with these entries; nil means all.
func fillBlock(dst *mat.Dense, rows, cols []int, entry func(i, j int) float64) {
	dst.Apply(func(i, j int, _ float64) float64 {
		if rows != nil {
			i = rows[i]
		}
		if cols != nil {
			j = cols[j]
		}
		return entry(i, j)
	}, dst)
}

func (s scaled) MulTo(dst, x *mat.Dense) {
	dst.Apply(func(i, _ int, v float64) float64 { return v * s.diag[i] }, x)
}

// Decompose returns no eigenpairs. A regression on a toy therefore learns only the mean.
func (s scaled) Decompose(context.Context) (*model.Decomposition, error) {
	return &model.Decomposition{N: len(s.diag)}, nil
}

func (scaled) Extension(context.Context) (*model.Extension, error) { return &model.Extension{}, nil }

// toy is a fitter with a budget and a knob of its own.
type toy struct {
	m     int
	twist float64
	fail  func(m int) error
}

func (f *toy) Params() []model.Param {
	return []model.Param{model.Budget(&f.m), {Name: "twist-by", Symbol: "twist", Doc: "noise", Group: model.GroupMethod,
		Min: 0, Max: 1, Default: 0.1, Real: &f.twist}}
}

func (f *toy) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if f.fail != nil {
		if err := f.fail(f.m); err != nil {
			return nil, err
		}
	}
	n := g.N()
	diag := make([]float64, n)
	g.Diag(diag)
	for i := range diag {
		diag[i] *= math.Min(1, float64(f.m)/float64(n)) + f.twist*rng.Float64()/float64(n)
	}
	return scaled{diag: diag, rank: min(f.m, n)}, nil
}

// plain is a toy without parameters.
type plain struct{}

func (plain) Params() []model.Param { return nil }
func (plain) Fit(_ context.Context, g *model.Gram, _ *rand.Rand) (model.Approximation, error) {
	return scaled{diag: make([]float64, g.N())}, nil
}

func toyMethods() []model.Method {
	failing := func(name string, fail func(int) error) model.Method {
		return model.Method{Name: name, Doc: "A toy", Ref: "none", Cost: "n",
			New: func() model.Fitter { return &toy{m: 100, twist: 0.1, fail: fail} }}
	}
	return []model.Method{
		failing("toy", nil),
		failing("toy-two", nil),
		{Name: "plain", Doc: "A toy without knobs", Ref: "none", Cost: "0", New: func() model.Fitter { return plain{} }},
		failing("panicky", func(m int) error {
			if m == 5 {
				panic("five is right out")
			}
			return nil
		}),
		failing("broken", func(m int) error { return errors.New("no luck\ntoday") }),
		{Name: "needy", Doc: "A toy with needs", Ref: "none", Cost: "0", Needs: model.Needs{MaxN: 10},
			New: func() model.Fitter { return plain{} }},
	}
}

func toySpec(methods ...string) Spec {
	s := DefaultSpec(40)
	s.Methods = methods
	s.Width = s.Width.WithGamma(2)
	s.Figures = DefaultFigures(40).Without(FigureRegression, FigureExact) // toys have no features
	return s
}

func generator(t *testing.T, name string) data.Source {
	t.Helper()
	g, ok, err := synthetic.Find(name)
	if !ok || err != nil {
		t.Fatalf("no generator %s: %v", name, err)
	}
	return g
}

func prepare(t *testing.T, s Spec) *Plan {
	t.Helper()
	p, err := Prepare(s, toyMethods(), NewStore(generator(t, "bimodal")))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func collect(rows <-chan Result) []Result {
	var all []Result
	for r := range rows {
		all = append(all, r)
	}
	return all
}
