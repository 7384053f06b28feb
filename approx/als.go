package approx

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
	"gramscope/model"
	"gramscope/model/linalg"
)

const (
	alsRank    = 20    // maximum r if no rank is given: a step costs n·r³
	alsStop    = 1e-4  // relative decrease of the loss below which the iteration stops
	alsHeldOut = 0.1   // fraction of the drawn pairs that are held out
	alsWait    = 5     // number of steps without a lower held-out error after which it stops
	alsMaxN    = 10000 // maximum n: K is stored while the entries are drawn
)

// ALS draws about N = Samples·n·r·ln n entries, each pair i ≤ j with probability min(1, q_ij),
//
//	q_ij = N·((‖Kᵢ‖²+‖Kⱼ‖²)/(4n‖K‖_F²) + |K_ij|/(2‖K‖₁)),  ‖K‖₁ = Σ|K_ij|,
//
// or, with uniform Pairs, q_ij = N/n², always the diagonal, and all for N ≥ n². Weights are the inverse probabilities,
// so that the weighted loss is an unbiased estimate of that over all entries. U starts as the Nyström factor on 2r
// uniform landmarks, and each step fits the entries that are not held out:
//
//	V = argmin Σ w_ij (K_ij − uᵢ·vⱼ)² + pull·‖V−U‖_F²,  U ← (U+V)/2,
//
// until the loss falls by less than 1e-4 of itself, as in the paper, or the estimate of ‖K−UUᵀ‖_F² from the held-out
// entries has not fallen for five steps. K̃ = U·Uᵀ is that of the step with the smallest estimate.
//
// With all entries it converges to the best approximation of rank r; the error of the subspace falls by the factor
// (1+λᵣ₊₁/λᵣ)/2 a step. It takes 8·n² + 24·N bytes, without the 8·n² for uniform pairs, and O(N·r² + n·r³) a step. With
// fewer than about n·r entries K̃ fits noise, and its error may exceed 1; this gives a warning.
type ALS struct {
	M          int     // budget, ≥ 1; r = min(M, 20) unless Rank is given; clamped to n
	Rank       int     // r; 0 = min(M, 20); clamped to n
	Iterations int     // maximum number of steps, ≥ 1
	Samples    float64 // N in units of n·r·ln n, > 0
	Pairs      int     // PairsWeighted or PairsUniform
}

// The choices of ALS's Pairs.
const (
	PairsWeighted = iota // by row norms and size
	PairsUniform
)

func als() model.Method {
	return method(model.Method{
		Name: "als",
		Doc: "alternating least squares on sampled entries\n\n" +
			"K̃ = U·Uᵀ of rank r = rank, or min(m, 20), fitted to entries drawn by size and row norm, each weighted by its " +
			"inverse probability; with pairs = uniform all entries are equally likely.\n\n" +
			"A tenth of the drawn entries are held out of the fit, and the iteration stops when the error on them rises: with " +
			"few samples, further steps would overfit.\n\n" +
			"Use it to see how few entries determine a low-rank factor. The probabilities need all of K, so best of the same " +
			"rank costs no more and is never worse; the method pays off only for matrices that are costly to multiply with, " +
			"which kernel matrices are not. Uniform pairs do not need all of K, but miss what only a few entries show: they " +
			"suit wide kernels, whose entries are of similar size. Convergence is slow where eigenvalues decay slowly.",
		Family:   model.Factorisations,
		When:     "to see how few entries determine a factor of low rank",
		Ref:      "Bhojanapalli, Jain and Sanghavi, SODA 2015 (LELA)",
		Cost:     "n²; n·(2r+1) + N/2 for N uniform ones",
		Needs:    model.Needs{MaxN: alsMaxN},
		Exceeds:  true,
		ReadsAll: func(f model.Fitter) bool { return f.(*ALS).Pairs == PairsWeighted },
	}, func(f *ALS, n, d int) model.Memory {
		// It counts K, or 2r of its columns; the sampled and the held-out entries, in one growing list for each column,
		// since many lists are longer than their mean; and some n×r matrices.
		r := min(n, cmp.Or(f.Rank, min(alsRank, f.M)))
		entries := min(float64(n)*float64(n), f.count(n, r))
		lists := int64(n) * (grown(1+int(5*entries/4)/n) + grown(1+int(alsHeldOut*entries)/n))
		stored := form.Bytes(n, n)
		if f.Pairs == PairsUniform {
			stored = form.Bytes(n, min(2*r, n))
		}
		out := form.FactorMemory(n, r, n, stored+lists+5*form.Bytes(n, r))
		out.Extend = form.Bytes(n, r)
		return out
	})
}

