package form

import (
	"context"
	"errors"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// ExtendedOnAll extends F to new points by the kernel at all points: φ(z) = k(z, X)·F(FᵀF)⁺, which is
// Nyström's extension of eigenvectors. It is for an F made from all of K, and costs n kernel values for
// each new point. It returns a.
func (a *Factor) ExtendedOnAll() *Factor {
	return a.ExtendedBy(func(ctx context.Context) (model.Part, error) {
		b, err := a.dual(ctx)
		return OnLandmarks(a.x, nil, Chain{{Dense: b}}, a.q), err
	})
}

// ExtendedBy sets the function that makes the extension to new points, for an F that no feature map has
// made. It returns a.
func (a *Factor) ExtendedBy(part func(context.Context) (model.Part, error)) *Factor {
	a.own = part
	return a
}

// dual returns F(FᵀF)⁺, n×q, without those directions of F that are as small as rounding errors.
func (a *Factor) dual(ctx context.Context) (*mat.Dense, error) {
	gram, err := a.normal(ctx, 0)
	if err != nil {
		return nil, err
	}
	values, v, err := linalg.Eigen(ctx, gram)
	if err != nil {
		return nil, err
	}
	for j, value := range values {
		scale := 0.0
		if value > float64(a.q)*linalg.Eps*values[0] {
			scale = 1 / math.Sqrt(value)
		}
		blas64.Scal(scale, linalg.Column(v, j))
	}
	var inverse, out mat.Dense
	inverse.Mul(v, v.T())
	out.Mul(a.f, &inverse)
	return &out, nil
}

// Extension has one part: the feature map that made F, or what ExtendedBy or ExtendedOnAll set.
func (a *Factor) Extension(ctx context.Context) (*model.Extension, error) {
	part, isOwn := a.part, a.own != nil
	if isOwn {
		var err error
		if part, err = a.own(ctx); err != nil {
			return nil, err
		}
	}
	return &model.Extension{Kernel: a.kernel, Parts: []model.Part{part}, Product: a.q > 0 && !isOwn}, nil
}

// Decompose computes the eigenpairs of FᵀF, q×q, or of F·Fᵀ if that is smaller. With the eigenvectors V of FᵀF, λⱼ =
// ‖F·vⱼ‖² and Q = F·V·diag(λ)^(−1/2). FᵀF squares the condition, so Q is orthonormal only to eps·λ₁/λⱼ. A ridge
// solution weights this error by λⱼ/(λⱼ+μ), so its relative error is about eps·λ₁/μ, as for solving with K̃+μI itself.
func (a *Factor) Decompose(ctx context.Context) (*model.Decomposition, error) {
	d := &model.Decomposition{N: a.n, Groups: make([]model.EigenGroup, 1)}
	if a.q == 0 {
		return d, nil
	}
	gram, err := a.smaller(ctx)
	if err != nil {
		return nil, err
	}
	values, v, err := linalg.Eigen(ctx, gram)
	if err != nil {
		return nil, err
	}
	r := linalg.BeyondRounding(values)
	v = linalg.FirstColumns(v, r)
	if a.q > a.n {
		back := mat.NewDense(a.q, r, nil)
		back.Mul(a.rows(linalg.Sequence(0, a.n)).T(), v)
		d.Groups[0] = model.EigenGroup{Values: values[:r], Q: v, Back: back}
		return d, nil
	}
	image := mat.NewDense(a.n, r, nil)
	for lo, f := range a.pieces() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		rows, _ := f.Dims()
		image.Slice(lo, lo+rows, 0, r).(*mat.Dense).Mul(f, v)
	}
	squares, inverse := linalg.ColumnSquares(image), make([]float64, r)
	for j, square := range squares {
		norm := math.Sqrt(square)
		if inverse[j] = 1; norm > 0 {
			inverse[j] = 1 / norm
		}
		blas64.Scal(norm, linalg.Column(v, j))
	}
	for i := range a.n {
		floats.Mul(image.RawRowView(i), inverse)
	}
	d.Groups[0] = model.EigenGroup{Values: squares, Q: image, Back: v}
	return d, nil
}

