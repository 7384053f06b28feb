package paper

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
)

// onCube fits the methods to n uniform points of the unit cube in p dimensions, with the Matérn kernel of ν = 3/2 and
// the width 2·n^(−1/p), twice the usual distance of neighbours, for the p of its arguments. The targets are a draw of its Gaussian
// process, with noise of a tenth of the variance. Test points are as many as a quarter of the rows.
func onCube(ctx context.Context, plan *sweep.Plan, arguments []string) (rows []Row, err error) {
	for i := range arguments {
		p, problems := argument(arguments, i), map[int]*drawn{}
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
			rows = append(rows, measured(plan, cell, cell.Method.Name, map[string]float64{"p": p}, figures))
		}
	}
	return rows, nil
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
