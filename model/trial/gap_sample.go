package trial

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/learn"
	"gramscope/model/linalg"
)

// gapRows is the number of rows of which one is sampled to predict an evidence gap.
const gapRows = 8

// gapSample predicts the evidence gap from s sampled rows: with F at these rows, FᵀF, Fᵀy, yᵀy and tr(K−K̃) of all rows are
// about n/s times those of the sample. The regression on s rows is a little too close to its targets, and the
// prediction as much too small.
type gapSample struct {
	mu      float64
	times   float64 // n/s
	rows    []int
	y       []float64 // y−ȳ
	own     []float64 // diagonal of K
	nest    model.Nest
	renewed bool // whether F for one m has nothing of that for another

	sums  *mat.Dense // FᵀF, of the widest F so far
	right []float64  // Fᵀy
}

// gapSample returns the sample, or nil if the method has neither draws that nest nor pilots, or there are few rows.
func (s *search) gapSample(ctx context.Context) (*gapSample, error) {
	n := s.Gram.N()
	if n <= 2*cheapRows {
		return nil, nil
	}
	rows := model.SampleRows(n, max(cheapRows, n/gapRows), Stream(s.Draw.Seed, "smallest m, gap", s.Draw.Rep))
	out := &gapSample{mu: s.Mu, times: float64(n) / float64(len(rows)), rows: rows}
	all := make([]float64, n)
	s.Gram.View().Diag(all)
	for _, i := range rows {
		out.own, out.y = append(out.own, all[i]), append(out.y, s.Rows.Train.Y[i])
	}
	_, out.y = learn.Centred(out.y)
	f := s.Fitter()
	if nester, ok := f.(model.Nester); ok && nester.Nests() {
		out.nest = nester.Nest(s.Gram.View(), s.stream())
		return out, nil
	}
	if grower, ok := f.(model.Grower); ok {
		var err error
		s.growth, err = grower.Grow(s.Gram, s.stream())
		out.nest = s.growth
		return out, err
	}
	if _, ok := f.(model.Piloted); ok {
		out.nest, out.renewed = pilots{s}, true
		return out, nil
	}
	return nil, nil
}

// pilots are the features of pilots.
type pilots struct{ *search }

func (p pilots) Features(ctx context.Context, m int, rows []int) (*mat.Dense, float64, error) {
	a, err := p.pilot(ctx, m)
	if err != nil {
		return nil, 0, err
	}
	part := a.(model.Mapper).Unmade()
	if part.Width == 0 {
		return mat.NewDense(len(rows), 1, nil), 1, nil
	}
	return part.Features(p.Gram.Kernel(), linalg.Rows(p.Gram.X(), rows)), 1, nil
}

// figure predicts the gap for m.
func (s *gapSample) figure(ctx context.Context, m int) (e exact.Estimate, err error) {
	f, _, err := s.nest.Features(ctx, m, s.rows) // K̃ ⪯ K: the scale is 1
	if err != nil {
		return e, err
	}
	s.add(f)
	left := 0.0
	for i, v := range s.own {
		row := f.RawRowView(i)
		left += max(0, v-floats.Dot(row, row))
	}
	n, t := s.times*float64(len(s.rows)), s.times*left
	_, q := f.Dims()
	at, err := s.square(ctx, q, s.mu)
	if err != nil {
		return e, err
	}
	shifted, err := s.square(ctx, q, s.mu+t)
	return exact.Estimate{Value: t/(2*s.mu) + n/2*math.Log(max(1, at/shifted)), SE: math.NaN(), Exact: true}, err
}

// add adds the columns of F that are new to the sums.
func (s *gapSample) add(f *mat.Dense) {
	rows, q := f.Dims()
	if s.renewed {
		s.sums, s.right = nil, nil
	}
	known := len(s.right)
	if q <= known {
		return
	}
	sums := mat.NewDense(q, q, nil)
	if known > 0 {
		sums.Slice(0, known, 0, known).(*mat.Dense).Copy(s.sums)
	}
	more := f.Slice(0, rows, known, q).(*mat.Dense)
	blas64.Gemm(blas.Trans, blas.NoTrans, 1, f.RawMatrix(), more.RawMatrix(), 0, sums.Slice(0, q, known, q).(*mat.Dense).RawMatrix())
	right := make([]float64, q-known)
	blas64.Gemv(blas.Trans, 1, more.RawMatrix(), linalg.Vector(s.y), 0, linalg.Vector(right))
	s.sums, s.right = sums, append(s.right, right...)
}

// square returns (y−ȳ)ᵀ(K̃+ρI)⁻¹(y−ȳ) for K̃ of the first q columns of F.
func (s *gapSample) square(ctx context.Context, q int, rho float64) (float64, error) {
	normal := mat.NewSymDense(q, nil)
	for i := range q {
		for j := i; j < q; j++ {
			normal.SetSym(i, j, s.times*s.sums.At(i, j))
		}
	}
	linalg.AddRidge(normal, rho)
	u, ok, err := linalg.CholeskyInPlace(ctx, normal)
	if err != nil {
		return 0, err
	}
	all := s.times * floats.Dot(s.y, s.y)
	if !ok {
		return all / rho, nil // a ridge among the rounding errors, at which no prediction is of use
	}
	x := make([]float64, q)
	floats.AddScaled(x, s.times, s.right[:q])
	blas64.Trsv(blas.Trans, u.RawTriangular(), linalg.Vector(x))
	return max(all-floats.Dot(x, x), 1e-14*all) / rho, nil
}
