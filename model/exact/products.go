package exact

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

const (
	productVectors = 32 // random vectors: s
	productBlocks  = 32 // maximum number of products with K
)

// Traces are figures of the whole spectrum of K at a ridge γₛ, with H = K(K+γₛI)⁻¹, and solutions.
type Traces struct {
	Dimension Estimate    // tr H: effective dimension, or degrees of freedom
	Squares   Estimate    // ‖H‖_F²
	LogDet    Estimate    // log|K+γₛI|
	Solutions [][]float64 // (K+γₛI)⁻¹b for the right-hand sides b
	Residual  float64     // largest ‖b − (K+γₛI)x‖/‖b‖ of them
	Passes    int         // products with K, each of all n² entries
}

func (t *Traces) figures() [3]*Estimate { return [3]*Estimate{&t.Dimension, &t.Squares, &t.LogDet} }

// Products estimates figures of all of K where K is too large for a factorisation, from its products with s = 32
// Gaussian vectors Ω and some right-hand sides: a block Krylov space, which all ridges and figures share. With
// Nyström's approximation K̃ = LLᵀ ⪯ K of rank up to 1024 from randomly pivoted Cholesky, which reads n entries
// for each of its columns,
//
//	tr f(K) = tr f(K̃) + tr (f(K)−f(K̃)),
//
// for f(λ) = λ/(λ+γₛ) and f(λ) = log(1+λ/γₛ). Both are operator monotone, so that the second matrix is positive
// semidefinite. XNysTrace estimates its trace, which is small if K̃ is close to K. f(K)·Ω comes from Lanczos
// iteration by blocks. It ends when its last two steps change all figures by less than a tenth of their standard
// errors, or after 32 products: then the change is part of the standard error.
//
// Each product evaluates n²/2 entries and takes 2n²·s operations. For n of a few thousands a Cholesky factorisation
// is faster. Products is safe for concurrent use.
type Products struct {
	of    *Reference
	right [][]float64

	turn   turn
	omega  *mat.Dense // n×s; nil before the first call
	space  *linalg.Space
	values []float64  // eigenvalues λ of LLᵀ, descending
	long   *mat.Dense // L·V with the eigenvectors V of LᵀL, n×c: eigenvectors of LLᵀ times √λ
	shared *mat.Dense // (L·V)ᵀΩ, c×s
}

// LeastProducts is the smallest n for [Reference.Products].
const LeastProducts = 512

// Products returns products that are computed when they are needed. The right-hand sides have n numbers each. It
// panics for n below LeastProducts.
func (r *Reference) Products(right ...[]float64) *Products {
	if r.N() < LeastProducts {
		panic("exact: Products of a matrix of fewer than LeastProducts rows")
	}
	return &Products{of: r, right: right}
}

// start draws Ω and factorises K̃ in the first call.
func (p *Products) start(ctx context.Context) error {
	if p.omega != nil {
		return nil
	}
	n, s := p.of.N(), productVectors
	near := partial{n: n, rows: linalg.Sequence(0, n)}
	if _, err := p.of.factorise(ctx, &near); err != nil {
		return err
	}
	omega, block := linalg.Gaussian(n, s, p.of.rng(11)), mat.NewDense(n, s+len(p.right), nil)
	block.Slice(0, n, 0, s).(*mat.Dense).Copy(omega)
	for j, b := range p.right {
		block.SetCol(s+j, b)
	}
	p.values, p.long, p.shared = near.values, new(mat.Dense), new(mat.Dense)
	p.long.Mul(near.l, near.v)
	p.shared.Mul(p.long.T(), omega)
	if err := ctx.Err(); err != nil {
		return err
	}
	p.omega, p.space = omega, linalg.NewSpaceOf(block)
	return nil
}

