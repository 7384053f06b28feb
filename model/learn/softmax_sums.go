package learn

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

// SoftmaxSums has the sums over rows that [Softmax] needs at a point, without the ridge. A point has k−1 times q
// weights and a bias, for coordinates u = [Φ 1]·point of the k values f of a row in an orthonormal basis of the vectors
// whose sum is 0: the minimum is among these, as a number that is added to all f changes no probability. The norm of
// the weights is the same in both.
type SoftmaxSums struct {
	Loss    float64       // Σ −log pᵢ of the rows' classes
	Slope   []float64     // gradient of Loss, (k−1)(q+1)
	Hessian *mat.SymDense // Hessian of Loss, of the same order, or a shared matrix, (q+1)×(q+1)
}

// NewSoftmaxSums returns the sums over no rows, for q ≥ 1 features and k ≥ 2 classes. shared sets whether the Hessian
// is to be a matrix that the coordinates share.
func NewSoftmaxSums(q, k int, shared bool) *SoftmaxSums {
	slope := make([]float64, (k-1)*(q+1))
	size := len(slope)
	if shared {
		size = q + 1
	}
	return &SoftmaxSums{Slope: slope, Hessian: mat.NewSymDense(size, nil)}
}

// Merge adds the sums over other rows, at the same point.
func (s *SoftmaxSums) Merge(other *SoftmaxSums) {
	s.Loss += other.Loss
	floats.Add(s.Slope, other.Slope)
	s.Hessian.AddSym(s.Hessian, other.Hessian)
}

// Rows of a part are a fixed share of all, so that sums have the same order on any number of processors. Rows of a tile
// fit the second-level cache, as they are read once for each coordinate.
const (
	softmaxParts = 64
	softmaxPart  = 256     // smallest number of rows in a part
	softmaxTile  = 1 << 14 // numbers in a tile
)

// Add adds rows phi, b×q, of the given classes, each in [0, k), at a point, to all sums except the Hessian. O(b·q·k).
// It returns the weights of the rows in a shared matrix, Σ p(1−p) over the classes divided by k−1: the mean curvature
// of a row's loss.
func (s *SoftmaxSums) Add(phi *mat.Dense, classes []int, point []float64) (weights []float64) {
	n, q := phi.Dims()
	checkLength("classes", len(classes), n)
	checkLength("coordinates", len(point), len(s.Slope))
	weights = make([]float64, n)
	size := max(softmaxPart, (n+softmaxParts-1)/softmaxParts)
	parts := make([]SoftmaxSums, (n+size-1)/size)
	_ = linalg.InParts(context.Background(), n, size, func(from, to int) {
		part := &parts[from/size]
		part.Slope = make([]float64, len(s.Slope))
		for lo, hi := range linalg.Tiles(to-from, max(16, softmaxTile/q)) {
			lo, hi = from+lo, from+hi
			part.addTile(phi.Slice(lo, hi, 0, q).(*mat.Dense), classes[lo:hi], point, weights[lo:hi])
		}
	})
	for _, part := range parts {
		s.Loss += part.Loss
		floats.Add(s.Slope, part.Slope)
	}
	return weights
}

// addTile adds a tile of rows, and sets their weights.
func (s *SoftmaxSums) addTile(phi *mat.Dense, classes []int, point, weights []float64) {
	q, b := phi.RawMatrix().Cols, len(classes)
	k := len(point)/(q+1) + 1
	u := coordinates(phi, point)
	row := newSoftmaxRow(k)
	for i, class := range classes {
		for a := range row.u {
			row.u[a] = u[a*b+i]
		}
		loss, weight := row.loss(class)
		s.Loss += loss
		weights[i] = weight / float64(k-1)
		for a, slope := range row.u {
			u[a*b+i] = slope
		}
	}
	for a := range k - 1 {
		addColumns(s.Slope[a*(q+1):(a+1)*(q+1)], phi, u[a*b:(a+1)*b])
	}
}

// coordinates returns u of the rows, b numbers for each of the k−1 coordinates.
func coordinates(phi *mat.Dense, point []float64) []float64 {
	b, q := phi.Dims()
	out := make([]float64, 0, len(point)/(q+1)*b)
	for of := range slices.Chunk(point, q+1) {
		for range b {
			out = append(out, of[q])
		}
		blas64.Gemv(blas.NoTrans, 1, phi.RawMatrix(), linalg.Vector(of[:q]), 1, linalg.Vector(out[len(out)-b:]))
	}
	return out
}

// softmaxRow has the numbers of one row.
type softmaxRow struct {
	u     []float64 // coordinates of the values, then the derivatives of the loss with respect to them
	chain []float64 // lengths of the basis vectors
	p     []float64 // values, then probabilities
	most  int       // class of the largest value
	rest  float64   // Σ p of the other classes, accurate if it is far below 1
}

func newSoftmaxRow(k int) *softmaxRow {
	r := &softmaxRow{u: make([]float64, k-1), chain: make([]float64, k-1), p: make([]float64, k)}
	for a := range r.chain {
		r.chain[a] = 1 / math.Sqrt(float64((a+1)*(a+2)))
	}
	return r
}

