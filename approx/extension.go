package approx

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

var (
	_ model.Extender = (*factor)(nil)
	_ model.Extender = (*blocks)(nil)
	_ model.Extender = (*coupled)(nil)
)

// extender makes the part by which a factor goes on to new points, when that is
// wanted. The error is the context's.
type extender func(ctx context.Context) (model.Part, error)

// readily is an extender that takes no time to speak of.
func readily(part func() model.Part) extender {
	return func(context.Context) (model.Part, error) { return part(), nil }
}

// extend says how F goes on to new points.
func (a *factor) extend(k model.Kernel, part extender) { a.kernel, a.part = k, part }

// on extends F = K[:, landmarks]·B by the kernel at the landmarks.
func (a *factor) on(g *model.Gram, landmarks []int, b chain) *factor {
	x := g.X() // not g, which may hold all of K
	a.extend(g.Kernel(), readily(func() model.Part { return onLandmarks(x, landmarks, b, a.columns()) }))
	return a
}

// onAll extends F by the kernel at all points: φ(z) = k(z, X)·F(FᵀF)⁺, Nyström's
// extension of eigenvectors, for a factor that rests on all of K. It costs n
// kernel values a point.
func (a *factor) onAll(g *model.Gram) *factor {
	x := g.X()
	a.extend(g.Kernel(), func(ctx context.Context) (model.Part, error) {
		b, err := dual(ctx, a.f)
		if err != nil {
			return model.Part{}, err
		}
		return onLandmarks(x, nil, chain{{dense: b}}, a.columns()), nil
	})
	return a
}

// dual is F(FᵀF)⁺, n×q, without the directions of F that are rounding.
func dual(ctx context.Context, f *mat.Dense) (*mat.Dense, error) {
	_, q := f.Dims()
	gram := mat.NewSymDense(q, nil)
	if err := linalg.Syrk(ctx, blas.Trans, 1, f.RawMatrix(), 0, gram.RawSymmetric()); err != nil {
		return nil, err
	}
	values, v, err := linalg.Eigen(ctx, gram)
	if err != nil {
		return nil, err
	}
	for j, value := range values {
		scale := 0.0
		if value > float64(q)*eps*values[0] {
			scale = 1 / math.Sqrt(value)
		}
		blas64.Scal(scale, column(v, j))
	}
	var inverse, out mat.Dense
	inverse.Mul(v, v.T())
	out.Mul(f, &inverse)
	return &out, nil
}

func column(a *mat.Dense, j int) blas64.Vector {
	raw := a.RawMatrix()
	return blas64.Vector{N: raw.Rows, Inc: raw.Stride, Data: raw.Data[j:]}
}

// Extension has one part.
func (a *factor) Extension(ctx context.Context) (*model.Extension, error) {
	e := &model.Extension{Kernel: a.kernel, Parts: []model.Part{{}}}
	if a.f == nil {
		return e, nil
	}
	var err error
	if e.Parts[0], err = a.part(ctx); err != nil {
		return nil, err
	}
	return e, nil
}

// Decompose computes the eigenpairs of FᵀF, q×q, or of F·Fᵀ where that is
// smaller. With the eigenvectors V, λⱼ = ‖F·vⱼ‖² and Q = F·V·diag(λ)^(−1/2):
// FᵀF squares the condition, so that Q is orthonormal to eps·λ₁/λⱼ only, which
// counts by λⱼ/(λⱼ+μ) in a ridge solution: its relative error is some eps·λ₁/μ, that of
// solving with K̃+μI itself.
func (a *factor) Decompose(ctx context.Context) (*model.Decomposition, error) {
	d := &model.Decomposition{N: a.n, Groups: make([]model.EigenGroup, 1)}
	if a.f == nil {
		return d, nil
	}
	pairs := tallEigen
	if a.columns() > a.n {
		pairs = wideEigen
	}
	var err error
	d.Groups[0], err = pairs(ctx, a.f)
	return d, err
}

