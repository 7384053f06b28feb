package paper

import (
	"context"
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/claim"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
)

// frequencies are the entries on random Fourier features whose frequencies are chosen together.
func frequencies() []Entry { return []Entry{qmcRate(), qmcDimensions()} }

const plainHalton = "qmc, not random"

// onNormalPoints fits `fourier` with its frequencies drawn in two ways to n points of N(0, I_p), for which the
// Gaussian kernel has σ² = p, and with plain also to the frequencies at a Halton sequence that is not randomised.
func onNormalPoints(n, reps int, dims []int, budgets []float64, plain bool) Run {
	run := Run{Data: "blobs", Change: func(s *sweep.Spec) {
		s.N, s.Test, s.Reps, s.Methods, s.Figures = n, 0, reps, []string{"fourier"}, sweep.Figures{}
		s.Over = []sweep.Axis{{Name: model.FrequenciesName, Values: []float64{model.FrequenciesIID, model.FrequenciesQMC}}, {Name: model.BudgetName, Values: budgets}}
	}}
	return run.measure("the error on n points drawn from N(0, I) in p dimensions in place of the data, at σ² = p", func(ctx context.Context, plan *sweep.Plan) ([]Row, error) {
		var rows []Row
		for _, p := range dims {
			function := kernel.Gaussian{Gamma: 1 / float64(2*p)}
			for _, cell := range plan.Cells {
				rng := rand.New(rand.NewPCG(cell.Draw.Seed, uint64(1000*p+cell.Draw.Rep)))
				x := mat.NewDense(cell.Draw.N, p, nil)
				x.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, x)
				g := model.NewGram(model.NewPoints(x, function.Geometry()), function)
				k, err := g.Symmetric(ctx)
				if err != nil {
					return nil, err
				}
				add := func(name string, rest *mat.Dense) {
					rest.Sub(rest, k)
					rows = append(rows, measured(name, cell.Draw.Rep, map[string]float64{"p": float64(p), "m": cell.Params[model.BudgetName]},
						map[string]float64{"error": mat.Norm(rest, 2) / mat.Norm(k, 2)}))
				}
				a, err := cell.Fitter().Fit(ctx, g, cell.Generator())
				if err != nil {
					return nil, err
				}
				iid := cell.Params[model.FrequenciesName] == model.FrequenciesIID
				approximate := mat.NewDense(cell.Draw.N, cell.Draw.N, nil)
				a.Block(approximate, nil, nil)
				add(map[bool]string{true: "iid", false: "qmc"}[iid], approximate)
				if plain && iid {
					h := int(cell.Params[model.BudgetName]) / 2
					points, w := mat.NewDense(h, p+1, nil), mat.NewDense(h, p, nil)
					model.Halton(points, nil)
					function.FrequenciesAt(w, points)
					f := model.Part{Frequencies: w, Width: 2 * h}.Features(function, x)
					approximate.Mul(f, f.T())
					add(plainHalton, approximate)
				}
			}
		}
		return rows, ctx.Err()
	})
}

// qmcRate: at seeds 1 to 6 the exponents at random are −0.59 to −0.46, and by quasi-Monte Carlo −0.95 to −0.92 at
// d = 2, −0.90 to −0.86 at d = 3 and −0.80 to −0.77 at d = 5.
func qmcRate() Entry {
	dims := []int{2, 3, 5}
	return Entry{
		Name: "qmc-rate", Paper: "Huang, Sun and Huang 2024", Item: "theorem on the error of the kernel",
		Title:   "the error of Fourier features over their number, at random and at quasi-Monte Carlo frequencies",
		Reports: "Quasi-Monte Carlo improves the error from 1/√M to 1/M, up to logarithmic factors, for M features and kernels such as the Gaussian.",
		Differs: "The frequencies are those of a randomised Halton sequence, and the error is ‖K−K̃‖/‖K‖ on 200 normal points instead of the largest one. The logarithmic factors have the exponent d or more, so that the slope is less steep in more dimensions.",
		Runs:    []Run{onNormalPoints(200, 5, dims, []float64{64, 256, 1024, 4096}, false)},
		Columns: []string{"p", "m", "error"},
		Chart:   &Chart{X: "m", Y: "error", By: "p", LogX: true, LogY: true, XTitle: "features"},
		check: func(f *Findings) {
			least := map[float64]float64{2: -0.8, 3: -0.75, 5: -0.65}
			for _, p := range f.values(0, "p") {
				f.evidence.Between(fmt.Sprintf("at d = %v the exponent of M in the error, at random", p), slope(f.points(0, "iid", "m", "error", at{"p": p})), -0.65, -0.35)
				f.evidence.Between(fmt.Sprintf("at d = %v the same by quasi-Monte Carlo", p), slope(f.points(0, "qmc", "m", "error", at{"p": p})), -1.1, least[p])
			}
		},
	}
}

// qmcDimensions: at seeds 1 to 6 the errors of qmc are 0.11 to 0.55 times those at random at d = 2, and 0.68 to 0.98
// times at d = 20. Without randomisation they are 0.09 to 0.56 times at d = 2, and 1.61 to 1.75 times at d = 20, M = 64.
func qmcDimensions() Entry {
	const low, high = 2, 20
	return Entry{
		Name: "qmc-dimensions", Paper: "Huang and Huang 2025", Item: "experiments",
		Title:   "quasi-Monte Carlo frequencies with and without randomisation, in few and in many dimensions",
		Reports: "Randomised quasi-Monte Carlo features are stable in low and in moderately high dimensions, while those without randomisation become much worse as the dimension grows.",
		Differs: "The sequence is Halton's, with digits permuted at random. The error is ‖K−K̃‖/‖K‖ on 200 normal points.",
		Runs:    []Run{onNormalPoints(200, 5, []int{low, high}, []float64{64, 256, 1024}, true)},
		Columns: []string{"p", "m", "error"},
		Chart:   &Chart{X: "m", Y: "error", By: "p", LogX: true, LogY: true, XTitle: "features"},
		check: func(f *Findings) {
			of := func(name string, p, m float64) claim.Figure {
				return claim.Of(fmt.Sprintf("%s at d = %v, M = %v", name, p, m), f.mean(0, name, "error", at{"p": p, "m": m}))
			}
			for _, m := range f.values(0, "m") {
				f.evidence.AtMostTimes(of(plainHalton, low, m), 0.8, of("iid", low, m))
				f.evidence.AtMostTimes(of("qmc", low, m), 0.8, of("iid", low, m))
				f.evidence.AtMostTimes(of("qmc", high, m), 1.1, of("iid", high, m))
			}
			f.evidence.AtLeastTimes(of(plainHalton, high, 64), 1.3, of("iid", high, 64))
			f.evidence.AtLeastTimes(of(plainHalton, high, 64), 1.3, of("qmc", high, 64))
		},
	}
}
