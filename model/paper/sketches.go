package paper

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/sweep"
)

// onPositivePoints fits `tensor-sketch` to n points of length 1 in so many dimensions, its argument, with positive
// coordinates, the sizes of normal numbers, in place of the data. The error is that of K̃'s diagonal: for x = y the
// variances are largest beside k(x, y).
func onPositivePoints(ctx context.Context, plan *sweep.Plan, arguments []string) (rows []Row, err error) {
	for _, cell := range plan.Cells {
		function := cell.Kernel.Function().(model.Power)
		_, _, degree := function.Power()
		kind, rng := int(cell.Params[model.SketchName]), rand.New(rand.NewPCG(cell.Draw.Seed, uint64(cell.Draw.Rep)))
		x := mat.NewDense(cell.Draw.N, int(argument(arguments, 0)), nil)
		x.Apply(func(int, int, float64) float64 { return math.Abs(rng.NormFloat64()) }, x)
		for i := range cell.Draw.N {
			floats.Scale(1/floats.Norm(x.RawRowView(i), 2), x.RawRowView(i))
		}
		a, err := cell.Fitter().Fit(ctx, model.NewGram(model.NewPoints(x, function.Geometry()), function), cell.Generator())
		if err != nil {
			return nil, err
		}
		diag := make([]float64, cell.Draw.N)
		a.Diag(diag)
		floats.AddConst(-1, diag) // k(x, x) = 1
		variance := 0.0
		for i := range diag {
			variance += diagonalVariance(kind, cell.Params[model.BudgetName], float64(degree), x.RawRowView(i)) / float64(len(diag))
		}
		rows = append(rows, measured(plan, cell, model.SketchKinds()[kind], nil,
			map[string]float64{"squared_error": floats.Dot(diag, diag) / float64(len(diag)), "variance": variance}))
	}
	return rows, nil
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
