package paper

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/claim"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
)

// sketches are the entries on random features of the polynomial kernel.
func sketches() []Entry { return []Entry{tensorSketchDegree()} }

// onPositivePoints fits `tensor-sketch` to n points of length 1 with positive coordinates, the sizes of normal numbers,
// in place of the data. The error is that of K̃'s diagonal: for x = y the variances are largest beside k(x, y).
func onPositivePoints(n, d, reps int, m float64, degrees []float64) Run {
	run := Run{Data: "blobs", Change: func(s *sweep.Spec) {
		s.N, s.Test, s.Reps, s.Kernel, s.Methods, s.Figures = n, 0, reps, "polynomial", []string{"tensor-sketch"}, sweep.Figures{}
		s.Width, s.Values = kernel.Width{}.WithGamma(1), model.Values{kernel.OffsetName: 0, model.BudgetName: m}
		s.Over = []sweep.Axis{{Name: model.SketchName, Values: []float64{model.SketchCount, model.SketchRademacher, model.SketchComplex}},
			{Name: kernel.DegreeName, Values: degrees}}
	}}
	return run.measure("the error of K̃'s diagonal on points with positive coordinates and length 1 in place of the data, beside its standard deviation", func(ctx context.Context, plan *sweep.Plan) ([]Row, error) {
		var rows []Row
		for _, cell := range plan.Cells {
			function := cell.Kernel.Function().(model.Power)
			_, _, degree := function.Power()
			kind, rng := int(cell.Params[model.SketchName]), rand.New(rand.NewPCG(cell.Draw.Seed, uint64(cell.Draw.Rep)))
			x := mat.NewDense(cell.Draw.N, d, nil)
			x.Apply(func(int, int, float64) float64 { return math.Abs(rng.NormFloat64()) }, x)
			for i := range cell.Draw.N {
				floats.Scale(1/floats.Norm(x.RawRowView(i), 2), x.RawRowView(i))
			}
			g := model.NewGram(model.NewPoints(x, function.Geometry()), function)
			a, err := cell.Fitter().Fit(ctx, g, cell.Generator())
			if err != nil {
				return nil, err
			}
			diag := make([]float64, cell.Draw.N)
			a.Diag(diag)
			floats.AddConst(-1, diag) // k(x, x) = 1
			variance := 0.0
			for i := range diag {
				variance += diagonalVariance(kind, m, float64(degree), x.RawRowView(i)) / float64(len(diag))
			}
			rows = append(rows, measured(model.SketchKinds()[kind], cell.Draw.Rep, map[string]float64{"degree": float64(degree)},
				map[string]float64{"squared_error": floats.Dot(diag, diag) / float64(len(diag)), "variance": variance}))
		}
		return rows, ctx.Err()
	})
}

// diagonalVariance returns the variance of K̃ᵢᵢ for the kernel (x·y)^p and a point of length 1, see
// [gramscope/approx.TensorSketch].
func diagonalVariance(kind int, m, p float64, x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v * v * v * v
	}
	all, pairs := math.Pow(3-2*s, p), 2*math.Pow(2-s, p)
	switch kind {
	case model.SketchRademacher:
		return (all - 1) / m
	case model.SketchComplex:
		return (pairs - 2) / m
	}
	return (pairs-2)/m + (2-math.Mod(m, 2))*(all-pairs+1)/(m*m)
}

// tensorSketchDegree: at seeds 1 to 5 the factors are 1.99, 2.92 and 1.98, and up to degree 4 the squared errors are 0.77
// to 1.31 times the variances. At degree 10 they are 0.15 to 3.3 times those of rademacher.
func tensorSketchDegree() Entry {
	degrees := []float64{2, 3, 4, 6, 8, 10}
	return Entry{
		Name: "tensor-sketch-degree", Paper: "Wacker, Ohana and Filippone 2024", Item: "the embedding dimension",
		Title:   "the variance of sketches of the polynomial kernel over its degree p",
		Reports: "Sketches of real projections need O(3^p) features for an accuracy, and complex-to-real sketches O(2^p).",
		Differs: "The variance is that of K̃'s diagonal by the formulas, on 100 points of length 1 in 64 dimensions, at m = 1000. The squared errors of 20 draws agree with it " +
			"up to degree 4. At degree 10 much of the variance is that of rare draws, for real sketches above all: the mean of 20 squared errors is mostly lower, and at times far above. " +
			"TensorSketch is said to need O(3^p) as well, but has that in 1/m² only, and 2^p in 1/m: at m = 1000 its variance is nearly that of complex-to-real sketches.",
		Runs:    []Run{onPositivePoints(100, 64, 20, 1000, degrees)},
		Columns: []string{"degree", "squared_error", "variance"},
		Chart:   &Chart{X: "degree", Y: "squared_error", Also: []string{"variance"}, LogY: true},
		check: func(f *Findings) {
			const agreeing = 4 // the largest degree at which the draws show the variance
			for _, name := range model.SketchKinds() {
				from, to := f.mean(0, name, "variance", at{"degree": agreeing}), f.mean(0, name, "variance", at{"degree": 10})
				least := map[string]float64{"count": 1.8, "rademacher": 2.8, "complex": 1.8}[name]
				f.evidence.Between("with each degree the variance of "+name+" grows by a factor", math.Pow(to/from, 1./(10-agreeing)), least, least+0.2)
				for _, degree := range f.values(0, "degree") {
					where := at{"degree": degree}
					if degree <= agreeing {
						f.evidence.Between("the squared error of "+name+" over its variance at "+where.String(), f.mean(0, name, "squared_error", where)/f.mean(0, name, "variance", where), 0.6, 1.5)
					}
				}
			}
			for _, degree := range f.values(0, "degree") {
				if degree >= agreeing {
					where := at{"degree": degree}
					f.evidence.AtMostTimes(claim.Of("the squared error of complex at "+where.String(), f.mean(0, "complex", "squared_error", where)), 0.7,
						claim.Of("that of rademacher", f.mean(0, "rademacher", "squared_error", where)))
				}
			}
		},
	}
}
