package paper

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/sweep"
)

// traces are the entries on traces that are estimated from products with a matrix.
func traces() []Entry { return []Entry{xnystraceRate()} }

// xnystraceRate: the errors over the standard errors are means over 20 draws, 0.8 in expectation if those are right.
func xnystraceRate() Entry {
	const plain, nystrom = "Girard–Hutchinson", "XNysTrace"
	most := 160.0
	run := Run{Data: "friedman", Change: func(s *sweep.Spec) {
		s.N, s.Test, s.Reps, s.Methods, s.Figures = 600, 0, 20, []string{"nystrom"}, sweep.Figures{}
		s.Assignment = s.Assignment.With(model.SigmaName, 4)
		s.Over = []sweep.Axis{{Name: model.BudgetName, Values: []float64{10, 20, 40, 80, most}}}
	}}.measure("two estimates of tr K from its products with m Gaussian vectors", func(ctx context.Context, plan *sweep.Plan) ([]Row, error) {
		var rows []Row
		for _, cell := range plan.Cells {
			g, err := plan.Gram(ctx, cell)
			if err != nil {
				return nil, err
			}
			n, products := g.N(), int(cell.Params[model.BudgetName])
			rng := rand.New(rand.NewPCG(cell.Draw.Seed, uint64(1000*products+cell.Draw.Rep)))
			omega := mat.NewDense(n, products, nil)
			omega.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, omega)
			y := mat.NewDense(n, products, nil)
			if err := g.MulTo(ctx, y, omega); err != nil {
				return nil, err
			}
			diagonal := make([]float64, n)
			g.Diag(diagonal)
			trace := mat.Sum(mat.NewVecDense(n, diagonal))
			add := func(name string, e exact.Estimate) {
				rows = append(rows, measured(name, cell.Draw.Rep, map[string]float64{"m": float64(products)},
					map[string]float64{"error": math.Abs(e.Value-trace) / trace, "se": e.SE / trace}))
			}
			add(plain, exact.GirardHutchinson(omega, y))
			add(nystrom, exact.XNysTrace(omega, y))
		}
		return rows, ctx.Err()
	})
	return Entry{
		Name: "xnystrace-rate", Paper: "Epperly, Tropp and Webber 2024", Item: "experiments with the number of products",
		Title:   "the error of a trace over the number of products with the matrix, by XNysTrace and by the mean of quadratic forms",
		Reports: "The error of Girard's and Hutchinson's estimate falls as 1/√s over the number s of products, and that of XNysTrace as the eigenvalues beyond the first s, which for decaying eigenvalues is much faster.",
		Differs: "The matrix is a Gaussian kernel matrix of ten features at σ = 4, and not one with prescribed eigenvalues. Errors are means over 20 draws of the vectors, which are normalised for both estimates.",
		Runs:    []Run{run},
		Columns: []string{"m", "error", "se"},
		Chart:   &Chart{X: "m", Y: "error", LogX: true, LogY: true, XTitle: "products with K", YTitle: "relative error of tr K"},
		check: func(f *Findings) {
			f.evidence.Between("the exponent of s in the error of the mean", slope(f.points(0, plain, "m", "error", at{})), -0.75, -0.25)
			f.evidence.AtMost("in that of XNysTrace", slope(f.points(0, nystrom, "m", "error", at{})), -1.2)
			last := at{"m": most}
			f.evidence.AtMost("at s = 160 the error of XNysTrace over that of the mean", f.mean(0, nystrom, "error", last)/f.mean(0, plain, "error", last), 0.1)
			for _, m := range f.values(0, "m") {
				where := at{"m": m}
				f.evidence.Between("the error of XNysTrace over its standard error at "+where.String(), f.mean(0, nystrom, "error", where)/f.mean(0, nystrom, "se", where), 0.4, 1.4)
			}
		},
	}
}
