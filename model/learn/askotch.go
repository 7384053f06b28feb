package learn

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// powerSteps is the number of power iterations for the length of a step, as in the authors' code.
const powerSteps = 10

// BlockApproximation approximates the kernel matrix of a block of rows, and returns the eigenpairs.
type BlockApproximation func(ctx context.Context, block *model.Gram, rng *rand.Rand) (*model.Decomposition, error)

// ASkotch returns kernel ridge regression with K itself, (K+μI)·α = b, by accelerated sketch-and-project
// (Rathore, Frangella, Yang, Dereziński and Udell, arXiv 2407.10070). A step draws a block B of rows uniformly
// and approximates K_BB by K̃_BB, of least eigenvalue λᵣ. From the point z it takes the step
//
//	d = (K̃_BB + ρI)⁻¹·((K+μI)z − b)_B,  ρ = μ + λᵣ,  w = z − η·I_Bᵀd,
//
// where 1/η is the largest eigenvalue of (K̃_BB+ρI)⁻¹(K_BB+μI) by power iteration, and Nesterov's acceleration
//
//	v ← βv + (1−β)z − γη·I_Bᵀd,  z ← av + (1−a)w,  β = 1−√(p/q),  γ = 1/√(pq),  a = 1/(1+γq)
//
// with q = n/|B|. p is a bound for the convergence of the projections, for which the authors take μ. It is
// |B|/n·ημ/ρ here, for η and ρ of the first block: the rate at which a step shrinks the directions that K̃_BB
// leaves out. Unlike μ, it is the same for any multiple of K and μ.
//
// A step reads n·|B| kernel entries and no more memory than O(n) and the block: see ASkotchMemory. PCG reads n²
// entries before it moves at all, and n² in each iteration. Where n is so large that few such passes are
// affordable, ASkotch comes to a useful α first. It converges linearly; for a small residual, or where K can be stored,
// PCG with a good preconditioner is faster.
//
// The residuals of blocks estimate that of α. When they fall to the tolerance, and at the end, the residual is computed
// with all of K. b is centred by the caller and finite. The error is a *model.SingularError if μ is below the rounding
// errors of K, a *model.DegenerateError if the kernel overflows, that of near, or the context's.
func ASkotch(ctx context.Context, g *model.Gram, near BlockApproximation, b []float64, mu float64, rng *rand.Rand, opts Options) (Solution, error) {
	n := g.N()
	checkLength("targets", len(b), n)
	opts.check()
	if rng == nil {
		panic("learn: ASkotch without a generator")
	}
	size := cmp.Or(opts.block, ASkotchBlock(n))
	drawn := func() blockDraw {
		p := blockDraw{rows: model.SampleRows(n, size, rng), start: make([]float64, size)}
		slices.Sort(p.rows)
		for i := range p.start {
			p.start[i] = rng.NormFloat64()
		}
		return p
	}
	approximate := func(ctx context.Context, rows []int) (*model.Decomposition, error) {
		points := model.NewPoints(linalg.Rows(g.X(), rows), g.Kernel().Geometry())
		return near(ctx, model.NewGram(points, g.Kernel()), rng)
	}
	diagonal, err := diagonalOf(g.View())
	if err != nil {
		return Solution{}, err
	}
	if err := checkRidge(mu, floats.Max(diagonal)); err != nil {
		return Solution{}, err
	}
	s := &sketchAndProject{g: g, near: approximate, b: b, mu: mu, draw: drawn,
		w: make([]float64, n), v: make([]float64, n), z: make([]float64, n)}
	return s.solve(ctx, size, opts)
}

// ASkotchBlock returns the usual number of rows in a block: n/100 up to 4000 as the authors take, or n/10 up to 500,
// and all of up to 100 rows.
func ASkotchBlock(n int) int { return min(n, max(100, min(500, n/10), min(4000, n/100))) }

// ASkotchMemory returns the bytes that [ASkotch] needs with blocks of the usual size, besides K̃_BB: the vectors of
// the iteration, K_BB, a tile of rows of K, and two tiles that are not yet garbage-collected.
func ASkotchMemory(n int) int64 {
	block := int64(ASkotchBlock(n))
	return 8 * (8*int64(n) + block*block + 3*int64(min(n, linalg.TileRows(n)))*int64(n))
}

// blockDraw is what a step draws: distinct rows of K, and the start of the power iteration, of the same length.
type blockDraw struct {
	rows  []int
	start []float64
}

// sketchAndProject is the iterates of ASkotch, of length n.
type sketchAndProject struct {
	g    *model.Gram
	near func(ctx context.Context, rows []int) (*model.Decomposition, error)
	b    []float64
	mu   float64
	draw func() blockDraw

	w, v, z            []float64
	beta, gamma, share float64 // of the acceleration, set by the first step; share is a
}

func (s *sketchAndProject) solve(ctx context.Context, size int, opts Options) (fit Solution, err error) {
	n, wanted := len(s.b), opts.check()
	fit = Solution{Mu: s.mu, Alpha: make([]float64, n), Fitted: make([]float64, n)}
	start := floats.Norm(s.b, 2)
	if start == 0 {
		return fit, nil
	}
	round := (n + size - 1) / size // steps that read about n² entries
	most := cmp.Or(opts.Iterations, 100) * round
	squares := make([]float64, round) // of the last blocks' residuals
	for fit.Residual = 1; fit.Iterations < most; {
		square, err := s.step(ctx)
		if err != nil {
			return fit, err
		}
		squares[fit.Iterations%round] = square / float64(size) * float64(n)
		fit.Iterations++
		estimate := math.Sqrt(floats.Sum(squares)/float64(round)) / start
		if fit.Iterations%round != 0 || estimate > wanted && fit.Iterations < most {
			continue
		}
		if err := s.check(ctx, &fit, start); err != nil {
			return fit, err
		}
		if fit.Residual <= wanted {
			return fit, nil
		}
	}
	text := fmt.Sprintf("askotch stopped after %d steps on blocks of %d rows", fit.Iterations, size)
	if fit.Residual == 1 {
		text += "; they did not lower the residual, and the weights stay at 0"
	} else {
		text += fmt.Sprintf("; its residual is %.1e, not %.0e", fit.Residual, wanted)
	}
	fit.Warnings = []string{text + ": raise mu or the tolerance, or take a larger m"}
	return fit, nil
}