// At returns the figures at a ridge γₛ > 0. They do not depend on earlier calls, which only save time. The error is
// that of the products or the context's. At panics unless ridge > 0.
func (p *Products) At(ctx context.Context, ridge float64) (Traces, error) {
	const residual = 1e-6 // of the solutions
	checkRidge("At", ridge)
	if err := p.turn.take(ctx); err != nil {
		return Traces{}, err
	}
	defer p.turn.give()
	if err := p.start(ctx); err != nil {
		return Traces{}, err
	}
	n, block := p.of.N(), productVectors+len(p.right)
	most := min(productBlocks, n/block-1)
	var last Traces
	for passes := min(4, most); ; passes = min(passes+2, most) {
		if err := p.space.Grow(ctx, passes*block, p.of.mul(ctx)); err != nil {
			return Traces{}, err
		}
		now, err := p.after(ctx, passes, ridge)
		if err != nil {
			return Traces{}, err
		}
		settled, final, before := now.Residual <= residual, now, last.figures()
		for i, e := range final.figures() {
			change := math.Abs(e.Value - before[i].Value)
			settled = settled && change <= max(e.SE/10, 1e-9*math.Abs(e.Value))
			e.SE = math.Hypot(e.SE, change)
		}
		if settled || passes == most {
			return final, nil
		}
		last = now
	}
}

// after returns the figures after the given number of products with K. Standard errors are XNysTrace's.
func (p *Products) after(ctx context.Context, passes int, ridge float64) (Traces, error) {
	n, dims := p.of.N(), passes*(productVectors+len(p.right))
	pairs, err := p.space.Ritz(ctx, dims, dims)
	if err != nil {
		return Traces{}, err
	}
	clamp(pairs.Values)
	share := func(v float64) float64 { return v / (v + ridge) }
	square := func(v float64) float64 { return share(v) * share(v) }
	logarithm := func(v float64) float64 { return math.Log1p(v / ridge) }
	out := Traces{Passes: passes}
	known, rest := p.difference(pairs, share)
	out.Dimension = plus(known, XNysTrace(p.omega, rest))
	known, rest = p.difference(pairs, logarithm)
	out.LogDet = plus(known+float64(n)*math.Log(ridge), XNysTrace(p.omega, rest))
	known, rest = p.difference(pairs, square) // may have negative eigenvalues
	out.Squares = plus(known, GirardHutchinson(p.omega, rest))
	if len(p.right) > 0 {
		x, away := p.space.Function(pairs, func(v float64) float64 { return 1 / (v + ridge) })
		for j, b := range p.right {
			out.Solutions = append(out.Solutions, mat.Col(nil, productVectors+j, x))
			if size := floats.Norm(b, 2); size > 0 {
				out.Residual = max(out.Residual, away[productVectors+j]/size)
			}
		}
	}
	return out, ctx.Err()
}

// difference returns tr f(K̃) and (f(K)−f(K̃))·Ω for f(0) = 0.
func (p *Products) difference(pairs linalg.Ritz, f func(float64) float64) (known float64, y *mat.Dense) {
	n, s := p.omega.Dims()
	whole, _ := p.space.Function(pairs, f)
	scaled := mat.DenseCopyOf(p.shared)
	for j := len(p.values) - 1; j >= 0; j-- {
		v, row := p.values[j], scaled.RawRowView(j)
		known += f(v)
		if v <= 1e-15*p.values[0] {
			clear(row)
			continue
		}
		floats.Scale(f(v)/v, row)
	}
	y = mat.NewDense(n, s, nil)
	y.Mul(p.long, scaled)
	y.Sub(whole.Slice(0, n, 0, s), y)
	return known, y
}

// plus adds a number that is known.
func plus(known float64, e Estimate) Estimate {
	e.Value += known
	return e
}

// ProductsMemory returns the bytes that [Products] needs for a matrix of n rows and the given number of
// right-hand sides, and the bytes kept for further ridges.
func ProductsMemory(n, right int) (need, kept int64) {
	rows, block := int64(n), int64(productVectors+right)
	rank, dims := int64(min(partialRank, (n+1)/2)), min(int64(productBlocks)*block, rows)
	kept = 8 * (rows*(rank+dims+2*block) + dims*dims)
	most, tile := max(rank, dims), int64(min(n, linalg.TileRows(n)))
	return kept + 8*(rows*(most+4*block+tile)+3*most*most), kept
}
