package paper

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/claim"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
)

// neighbours are the entries on sparse Cholesky factors of the inverse.
func neighbours() []Entry { return []Entry{sparseDivergence()} }

// onCube fits the methods to n uniform points of the unit cube in p dimensions, with the Matérn kernel of ν = 3/2 and
// the width 2·n^(−1/p), twice the usual distance of neighbours. The targets are a draw of its Gaussian process, with noise of a
// tenth of the variance. Test points are as many as a quarter of the rows.
func onCube(n, reps int, dims, budgets []float64, methods ...string) Run {
	run := Run{Data: "blobs", Change: func(s *sweep.Spec) {
		s.N, s.Test, s.Reps, s.Methods, s.Figures = n, 0, reps, methods, sweep.Figures{}
		s.Over = []sweep.Axis{{Name: model.BudgetName, Values: budgets}}
	}}
	return run.measure("the divergence, and the errors of K̃ and of predictions, on uniform points in p dimensions in place of the data", func(ctx context.Context, plan *sweep.Plan) ([]Row, error) {
		var rows []Row
		for _, p := range dims {
			problems := map[int]*drawn{}
			for _, cell := range plan.Cells {
				rep := cell.Draw.Rep
				if problems[rep] == nil {
					problems[rep] = drawOnCube(cell.Draw.N, int(p), rand.New(rand.NewPCG(cell.Draw.Seed, uint64(1000*int(p)+rep))))
				}
				a, err := cell.Fitter().Fit(ctx, problems[rep].gram.View(), cell.Generator())
				if err != nil {
					return nil, err
				}
				figures, err := problems[rep].compare(ctx, a)
				if err != nil {
					return nil, err
				}
				rows = append(rows, measured(cell.Method.Name, rep, map[string]float64{"p": p, "m": cell.Params[model.BudgetName]}, figures))
			}
		}
		return rows, ctx.Err()
	})
}

// drawn is a regression on targets of the kernel's own Gaussian process.
type drawn struct {
	gram        *model.Gram
	k           *mat.Dense
	logDet      float64 // of K
	test        *mat.Dense
	y, truth    []float64 // targets at the rows, and the function at the test points
	exact, mean float64   // root mean square errors of the exact regression, and of 0
}

// noise is the variance of the noise, and the ridge: the kernel's variance is 1.
const noise = 0.1

func drawOnCube(n, p int, rng *rand.Rand) *drawn {
	function := kernel.Matern{TwoNu: 3, Length: 2 * math.Pow(float64(n), -1/float64(p))}
	all := mat.NewDense(n+n/4, p, nil)
	all.Apply(func(int, int, float64) float64 { return rng.Float64() }, all)
	whole := mat.NewDense(n+n/4, n+n/4, nil)
	model.NewGram(model.NewPoints(all, function.Geometry()), function).Block(whole, nil, nil)
	var of mat.Cholesky
	of.Factorize(mat.NewSymDense(n+n/4, whole.RawMatrix().Data))
	root := new(mat.TriDense)
	of.LTo(root)
	normal := mat.NewVecDense(n+n/4, nil)
	for i := range normal.Len() {
		normal.SetVec(i, rng.NormFloat64())
	}
	values := mat.NewVecDense(n+n/4, nil)
	values.MulVec(root, normal)
	d := &drawn{test: all.Slice(n, n+n/4, 0, p).(*mat.Dense), truth: values.RawVector().Data[n:], y: make([]float64, n)}
	for i := range d.y {
		d.y[i] = values.AtVec(i) + math.Sqrt(noise)*rng.NormFloat64()
	}
	x := mat.DenseCopyOf(all.Slice(0, n, 0, p))
	d.gram = model.NewGram(model.NewPoints(x, function.Geometry()), function)
	d.k = mat.DenseCopyOf(whole.Slice(0, n, 0, n))
	of.Factorize(mat.NewSymDense(n, mat.DenseCopyOf(d.k).RawMatrix().Data))
	d.logDet = of.LogDet()
	shifted := mat.NewSymDense(n, mat.DenseCopyOf(d.k).RawMatrix().Data)
	for i := range n {
		shifted.SetSym(i, i, 1+noise)
	}
	of.Factorize(shifted)
	alpha := mat.NewVecDense(n, nil)
	if err := of.SolveVecTo(alpha, mat.NewVecDense(n, d.y)); err != nil {
		panic("paper: " + err.Error()) // K + noise·I has the condition of at most n/noise
	}
	var predicted mat.VecDense
	predicted.MulVec(whole.Slice(n, n+n/4, 0, n), alpha)
	d.exact, d.mean = d.rmse(&predicted), d.rmse(mat.NewVecDense(n/4, nil))
	return d
}