// check computes the residual of w, and copies w to the fit unless 0 has a smaller residual.
func (s *sketchAndProject) check(ctx context.Context, fit *Solution, start float64) error {
	n := len(s.b)
	image := mat.NewDense(n, 1, nil)
	if err := s.g.MulTo(ctx, image, mat.NewDense(n, 1, s.w)); err != nil {
		return err
	}
	fit.checks++
	fitted, rest := image.RawMatrix().Data, 0.0
	for i, v := range s.b {
		v -= fitted[i] + s.mu*s.w[i]
		rest += v * v
	}
	if math.IsNaN(rest) || math.IsInf(rest, 0) {
		return &model.DegenerateError{What: "a product with the kernel matrix", Value: rest}
	}
	if residual := math.Sqrt(rest) / start; residual < 1 {
		fit.Residual = residual
		copy(fit.Alpha, s.w)
		copy(fit.Fitted, fitted)
	} else {
		fit.Residual = 1
		clear(fit.Alpha)
		clear(fit.Fitted)
	}
	return nil
}

// step moves the iterates, and returns the square of the block's residual at z.
func (s *sketchAndProject) step(ctx context.Context) (float64, error) {
	p := s.draw()
	rest, core, err := s.residual(ctx, p.rows)
	if err != nil {
		return 0, err
	}
	square := floats.Dot(rest, rest)
	if math.IsNaN(square) || math.IsInf(square, 0) {
		return 0, &model.DegenerateError{What: "a product with rows of the kernel matrix", Value: square}
	}
	near, err := s.near(ctx, p.rows)
	if err != nil {
		return 0, err
	}
	values, rho := near.Values(), s.mu
	if len(values) > 0 {
		rho += max(0, floats.Min(values))
	}
	damped := dampedBlock{lowRank{near, [][]float64{damping(values, rho)}}, rho}
	eta := 1 / damped.largest(core, p.start)
	if s.gamma == 0 { // p = rate/q
		q, rate := float64(len(s.b))/float64(len(p.rows)), min(1, eta*s.mu/damped.rho)
		s.beta, s.gamma = 1-math.Sqrt(rate)/q, 1/math.Sqrt(rate)
		s.share = 1 / (1 + s.gamma*q)
	}
	d := damped.solve(rest)
	for i, z := range s.z {
		s.v[i] = s.beta*s.v[i] + (1-s.beta)*z
	}
	copy(s.w, s.z)
	for j, i := range p.rows {
		s.w[i] -= eta * d[j]
		s.v[i] -= s.gamma * eta * d[j]
	}
	for i, w := range s.w {
		s.z[i] = s.share*s.v[i] + (1-s.share)*w
	}
	return square, nil
}

// residual returns ((K+μI)z − b)_B and K_BB + μI.
func (s *sketchAndProject) residual(ctx context.Context, rows []int) ([]float64, *mat.SymDense, error) {
	n, size := len(s.b), len(rows)
	rest, core := make([]float64, size), mat.NewSymDense(size, nil)
	tile := min(size, linalg.TileRows(n))
	buf := make([]float64, tile*n)
	for lo, hi := range linalg.Tiles(size, tile) {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		k := mat.NewDense(hi-lo, n, buf[:(hi-lo)*n])
		s.g.Block(k, rows[lo:hi], nil)
		blas64.Gemv(blas.NoTrans, 1, k.RawMatrix(), linalg.Vector(s.z), 0, linalg.Vector(rest[lo:hi]))
		for i := lo; i < hi; i++ {
			row := k.RawRowView(i - lo)
			for j := i; j < size; j++ {
				core.SetSym(i, j, row[rows[j]])
			}
		}
	}
	for j, i := range rows {
		rest[j] += s.mu*s.z[i] - s.b[i]
	}
	return rest, linalg.AddRidge(core, s.mu), nil
}

// dampedBlock is K̃_BB + ρI.
type dampedBlock struct {
	inverse lowRank // times ρ
	rho     float64
}

// solve returns (K̃_BB+ρI)⁻¹·x.
func (d dampedBlock) solve(x []float64) []float64 {
	out := mat.NewDense(len(x), 1, nil)
	d.inverse.solve(out, mat.NewDense(len(x), 1, x))
	out.Scale(1/d.rho, out)
	return out.RawMatrix().Data
}

// largest returns an estimate of the largest eigenvalue of (K̃_BB+ρI)⁻¹·A for a positive definite A, by some power
// iterations from a given vector: of the last v, the Rayleigh quotient vᵀAv/vᵀ(K̃_BB+ρI)v.
func (d dampedBlock) largest(a *mat.SymDense, start []float64) (value float64) {
	u := slices.Clone(start)
	image := make([]float64, len(u))
	for range powerSteps {
		floats.Scale(1/floats.Norm(u, 2), u)
		v := d.solve(u)
		blas64.Symv(1, a.RawSymmetric(), linalg.Vector(v), 0, linalg.Vector(image))
		value = floats.Dot(v, image) / floats.Dot(v, u)
		u, image = image, u
	}
	return value
}
