package approx

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
	"gramscope/model"
)

// withBudget is a method's fitter with m as given, γₛ = 0.01 and the other
// parameters at their defaults.
func withBudget(t testing.TB, method model.Method, m float64) model.Fitter {
	t.Helper()
	f := method.New()
	for name, v := range map[model.Name]float64{"m": m, "score-ridge": 1e-2} {
		if p, ok := parameter(f, name); ok {
			if err := p.Set(v); err != nil {
				t.Fatal(err)
			}
		}
	}
	return f
}

func parameter(f model.Fitter, name model.Name) (model.Param, bool) {
	for _, p := range f.Params() {
		if p.Name == name {
			return p, true
		}
	}
	return model.Param{}, false
}

// Each method's fit at n = 2000, m = 200, d = 10, other parameters at their
// defaults, γ such that the kernel is neither flat nor diagonal.
func BenchmarkFit(b *testing.B) {
	x := normal(2000, 10, seeded(1))
	for _, m := range Methods() {
		b.Run(m.Name, func(b *testing.B) {
			f := withBudget(b, m, 200)
			g := gramOf(b, x, "gaussian", 0.05)
			for b.Loop() {
				fitted(b, g.View(), f, seeded(2))
			}
		})
	}
}

// What the metrics and the regression ask of a factor of that size.
func BenchmarkFactor(b *testing.B) {
	const n, q = 2000, 200
	f := normal(n, q, seeded(1))
	a := form.NewFactor(gramOf(b, f, "linear", 1), f, nil, nil)
	y, x := mat.Col(nil, 0, normal(n, 1, seeded(2))), make([]float64, n)
	b.Run("Block256", func(b *testing.B) {
		rows, dst := make([]int, 256), mat.NewDense(256, n, nil)
		for b.Loop() {
			a.Block(dst, rows, nil)
		}
	})
	b.Run("MulTo1", func(b *testing.B) {
		in, out := mat.NewDense(n, 1, y), mat.NewDense(n, 1, x)
		for b.Loop() {
			a.MulTo(out, in)
		}
	})
}
