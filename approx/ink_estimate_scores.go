package approx

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// suited returns the estimates at the ridge; ok is false if they failed. With budget = m it first
// doubles the ridge until they succeed and there are enough slots, and lowers d̃ by the factor by which
// its estimate from the dictionary's points falls.
func (s *inkStream) suited(v *mat.Dense, t int) (tau []float64, dim float64, ok bool, err error) {
	for {
		tau, dim, ok = s.estimates(v, t)
		if !s.size.byBudget || ok && dim*float64(s.qbar) <= float64(s.slots) {
			return tau, dim, ok, nil
		}
		before := s.kept.dimension(s.kept.scores(s.alpha * s.ridge))
		s.ridge *= 2
		if after := s.kept.dimension(s.kept.scores(s.alpha * s.ridge)); after > 0 {
			s.dim *= after / before
		} else {
			s.dim /= 2
		}
		if s.ridge >= largestRidge {
			return nil, 0, false, &model.DegenerateError{What: "the score ridge that the slots need", Value: s.ridge}
		}
	}
}

// estimates returns the τ̃ of the points whose columns v has, where the first t rows of v are the points seen before,
// and d̃ with the increment that the new points make to Σλ/(λ+s) of K̄, s = αγₛ. With A = K̃ₜ+sI, v₁ and v₂ the upper
// and lower part of v, and B the upper part of the new columns, block elimination gives
//
//	vᵀ(K̄+sI)⁻¹v = v₁ᵀA⁻¹v₁ + yᵀC⁻¹y,  y = v₂ − BᵀA⁻¹v₁,  C = Kᴄᴄ + sI − BᵀA⁻¹B,
//
// and an increment of tr C⁻¹G with G = C − sI − s·BᵀA⁻²B. By regress, u₁ᵀA⁻¹v₁ is uₑᵀvₑ/s + u_wᵀv_w, a sum without
// cancellation on the diagonal. ok is false if C, and so K̄+sI, is not positive definite: then K̃ₜ is not accurate.
func (s *inkStream) estimates(v *mat.Dense, t int) (tau []float64, dim float64, ok bool) {
	rows, width := v.Dims()
	b := rows - t
	q := width - b
	diag := s.diagonal(v)
	shift := resolvable(s.alpha*s.ridge, floats.Max(diag)*float64(rows)) // s, or what float64 can resolve beside K
	e, w := s.regress(v, t, shift)

	y := mat.DenseCopyOf(v.Slice(t, rows, 0, width))
	left, right := newTimesAll(e, q), newTimesAll(w, q)
	left.Scale(1/shift, left)
	y.Sub(y, left)
	y.Sub(y, right)

	c := linalg.Symmetric(mat.DenseCopyOf(y.Slice(0, b, q, width)))
	solved := mat.NewDense(b, width+2*b, nil) // [y G I]
	solved.Slice(0, b, 0, width).(*mat.Dense).Copy(y)
	solved.Slice(0, b, width, width+b).(*mat.Dense).Sub(c, left.Slice(0, b, q, width))
	for i := range b {
		c.SetSym(i, i, c.At(i, i)+shift)
		solved.Set(i, width+b+i, 1)
	}
	u, ok, _ := linalg.CholeskyInPlace(context.Background(), c) // the error would be the context's
	if !ok {
		return nil, 0, false
	}
	blas64.Trsm(blas.Left, blas.Trans, 1, u.RawTriangular(), solved.RawMatrix())
	gain := 0.0
	for i := range b {
		row := solved.RawRowView(i)
		gain += floats.Dot(row[width:width+b], row[width+b:])
	}
	ofE, ofW, ofY := linalg.ColumnSquares(e), linalg.ColumnSquares(w), linalg.ColumnSquares(solved)
	for j, kjj := range diag {
		tau = append(tau, min(1, max(0, (kjj-ofE[j]/shift-ofW[j]-ofY[j])/shift)))
	}
	return tau, s.dim + s.alpha*min(max(0, gain), float64(b)), true
}

// diagonal returns the Kᵢᵢ of the columns of v. New points come last, in its columns and in its rows.
func (s *inkStream) diagonal(v *mat.Dense) []float64 {
	rows, width := v.Dims()
	diag := make([]float64, width)
	for j := range diag {
		i := rows - width + j
		if j < len(s.place) {
			i = s.place[j]
		}
		diag[j] = v.At(i, j)
	}
	return diag
}

// newTimesAll returns BᵀA, where B is A without its first q columns.
func newTimesAll(a *mat.Dense, q int) *mat.Dense {
	rows, width := a.Dims()
	var out mat.Dense
	out.Mul(a.Slice(0, rows, q, width).T(), a)
	return &out
}

// regress fits the first t rows V₁ of v by the factor F of K̃ₜ with the ridge s. It returns w = (FᵀF+sI)⁻¹FᵀV₁ and the
// residual e = V₁ − Fw, for which A⁻¹V₁ = e/s. Without points seen, e is one row of zeros; without F, w is.
func (s *inkStream) regress(v *mat.Dense, t int, shift float64) (e, w *mat.Dense) {
	_, width := v.Dims()
	w = mat.NewDense(1, width, nil)
	if t == 0 {
		return mat.NewDense(1, width, nil), w
	}
	e = mat.DenseCopyOf(v.Slice(0, t, 0, width))
	if len(s.kept.index) == 0 {
		return e, w
	}
	b, r := s.kept.dictionary().regularized(s.kept.core, s.ridge)
	if r == 0 {
		return e, w
	}
	f := b.Times(mat.DenseCopyOf(s.rows), r)
	normal := mat.NewSymDense(r, nil)
	normal.SymOuterK(1, f.T())
	w = mat.NewDense(r, width, nil)
	w.Mul(f.T(), e)
	// The error would be the context's.
	factor, _, _ := linalg.Jittered(context.Background(), linalg.AddRidge(normal, shift))
	u := factor.RawTriangular()
	blas64.Trsm(blas.Left, blas.Trans, 1, u, w.RawMatrix())
	blas64.Trsm(blas.Left, blas.NoTrans, 1, u, w.RawMatrix())
	var fit mat.Dense
	fit.Mul(f, w)
	e.Sub(e, &fit)
	return e, w
}