func (f *ALS) Params() []model.Param {
	return []model.Param{
		model.Budget(&f.M), model.TargetRank(&f.Rank),
		wholeNumber(model.IterationsName, &f.Iterations,
			"maximum number of steps of alternating least squares; held-out entries may stop them earlier", 1, 200, 15),
		{Name: "samples", Symbol: "samples", Doc: "sampled kernel entries, in units of n·rank·ln n",
			Group: model.GroupMethod, Min: 0.1, Max: 1000, Default: 3, Scale: model.Log, Real: &f.Samples},
		choice("pairs", &f.Pairs,
			"how entries are drawn: by size and row norms (reads all of K), or uniformly", "weighted", "uniform"),
	}
}

func (f *ALS) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	check(als(), f, g, rng)
	n := g.N()
	var warnings []string
	r := rankOf(f.M, f.Rank, n, &warnings)
	if f.Rank == 0 {
		r = min(alsRank, r)
	}
	k, err := f.read(ctx, g)
	if err != nil {
		return nil, err
	}
	var u *mat.Dense
	if k.peak > 0 {
		if u, err = nystromFactor(ctx, k, model.SampleRows(n, 2*r, rng), r); err != nil {
			return nil, err
		}
	}
	if u == nil {
		return form.ZeroSample(g, nil, warnings), nil
	}
	s, held, err := k.draw(ctx, f.count(n, r), rng.Float64)
	if err != nil {
		return nil, err
	}
	_, q := u.Dims()
	if drawn := s.entries() + held.entries(); drawn < n*q {
		warn(&warnings, "%d sampled entries are fewer than the n·r = %d unknowns: raise samples", drawn, n*q)
	}
	if u, err = alternate(ctx, s, held, u, f.Iterations); err != nil {
		return nil, err
	}
	u.Scale(math.Sqrt(k.peak), u)
	return form.NewFactor(g, u, nil, warnings).ExtendedOnAll(), nil
}

// count returns N.
func (f *ALS) count(n, r int) float64 {
	return f.Samples * float64(n) * float64(r) * math.Log(float64(n))
}

// read returns K as the draws need it: stored, or read entry by entry.
func (f *ALS) read(ctx context.Context, g *model.Gram) (scaledKernel, error) {
	if f.Pairs == PairsUniform {
		return scaledEntries(g)
	}
	return scaledGram(ctx, g)
}

// nystromFactor returns Nyström's factor of rank at most r on the given landmarks, nil if it is zero.
func nystromFactor(ctx context.Context, k scaledKernel, landmarks []int, r int) (*mat.Dense, error) {
	c, err := k.columns(ctx, landmarks)
	if err != nil {
		return nil, err
	}
	b, q, err := form.Projection(ctx, linalg.Symmetric(linalg.Rows(c, landmarks)), r)
	if q == 0 || err != nil {
		return nil, err
	}
	return b.Times(c, q), nil
}

