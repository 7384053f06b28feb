package inspect

import (
	"context"
	"math/rand/v2"
	"testing"

	"go.uber.org/goleak"
	"gonum.org/v1/gonum/mat"

	"gramscope/data"
	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/sweep"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func generator(t *testing.T, name string) data.Source {
	t.Helper()
	for _, g := range synthetic.Generators() {
		if g.Name() == name {
			return g
		}
	}
	t.Fatalf("no generator %s", name)
	return nil
}

func collect(rows <-chan sweep.Result) []sweep.Result {
	var all []sweep.Result
	for r := range rows {
		all = append(all, r)
	}
	return all
}

// zero is K̃ = 0 with a sampling matrix, without landmarks or features.
type zero struct {
	n      int
	sketch *mat.Dense
}

func (zero) Rank() int                        { return 0 }
func (zero) Bytes() int64                     { return 0 }
func (zero) Landmarks() []int                 { return nil }
func (zero) Warnings() []string               { return nil }
func (zero) Diag(dst []float64)               { clear(dst) }
func (zero) Block(dst *mat.Dense, _, _ []int) { dst.Zero() }
func (zero) MulTo(dst, _ *mat.Dense)          { dst.Zero() }
func (zero) Norms(context.Context, *rand.Rand) (frobenius, spectral float64, err error) {
	return 0, 0, nil
}
func (z zero) Sketch() *mat.Dense { return z.sketch }

func (z zero) Decompose(context.Context) (*model.Decomposition, error) {
	return &model.Decomposition{N: z.n}, nil
}

func (zero) Extension(context.Context) (*model.Extension, error) { return &model.Extension{}, nil }

// toy is a method that returns K̃ = 0, fails or panics.
type toy func() error

func (toy) Params() []model.Param { return nil }
func (f toy) Fit(_ context.Context, g *model.Gram, _ *rand.Rand) (model.Approximation, error) {
	return zero{n: g.N()}, f()
}

func toyPlan(t *testing.T, fit func() error) *sweep.Plan {
	t.Helper()
	method := model.Method{Name: "toy", Doc: "a toy", Ref: "none", Cost: "0", New: func() model.Fitter { return toy(fit) },
		Memory: func(model.Fitter, int, int) model.Memory { return model.Memory{} }}
	s := sweep.DefaultSpec(40)
	s.Methods, s.Figures = []string{"toy"}, sweep.Figures{}
	s.Width = s.Width.WithGamma(2)
	p, err := sweep.Prepare(s, []model.Method{method}, sweep.NewStore(generator(t, "bimodal")))
	if err != nil {
		t.Fatal(err)
	}
	return p
}