// rmse returns the root mean square error of predictions of the function at the test points.
func (d *drawn) rmse(predicted *mat.VecDense) float64 {
	var apart mat.VecDense
	apart.SubVec(predicted, mat.NewVecDense(len(d.truth), d.truth))
	return mat.Norm(&apart, 2) / math.Sqrt(float64(len(d.truth)))
}

// compare returns the error of K̃, the root mean square error of the regression on it relative to that of the exact
// regression, and, if K̃ has a log determinant, the divergence for each row.
func (d *drawn) compare(ctx context.Context, a model.Approximation) (map[string]float64, error) {
	n := d.gram.N()
	rest := mat.NewDense(n, n, nil)
	a.Block(rest, nil, nil)
	rest.Sub(rest, d.k)
	out := map[string]float64{"error": mat.Norm(rest, 2) / mat.Norm(d.k, 2)}
	if regular, is := a.(interface{ LogDet() float64 }); is {
		out["divergence"] = (regular.LogDet() - d.logDet) / float64(2*n)
	}
	alpha := make([]float64, n)
	if err := a.SolveTo(alpha, d.y, noise); err != nil {
		return nil, err
	}
	e, err := a.Extension(ctx)
	if err != nil {
		return nil, err
	}
	pairs, err := a.Decompose(ctx)
	if err != nil {
		return nil, err
	}
	weights := pairs.Weights(pairs.Project(alpha))
	predicted := e.Predictor(mat.NewDense(len(weights), 1, weights)).Predict(d.test)
	out["rmse_ratio"] = d.rmse(mat.NewVecDense(len(d.truth), predicted.RawMatrix().Data)) / d.exact
	out["mean_ratio"] = d.mean / d.exact
	return out, nil
}

// sparseDivergence: at seed 1 the divergence for each row falls from 0.19 to 1e-4 at d = 2 and from 0.27 to 4e-3 at d = 3, and the
// test errors at m = 32 are within 2 % of exact regression, where those of rpcholesky are 1.8 to 2.4 times as large.
func sparseDivergence() Entry {
	const sparse, low = "sparse-cholesky", "rpcholesky"
	dims, budgets := []float64{1, 2, 3}, []float64{2, 4, 8, 16, 32}
	const rounded = 1e-6 // near it the divergence is that of the ridge of each local system, which more neighbours do not lower
	return Entry{
		Name: "sparse-cholesky-divergence", Paper: "Schaefer, Katzfuss and Owhadi 2021", Item: "theorem and experiments on the divergence",
		Title:   "divergence and test error of a sparse Cholesky factor of the inverse over the neighbours, where K has a high rank",
		Reports: "The Kullback–Leibler divergence of the factor falls exponentially with the diameter of its pattern, which grows with the root of order d of the neighbours. (The theorem is for Green's functions of elliptic operators, of which Matérn kernels are some.)",
		Differs: "The neighbours are a fixed number of the nearest, without aggregation, on 600 uniform points. The noise has a tenth of the function's variance, and is added to K̃. " +
			"In one dimension the kernel is nearly one of two neighbours.",
		Runs:    []Run{onCube(600, 4, dims, budgets, low, sparse)},
		Columns: []string{"p", "m", "divergence", "error", "rmse_ratio", "mean_ratio"},
		Chart:   &Chart{X: "m", Y: "rmse_ratio", By: "p", LogX: true, XTitle: "neighbours, or columns", YTitle: "test error over that of exact regression"},
		check: func(f *Findings) {
			most := budgets[len(budgets)-1]
			for _, p := range dims {
				of := func(method, column string, m float64) claim.Figure {
					return claim.Of(fmt.Sprintf("%s of %s at d = %v, m = %v", column, method, p, m), f.mean(0, method, column, at{"p": p, "m": m}))
				}
				for i := 1; i < len(budgets) && of(sparse, "divergence", budgets[i-1]).Value > rounded; i++ {
					f.evidence.AtMostTimes(of(sparse, "divergence", budgets[i]), 0.9, of(sparse, "divergence", budgets[i-1]))
				}
				f.evidence.AtMostTimes(of(sparse, "divergence", most), 0.1, of(sparse, "divergence", budgets[0]))
				f.evidence.AtMost(of(sparse, "error", most).Name, of(sparse, "error", most).Value, 0.1)
				f.evidence.AtLeastTimes(of(low, "error", most), 4, of(sparse, "error", most))
				f.evidence.AtMost(of(sparse, "rmse_ratio", most).Name, of(sparse, "rmse_ratio", most).Value, 1.05)
				f.evidence.AtLeastTimes(of(low, "rmse_ratio", most), 1.5, of(sparse, "rmse_ratio", most))
			}
		},
	}
}
