package paper

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// matrixOf returns K of a cell, and all its entries.
func matrixOf(ctx context.Context, plan *sweep.Plan, cell trial.Setting) (*model.Gram, *mat.SymDense, error) {
	drawn, err := plan.Rows(cell)
	if err != nil {
		return nil, nil, err
	}
	g := drawn.Gram(cell.Kernel)
	k, err := g.Symmetric(ctx)
	return g, k, err
}

// iterates returns figures of the column space U of als after 1, 2, … iterations from the same start and sample, or of
// the only K̃ of a method without iterations. The arguments are the rank r of the eigenvectors of K to which it is
// compared, and the largest number of iterations. The gap λᵣ−λᵣ₊₁ is in units of 12·ln(2/δ)/√r at δ = 0.05. The errors
// are those of U·Λ·Uᵀ, of K·U·Uᵀ, the factorisation in two factors, and of the r eigenpairs.
func iterates(ctx context.Context, plan *sweep.Plan, arguments []string) (rows []Row, err error) {
	rank, most := int(argument(arguments, 0)), int(argument(arguments, 1))
	for _, cell := range plan.Cells {
		g, k, err := matrixOf(ctx, plan, cell)
		if err != nil {
			return nil, err
		}
		values, vectors, err := g.Leading(ctx, rank+1, rand.New(rand.NewPCG(1, 2)))
		if err != nil {
			return nil, err
		}
		u := vectors.Slice(0, g.N(), 0, rank).(*mat.Dense)
		best, coherence := relativeError(k, u, values[:rank]), coherenceOf(u)
		method, steps := cell, 1
		if _, iterative := cell.Params[model.IterationsName]; iterative {
			steps = most
		}
		for t := 1; t <= steps; t++ {
			if steps > 1 {
				method = cell.With(model.IterationsName, float64(t))
			}
			q, of, err := pairsOf(ctx, method, cell.Generator(), g)
			if err != nil {
				return nil, err
			}
			asked, last, next := map[string]float64{"iterations": float64(t)}, values[rank-1], values[rank]
			rows = append(rows, measured(plan, cell, cell.Method.Name, asked, map[string]float64{
				"ratio": next / last, "gap": (last - next) * math.Sqrt(float64(rank)) / (12 * math.Log(2/0.05)),
				"distance": distance(q, u), "mu_exact": coherence, "mu_approx": coherenceOf(q),
				"mu_bound": math.Sqrt(values[0]/last) * coherence,
				"error":    relativeError(k, q, of), "error_two": relativeError(k, q, nil), "error_best": best,
			}))
		}
	}
	return rows, nil
}

// pairsOf returns the eigenvectors, as columns, and the eigenvalues of a method's K̃.
func pairsOf(ctx context.Context, method trial.Setting, rng *rand.Rand, g *model.Gram) (*mat.Dense, []float64, error) {
	a, err := method.Fitter().Fit(ctx, g, rng)
	if err != nil {
		return nil, nil, err
	}
	d, err := a.Decompose(ctx)
	if err != nil {
		return nil, nil, err
	}
	return d.Groups[0].Q, d.Groups[0].Values, nil
}

// distance returns ‖(I−QQᵀ)U‖₂ for orthonormal columns, the sine of the largest principal angle of their spaces.
func distance(q, u *mat.Dense) float64 {
	var inner, rest mat.Dense
	inner.Mul(q.T(), u)
	rest.Mul(q, &inner)
	rest.Sub(u, &rest)
	var svd mat.SVD
	if !svd.Factorize(&rest, mat.SVDNone) {
		return math.NaN()
	}
	return svd.Values(nil)[0]
}

// relativeError returns the relative error of Q·diag(values)·Qᵀ, or of K·Q·Qᵀ if there are no values.
func relativeError(k *mat.SymDense, q *mat.Dense, values []float64) float64 {
	var left, rest mat.Dense
	if values == nil {
		left.Mul(k, q)
	} else {
		left.Mul(q, mat.NewDiagDense(len(values), values))
	}
	rest.Mul(&left, q.T())
	rest.Sub(k, &rest)
	return mat.Norm(&rest, 2) / mat.Norm(k, 2)
}

// coherenceOf returns μ of orthonormal columns: √(n/r)·maxᵢ‖uᵢ‖.
func coherenceOf(q *mat.Dense) float64 {
	n, r := q.Dims()
	largest := 0.0
	for i := range n {
		largest = max(largest, mat.Norm(q.RowView(i), 2))
	}
	return math.Sqrt(float64(n)/float64(r)) * largest
}

// entries adds to the rows of a sweep the largest entry of |K̃−K| and ‖K̃−K‖²_F, and by how much the sums of K's
// entries and of their squares exceed K̃'s. Where K̃ has a log determinant it adds the divergence of the Gaussian
// processes for each row, (log|K̃| − log|K|)/(2n): K̃⁻¹ of a sparse Cholesky factor is such that tr(K̃⁻¹K) = n.
func entries(ctx context.Context, plan *sweep.Plan, _ []string) ([]Row, error) {
	rows := swept(ctx, plan, 1)
	for i, cell := range plan.Cells[:len(rows)] {
		g, k, err := matrixOf(ctx, plan, cell)
		if err != nil {
			return nil, err
		}
		a, approximate, err := fitted(ctx, cell, g)
		if err != nil {
			return nil, err
		}
		var rest mat.Dense
		rest.Sub(k, approximate)
		squares := func(m mat.Matrix) float64 { return math.Pow(mat.Norm(m, 2), 2) }
		v := rows[i].Values
		v["error_largest"], v["squared_error"] = floats.Norm(rest.RawMatrix().Data, math.Inf(1)), squares(&rest)
		v["sum"], v["sum_squares"] = mat.Sum(k)-mat.Sum(approximate), squares(k)-squares(approximate)
		var of mat.Cholesky
		if regular, is := a.(interface{ LogDet() float64 }); is && of.Factorize(k) {
			v["divergence"] = (regular.LogDet() - of.LogDet()) / float64(2*g.N())
		}
	}
	return rows, nil
}

// traces estimates tr K from its products with m Gaussian vectors in two ways.
func traces(ctx context.Context, plan *sweep.Plan, _ []string) (rows []Row, err error) {
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
		trace := floats.Sum(diagonal)
		add := func(name string, e exact.Estimate) {
			figures := map[string]float64{"error": math.Abs(e.Value-trace) / trace, "se": e.SE / trace}
			rows = append(rows, measured(plan, cell, name, nil, figures))
		}
		add("girard-hutchinson", exact.GirardHutchinson(omega, y))
		add("xnystrace", exact.XNysTrace(omega, y))
	}
	return rows, nil
}