func tallEigen(ctx context.Context, f *mat.Dense) (model.EigenGroup, error) {
	n, q := f.Dims()
	gram := mat.NewSymDense(q, nil)
	gram.SymOuterK(1, f.T())
	values, v, err := linalg.Eigen(ctx, gram)
	if err != nil {
		return model.EigenGroup{}, err
	}
	r := beyondRounding(values)
	v = leading(v, r)
	image := mat.NewDense(n, r, nil)
	image.Mul(f, v)
	kept := make([]float64, r)
	for j := range kept {
		norm := blas64.Nrm2(column(image, j))
		kept[j] = norm * norm
		if norm > 0 {
			blas64.Scal(1/norm, column(image, j))
		}
		blas64.Scal(norm, column(v, j))
	}
	return model.EigenGroup{Values: kept, Q: image, Back: v}, nil
}

func wideEigen(ctx context.Context, f *mat.Dense) (model.EigenGroup, error) {
	n, q := f.Dims()
	gram := mat.NewSymDense(n, nil)
	gram.SymOuterK(1, f)
	values, v, err := linalg.Eigen(ctx, gram)
	if err != nil {
		return model.EigenGroup{}, err
	}
	r := beyondRounding(values)
	v = leading(v, r)
	back := mat.NewDense(q, r, nil)
	back.Mul(f.T(), v)
	kept := make([]float64, r)
	for j := range kept {
		kept[j] = max(0, values[j])
	}
	return model.EigenGroup{Values: kept, Q: v, Back: back}, nil
}

// beyondRounding counts the values, descending, that are above rounding errors of
// the first one; at least one.
func beyondRounding(values []float64) int {
	q := len(values)
	r := 1
	for r < q && values[r] > float64(q)*eps*values[0] {
		r++
	}
	return r
}

// leading are the first r columns.
func leading(v *mat.Dense, r int) *mat.Dense {
	rows, cols := v.Dims()
	if r == cols {
		return v
	}
	return mat.DenseCopyOf(v.Slice(0, rows, 0, r))
}

// Extension has a part for each block: the kernel at its rows, for the points
// whose nearest centre is the mean of these.
func (a *blocks) Extension(context.Context) (*model.Extension, error) {
	e := &model.Extension{Kernel: a.kernel, Centres: means(a.x, a.members)}
	for _, rows := range a.members {
		e.Parts = append(e.Parts, onLandmarks(a.x, rows, nil, len(rows)))
	}
	return e, nil
}

// means are the mean points of each group of rows: the centres of k-means.
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

// Decompose has a group for each block, with all its eigenpairs.
func (a *blocks) Decompose(ctx context.Context) (*model.Decomposition, error) {
	d := &model.Decomposition{N: len(a.owner), Groups: make([]model.EigenGroup, len(a.members))}
	failed := make([]error, len(a.members))
	linalg.Parallel(len(a.members), func(lo, hi int) {
		for s := lo; s < hi; s++ {
			values, v, err := linalg.Eigen(ctx, asSymmetric(mat.DenseCopyOf(a.block[s])))
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

// Extension has a part for each group: its basis W goes on by the kernel at the
// landmarks, for the points whose nearest centre is the mean of the group.
func (a *coupled) Extension(context.Context) (*model.Extension, error) {
	e := &model.Extension{Kernel: a.kernel, Centres: means(a.x, a.members)}
	for s, part := range a.parts {
		if a.w[s] == nil {
			e.Parts = append(e.Parts, model.Part{})
			continue
		}
		e.Parts = append(e.Parts, part())
	}
	return e, nil
}

// Decompose computes L = V·diag(λ)·Vᵀ: Q = W·V, and Back = V·diag(λ), since
// k̃(z, X)·α = φ(z)·L·Wᵀα.
func (a *coupled) Decompose(ctx context.Context) (*model.Decomposition, error) {
	values, v, err := linalg.Eigen(ctx, asSymmetric(mat.DenseCopyOf(a.l)))
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
	v = pickColumns(v, columns)
	q := mat.NewDense(len(a.owner), len(kept), nil)
	a.up(q, v)
	for j, value := range kept {
		blas64.Scal(value, column(v, j))
	}
	return &model.Decomposition{N: len(a.owner), Groups: []model.EigenGroup{{Values: kept, Q: q, Back: v}}}, nil
}
