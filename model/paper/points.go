package paper

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
)

// onNormalPoints fits a method to n points of N(0, I_p) in place of the data, for the p of its arguments. Where
// frequencies are swept the kernel is Gaussian with σ² = p, and rows are named iid or qmc. Those of frequencies at a
// Halton sequence that is not randomised, with 2·⌊m/2⌋ features, are named halton.
func onNormalPoints(ctx context.Context, plan *sweep.Plan, arguments []string) (rows []Row, err error) {
	for i := range arguments {
		for _, cell := range plan.Cells {
			p := int(argument(arguments, i))
			rng := rand.New(rand.NewPCG(cell.Draw.Seed, uint64(1000*p+cell.Draw.Rep)))
			x := mat.NewDense(cell.Draw.N, p, nil)
			x.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, x)
			function, name := cell.Kernel.Function(), "normal"
			frequencies, draws := cell.Params[model.FrequenciesName]
			if draws {
				names := map[float64]string{model.FrequenciesIID: "iid", model.FrequenciesQMC: "qmc"}
				function, name = kernel.Gaussian{Gamma: 1 / float64(2*p)}, names[frequencies]
			}
			g := model.NewGram(model.NewPoints(x, function.Geometry()), function)
			k, err := g.Symmetric(ctx)
			if err != nil {
				return nil, err
			}
			values, _, err := g.Leading(ctx, 1, rng)
			if err != nil {
				return nil, err
			}
			norm := mat.Norm(k, 2)
			add := func(name string, approximate *mat.Dense) {
				approximate.Sub(approximate, k)
				figures := map[string]float64{"error": mat.Norm(approximate, 2) / norm, "stable_rank": math.Pow(norm/values[0], 2)}
				figures["expected"], figures["limit"] = normalStableRank(cell.Draw.N, p, cell.Kernel.Sigma())
				rows = append(rows, measured(plan, cell, name, map[string]float64{"p": float64(p)}, figures))
			}
			_, approximate, err := fitted(ctx, cell, g)
			if err != nil {
				return nil, err
			}
			add(name, approximate)
			if draws && frequencies == model.FrequenciesIID {
				h := int(cell.Params[model.BudgetName]) / 2
				points, w := mat.NewDense(h, p+1, nil), mat.NewDense(h, p, nil)
				model.Halton(points, nil)
				kernel.Gaussian{Gamma: 1 / float64(2*p)}.FrequenciesAt(w, points)
				f := model.Part{Frequencies: w, Width: 2 * h}.Features(function, x)
				approximate.Mul(f, f.T())
				add("halton", approximate)
			}
		}
	}
	return rows, nil
}

// normalStableRank returns the first-order approximation of the stable rank for n points of N(0, I_p) and the Gaussian
// kernel of width sigma > 0, whose diagonal of ones adds n to ‖K‖²_F and 1 to λ₁, and its limit for n → ∞. ‖K‖²_F/n²
// and λ₁/n tend to (1+4/σ²)^(−p/2) and, with a = ¼, b = 1/(2σ²) and A = a+b+√(a²+2ab), to (2a/A)^(p/2).
func normalStableRank(n, p int, sigma float64) (atN, limit float64) {
	size, half, b := float64(n), float64(p)/2, 1/(2*sigma*sigma)
	squares := math.Pow(1+4/(sigma*sigma), -half)
	largest := math.Pow(0.5/(0.25+b+math.Sqrt(0.0625+b/2)), half)
	return (size + size*(size-1)*squares) / math.Pow(1+(size-1)*largest, 2), squares / (largest * largest)
}

// onPositivePoints fits `tensor-sketch` to n points of length 1 in place of the data. Their dimension is the argument,
// and their coordinates are the absolute values of normal numbers. The error is that of K̃'s diagonal: for x = y the
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
		variance, m := 0.0, cell.Params[model.BudgetName]
		for i := range diag {
			variance += diagonalVariance(kind, m, float64(degree), x.RawRowView(i)) / float64(len(diag))
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