// expand sets the values to those of coordinates u. The basis vector a (Helmert's) has chain[a] for the classes 0 to a,
// −(a+1)·chain[a] for class a+1, and 0 for the others.
func (r *softmaxRow) expand() {
	after := 0.0 // Σ chain·u of the basis vectors from class c on
	for c := len(r.p) - 1; c >= 0; c-- {
		if c < len(r.u) {
			after += r.chain[c] * r.u[c]
		}
		if r.p[c] = after; c > 0 {
			r.p[c] -= float64(c) * r.chain[c-1] * r.u[c-1]
		}
	}
}

// project sets u to the products of the basis vectors with x, one number for each class.
func (r *softmaxRow) project(u, x []float64) {
	before := 0.0
	for a, length := range r.chain {
		before += x[a]
		u[a] = length * (before - float64(a+1)*x[a+1])
	}
}

// chances sets the probabilities, most and rest, and returns −log p of a class.
func (r *softmaxRow) chances(class int) (loss float64) {
	r.expand()
	r.most = floats.MaxIdx(r.p)
	largest, rest := r.p[r.most], 0.0
	loss = largest - r.p[class]
	for c, v := range r.p {
		if c != r.most {
			r.p[c] = math.Exp(v - largest)
			rest += r.p[c]
		}
	}
	r.p[r.most] = 1
	floats.Scale(1/(1+rest), r.p)
	r.rest = rest / (1 + rest)
	return loss + math.Log1p(rest)
}

// loss returns −log p of the row's class and Σ p(1−p), and sets u to the derivatives of the first.
func (r *softmaxRow) loss(class int) (loss, weight float64) {
	loss = r.chances(class)
	weight = r.p[r.most] * r.rest
	for c, p := range r.p {
		if c != r.most {
			weight += p * (1 - p)
		}
	}
	if class == r.most {
		r.p[class] = -r.rest
	} else {
		r.p[class]--
	}
	r.project(r.u, r.p)
	return loss, weight
}

// curvature sets d to the Hessian of the row's loss in its coordinates, (k−1)×(k−1): the covariance of the classes'
// basis entries under p. The entries are taken minus the most probable class's, which cancels no digits.
func (r *softmaxRow) curvature(d []float64, entries *mat.Dense) {
	r.chances(0)
	size := len(r.u)
	clear(d)
	mean, off := make([]float64, size), make([]float64, size)
	for c, p := range r.p {
		floats.SubTo(off, entries.RawRowView(c), entries.RawRowView(r.most))
		floats.AddScaled(mean, p, off)
	}
	for c, p := range r.p {
		floats.SubTo(off, entries.RawRowView(c), entries.RawRowView(r.most))
		floats.Sub(off, mean)
		for a, v := range off {
			floats.AddScaled(d[a*size:(a+1)*size], p*v, off)
		}
	}
}

// AddHessian adds the Hessian at the point for rows phi, with the weights of Add: all of it, O(b·q²·k²), or the shared
// matrix Σ wᵢ[φᵢ 1]ᵀ[φᵢ 1], O(b·q²), which is about the Hessian in each of the coordinates alone. The
// error is the context's.
func (s *SoftmaxSums) AddHessian(ctx context.Context, phi *mat.Dense, point, shared []float64) error {
	if s.Hessian.SymmetricDim() < len(point) || len(point) == phi.RawMatrix().Cols+1 {
		return addWeighted(ctx, s.Hessian, phi, shared)
	}
	b, q := phi.Dims()
	k := len(point)/(q+1) + 1
	size := k - 1
	u, row := coordinates(phi, point), newSoftmaxRow(k)
	entries := mat.NewDense(k, size, nil) // of the basis
	for c := range k {
		unit := make([]float64, k)
		unit[c] = 1
		row.project(entries.RawRowView(c), unit)
	}
	weights, d := mat.NewDense(size*size, b, nil), make([]float64, size*size)
	for i := range b {
		for a := range row.u {
			row.u[a] = u[a*b+i]
		}
		row.curvature(d, entries)
		weights.SetCol(i, d)
	}
	raw := s.Hessian.RawSymmetric()
	scaled, column := mat.NewDense(b, q, nil), make([]float64, q+1)
	for a := range size {
		at := a * (q + 1)
		own := s.Hessian.SliceSym(at, at+q+1).(*mat.SymDense)
		if err := addWeighted(ctx, own, phi, weights.RawRowView(a*size+a)); err != nil {
			return err
		}
		for other := a + 1; other < size; other++ {
			w := weights.RawRowView(a*size + other)
			for i, v := range w {
				floats.ScaleTo(scaled.RawRowView(i), v, phi.RawRowView(i))
			}
			to := other * (q + 1)
			block := blas64.General{Rows: q, Cols: q, Stride: raw.Stride, Data: raw.Data[at*raw.Stride+to:]}
			if err := linalg.Gemm(ctx, blas.Trans, blas.NoTrans, 1, scaled.RawMatrix(), phi.RawMatrix(), 1, block); err != nil {
				return err
			}
			clear(column)
			addColumns(column, phi, w)
			floats.Add(raw.Data[(at+q)*raw.Stride+to:][:q+1], column)
			for j, v := range column[:q] {
				raw.Data[(at+j)*raw.Stride+to+q] += v
			}
		}
	}
	return nil
}