// alternate takes at most the given number of steps from u, which it overwrites, and returns the U
// with the smallest error on the held-out entries.
func alternate(ctx context.Context, s, held sampled, u *mat.Dense, steps int) (best *mat.Dense, err error) {
	best = mat.DenseCopyOf(u)
	least, wait, last := estimatedError(s, held, u), 0, math.Inf(1)
	for range steps {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		v, loss := s.columnStep(u)
		u.Add(u, v)
		u.Scale(0.5, u)
		wait++
		if e := estimatedError(s, held, u); e < least {
			least, wait = e, 0
			best.Copy(u)
		}
		if wait == alsWait || loss >= (1-alsStop)*last {
			break
		}
		last = loss
	}
	return best, nil
}

// columnStep returns V with the rows vⱼ = argmin Σᵢ w_ij(K_ij − uᵢ·v)² + pull·‖v−uⱼ‖², and the loss
// Σ w_ij(K_ij − uᵢ·vⱼ)² over all columns j, which is at most that of V = U.
func (s sampled) columnStep(u *mat.Dense) (v *mat.Dense, loss float64) {
	n, r := u.Dims()
	v = mat.NewDense(n, r, nil)
	losses, pull := make([]float64, n), s.pull(u)
	linalg.Parallel(n, func(lo, hi int) {
		scratch := make([]float64, s.longest(lo, hi)*(r+1))
		for j := lo; j < hi; j++ {
			losses[j] = s.column(v.RawRowView(j), u, j, pull, scratch)
		}
	})
	for _, l := range losses {
		loss += l
	}
	return v, loss
}

// pull returns the ridge of columnStep. It is the mean eigenvalue of that part of the normal matrices
// Σᵢ w_ij·uᵢuᵢᵀ which comes from weights above 1, plus 1e-9 of the mean eigenvalue of the whole. It
// keeps columns with few entries from being fitted to noise. With all entries no weight is above 1, and
// it changes nothing. It replaces the papers' λ‖v‖², which would bias K̃ towards 0.
func (s sampled) pull(u *mat.Dense) float64 {
	n, r := u.Dims()
	squares := make([]float64, n)
	for i := range n {
		squares[i] = floats.Dot(u.RawRowView(i), u.RawRowView(i))
	}
	sum := 0.0
	for _, column := range s {
		for _, e := range column {
			sum += (e.weight - 1 + 1e-9*e.weight) * squares[e.row]
		}
	}
	return sum / (float64(n) * float64(r))
}

// column computes vⱼ into v, and returns the loss of column j. It solves for vⱼ − uⱼ, so that rounding
// errors are relative to that difference. scratch is memory for r+1 numbers per entry.
func (s sampled) column(v []float64, u *mat.Dense, j int, pull float64, scratch []float64) float64 {
	_, r := u.Dims()
	own, count := u.RawRowView(j), len(s[j])
	b := mat.NewDense(count, r, scratch[:count*r]) // √w·u, one entry a row
	rest := scratch[count*r : count*(r+1)]         // √w·(K − u·uⱼ)
	for p, e := range s[j] {
		root, row := math.Sqrt(e.weight), u.RawRowView(e.row)
		rest[p] = root * (e.value - floats.Dot(row, own))
		floats.ScaleTo(b.RawRowView(p), root, row)
	}
	normal := mat.NewSymDense(r, nil)
	blas64.Syrk(blas.Trans, 1, b.RawMatrix(), 0, normal.RawSymmetric())
	copy(v, own)
	// Cholesky fails only if all u of the column are zero.
	if u, ok, _ := linalg.CholeskyInPlace(context.Background(), linalg.AddRidge(normal, pull)); ok {
		c := u.RawTriangular()
		step := linalg.Vector(make([]float64, r))
		blas64.Gemv(blas.Trans, 1, b.RawMatrix(), linalg.Vector(rest), 0, step)
		blas64.Trsv(blas.Trans, c, step)
		blas64.Trsv(blas.NoTrans, c, step)
		floats.Add(v, step.Data)
		blas64.Gemv(blas.NoTrans, -1, b.RawMatrix(), step, 1, linalg.Vector(rest))
	}
	return floats.Dot(rest, rest)
}
