package approx

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// suited are the estimates at the ridge; held to m, at the first power of 2
// times it at which the slots suffice.
func (s *inkStream) suited(v *mat.Dense, t int) (tau []float64, dim float64, ok bool, err error) {
	tau, dim, ok = s.estimates(v, t)
	for s.size.held && !(ok && dim*float64(s.qbar) <= float64(s.slots)) {
		s.double()
		if s.ridge >= largestRidge {
			return nil, 0, false, &model.DegenerateError{What: "the score ridge that the slots need", Value: s.ridge}
		}
		tau, dim, ok = s.estimates(v, t)
	}
	return tau, dim, ok, nil
}

// estimates are the τ̃ of the points whose columns v has, the first t rows being
// those of the points seen before, and what the new ones add to Σλ/(λ+s) of K̄,
// s = αγ. With A = K̃ₜ+sI, v₁ and v₂ the upper and lower part of v, and B the
// upper part of the new columns, block elimination gives
//
//	vᵀ(K̄+sI)⁻¹v = v₁ᵀA⁻¹v₁ + yᵀC⁻¹y,  y = v₂ − BᵀA⁻¹v₁,  C = Kᴄᴄ + sI − BᵀA⁻¹B,
//
// and a gain of tr C⁻¹G with G = C − sI − s·BᵀA⁻²B. By regress, u₁ᵀA⁻¹v₁ is
// uₑᵀvₑ/s + u_wᵀv_w, a sum without cancellation on the diagonal. It is not ok
// where C, and so K̄+sI, is not positive definite: K̃ₜ is then not accurate.
func (s *inkStream) estimates(v *mat.Dense, t int) (tau []float64, dim float64, ok bool) {
	rows, width := v.Dims()
	b := rows - t
	q := width - b
	shift := s.shift(v)
	e, w := s.regress(v, t, shift)

	y := mat.DenseCopyOf(v.Slice(t, rows, 0, width))
	var left, right mat.Dense
	left.Mul(e.Slice(0, height(e), q, width).T(), e)
	left.Scale(1/shift, &left)
	right.Mul(w.Slice(0, height(w), q, width).T(), w)
	y.Sub(y, &left)
	y.Sub(y, &right)

	c := linalg.Symmetric(mat.DenseCopyOf(y.Slice(0, b, q, width)))
	solved := mat.NewDense(b, width+2*b, nil) // [y G I]
	solved.Slice(0, b, 0, width).(*mat.Dense).Copy(y)
	solved.Slice(0, b, width, width+b).(*mat.Dense).Sub(c, left.Slice(0, b, q, width))
	for i := range b {
		c.SetSym(i, i, c.At(i, i)+shift)
		solved.Set(i, width+b+i, 1)
	}
	u, ok := cholesky(c)
	if !ok {
		return nil, 0, false
	}
	blas64.Trsm(blas.Left, blas.Trans, 1, u, solved.RawMatrix())
	gain := 0.0
	for i := range b {
		row := solved.RawRowView(i)
		gain += floats.Dot(row[width:width+b], row[width+b:])
	}
	return s.clamped(v, shift, squares(e, width), squares(w, width), squares(solved, width)), s.dim + s.alpha*min(max(0, gain), float64(b)), true
}

// shift is αγ, or the least number that float64 can tell from 0 next to K.
func (s *inkStream) shift(v *mat.Dense) float64 {
	rows, width := v.Dims()
	largest := 0.0
	for j := range width {
		largest = max(largest, v.At(s.placeOf(j, rows, width), j))
	}
	return resolvable(s.alpha*s.ridge, largest*float64(rows))
}

// placeOf is the row of v that belongs to its column j: the new points are the
// last ones in both.
func (s *inkStream) placeOf(j, rows, width int) int {
	if j < len(s.place) {
		return s.place[j]
	}
	return rows - width + j
}

// clamped is (Kᵢᵢ − quad)/s in [0, 1], quad = e/s + w + y.
func (s *inkStream) clamped(v *mat.Dense, shift float64, e, w, y []float64) []float64 {
	rows, width := v.Dims()
	tau := make([]float64, width)
	for j := range tau {
		rest := v.At(s.placeOf(j, rows, width), j) - e[j]/shift - w[j] - y[j]
		tau[j] = min(1, max(0, rest/shift))
	}
	return tau
}

// regress fits the upper t rows V₁ of v by the factor F of K̃ₜ with the ridge s:
// w = (FᵀF+sI)⁻¹FᵀV₁ and the residual e = V₁ − Fw, for which A⁻¹V₁ = e/s. Either
// is one row of zeros where there is nothing to fit or to fit with.
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
	f := b.times(mat.DenseCopyOf(s.rows), r)
	normal := mat.NewSymDense(r, nil)
	normal.SymOuterK(1, f.T())
	for i := range r {
		normal.SetSym(i, i, normal.At(i, i)+shift)
	}
	w = mat.NewDense(r, width, nil)
	w.Mul(f.T(), e)
	u := jittered(normal).RawTriangular()
	blas64.Trsm(blas.Left, blas.Trans, 1, u, w.RawMatrix())
	blas64.Trsm(blas.Left, blas.NoTrans, 1, u, w.RawMatrix())
	var fit mat.Dense
	fit.Mul(f, w)
	e.Sub(e, &fit)
	return e, w
}

// squares are the sums of squares of the first columns of a.
func squares(a *mat.Dense, columns int) []float64 {
	out := make([]float64, columns)
	for i := range height(a) {
		for j, v := range a.RawRowView(i)[:columns] {
			out[j] += v * v
		}
	}
	return out
}