// smaller returns the smaller of FᵀF and FFᵀ. Both have the nonzero eigenvalues of K̃. The error is the context's.
func (a *Factor) smaller(ctx context.Context) (*mat.SymDense, error) {
	if a.q <= a.n {
		return a.normal(ctx, 0)
	}
	g := mat.NewSymDense(a.n, nil)
	return g, linalg.Syrk(ctx, blas.NoTrans, 1, a.rows(linalg.Sequence(0, a.n)).RawMatrix(), 0, g.RawSymmetric())
}

// Extension has a part for each block, which is the kernel at the block's rows. A part applies to the
// points whose nearest centre is the mean of these rows.
func (a *Blocks) Extension(context.Context) (*model.Extension, error) {
	e := &model.Extension{Kernel: a.kernel, Centres: a.centres, Space: a.space}
	for _, rows := range a.members {
		e.Parts = append(e.Parts, OnLandmarks(a.x, rows, nil, len(rows)))
	}
	return e, nil
}

// means returns the mean point of each group of rows, one in each row of the result.
func means(x *mat.Dense, members [][]int) *mat.Dense {
	_, d := x.Dims()
	out := mat.NewDense(len(members), d, nil)
	for s, rows := range members {
		mean := out.RawRowView(s)
		for _, i := range rows {
			floats.AddScaled(mean, 1/float64(len(rows)), x.RawRowView(i))
		}
	}
	return out
}

// Decompose returns one group for each block, with all eigenpairs of the block.
func (a *Blocks) Decompose(ctx context.Context) (*model.Decomposition, error) {
	d := &model.Decomposition{N: len(a.owner), Groups: make([]model.EigenGroup, len(a.members))}
	failed := make([]error, len(a.members))
	linalg.Parallel(len(a.members), func(lo, hi int) {
		for s := lo; s < hi; s++ {
			values, v, err := linalg.Eigen(ctx, linalg.AsSymmetric(mat.DenseCopyOf(a.block[s])))
			if failed[s] = err; err != nil {
				return
			}
			for j, value := range values {
				values[j] = max(0, value)
			}
			d.Groups[s] = model.EigenGroup{Rows: a.members[s], Values: values, Q: v, Back: v}
		}
	})
	return d, errors.Join(failed...)
}

// Extension has a part for each group, which extends the group's columns of W by the kernel at its
// landmarks. A part applies to the points whose nearest centre is the mean of the group.
func (a *Coupled) Extension(context.Context) (*model.Extension, error) {
	e := &model.Extension{Kernel: a.kernel, Centres: a.centres, Space: a.space}
	e.Parts = make([]model.Part, len(a.members))
	for s := range a.groups(nil) {
		e.Parts[s] = OnLandmarks(a.x, a.landmarksOf[s], a.bases[s], a.first[s+1]-a.first[s])
	}
	return e, nil
}

// Decompose computes L = V·diag(λ)·Vᵀ. Then Q = W·V, and Back = V·diag(λ), since k̃(z, X)·α = φ(z)·L·Wᵀα.
func (a *Coupled) Decompose(ctx context.Context) (*model.Decomposition, error) {
	values, v, err := linalg.Eigen(ctx, linalg.AsSymmetric(mat.DenseCopyOf(a.l)))
	if err != nil {
		return nil, err
	}
	tiny := a.negligible()
	var kept []float64
	var columns []int
	for j, value := range values {
		if math.Abs(value) > tiny || (j == len(values)-1 && kept == nil) {
			kept, columns = append(kept, value), append(columns, j)
		}
	}
	v = linalg.Columns(v, columns)
	q := mat.NewDense(len(a.owner), len(kept), nil)
	a.up(q, v)
	for j, value := range kept {
		blas64.Scal(value, linalg.Column(v, j))
	}
	return &model.Decomposition{N: len(a.owner), Groups: []model.EigenGroup{{Values: kept, Q: q, Back: v}}}, nil
}
