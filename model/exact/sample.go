package exact

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"gramscope/model/linalg"
)

// Estimate is a figure that is exact, or estimated with a standard error.
type Estimate struct {
	Value float64
	SE    float64 // Value ± 1.96·SE is a 95 % interval, or contains an interval of known bounds; NaN if exact
}

// Exactly returns a figure that is exact, or not known if it is NaN.
func Exactly(value float64) Estimate { return Estimate{Value: value, SE: math.NaN()} }

// sampleRows is the number of sampled rows S of a large K. K[S, S] takes 32 MB.
const sampleRows = 2048

// block is K[S, S] for the sampled rows S, on which all approximations of K are compared.
type block struct {
	n       int
	rows    []int
	k       *mat.Dense // s×s
	unit    float64    // squares and pairs are of K/unit, whose fourth powers neither overflow nor vanish
	squares float64    // Σᵢ Kᵢᵢ² over all n rows
	pairs   pairSums   // of K[S, S]
	norm    Estimate   // ‖K‖_F
}

// sampleBlock evaluates K[S, S] in the first call: s² entries, and n of the diagonal.
func (r *Reference) sampleBlock(ctx context.Context) (block, error) {
	return r.block.get(ctx, func() (block, error) {
		if err := ctx.Err(); err != nil {
			return block{}, err
		}
		rows := r.rows()
		b := block{n: r.N(), rows: rows, k: mat.NewDense(len(rows), len(rows), nil)}
		r.gram.Block(b.k, rows, rows)
		_, exponent := math.Frexp(floats.Max(r.diag))
		b.unit = math.Ldexp(1, exponent) // a power of two, which rounds nothing
		for _, v := range r.diag {
			b.squares += v / b.unit * (v / b.unit)
		}
		b.pairs, _ = b.sums(nil)
		b.norm = b.frobenius()
		_, err := checkedNorm(b.norm.Value, nil)
		return b, err
	})
}

// pairSums are sums over the off-diagonal entries h of a symmetric matrix, of which a sample of the n rows is known. h
// are squares x², or differences of such.
type pairSums struct {
	n      int
	rows   []float64 // Σ_{j≠i} hᵢⱼ of the sampled rows i and j
	fourth float64   // Σ_{i≠j} hᵢⱼ², likewise
}

// sumRows is the number of rows whose sums are added up together. It does not depend on the number of processors, and
// neither do the bits.
const sumRows = 64

// sums returns the sums of x² on all pairs, and Σ_{i≠j} xᵢⱼ²·Kᵢⱼ², for x = K−a, in units. A nil a stands for 0.
// It reads the entries of the symmetric matrices above the diagonal.
func (b *block) sums(a *mat.Dense) (p pairSums, mixed float64) {
	s := len(b.rows)
	parts := make([]struct {
		rows          []float64 // for each row
		fourth, mixed float64
	}, (s+sumRows-1)/sumRows)
	zero := make([]float64, s)
	_ = linalg.InParts(context.Background(), s, sumRows, func(lo, hi int) {
		part := &parts[lo/sumRows]
		part.rows = make([]float64, s)
		for i := lo; i < hi; i++ {
			of, by := b.k.RawRowView(i), zero
			if a != nil {
				by = a.RawRowView(i)
			}
			from := i + 1
			row, x4, x2k2 := squares(part.rows[from:], of[from:], by[from:], 1/b.unit)
			part.rows[i], part.fourth, part.mixed = part.rows[i]+row, part.fourth+x4, part.mixed+x2k2
		}
	})
	p = pairSums{n: b.n, rows: make([]float64, s)}
	for _, part := range parts {
		floats.Add(p.rows, part.rows)
		p.fourth += 2 * part.fourth
		mixed += 2 * part.mixed
	}
	return p, mixed
}

// squares adds x² to dst for x = (k−a)·scale, and returns Σx², Σx⁴ and Σx²(k·scale)².
func squares(dst, k, a []float64, scale float64) (second, fourth, mixed float64) {
	dst, a = dst[:len(k)], a[:len(k)]
	for j, v := range k {
		v *= scale
		x := v - a[j]*scale
		x *= x
		dst[j] += x
		second, fourth, mixed = second+x, fourth+x*x, mixed+x*v*v
	}
	return second, fourth, mixed
}

// mean returns the mean of h over all pairs of rows, a U-statistic of order two: unbiased for the whole matrix.
func (p pairSums) mean() float64 {
	s := float64(len(p.rows))
	return inOrder(p.rows) / (s * (s - 1))
}

// total estimates the sum of h over all entries off the diagonal.
func (p pairSums) total() float64 { return float64(p.n) * float64(p.n-1) * p.mean() }

// totalSE returns the standard error of total plus n times the mean of own, one number for each sampled row; nil
// stands for none.
//
// By Hoeffding's decomposition, the variance of the mean over samples without replacement is
// (1−f)·4ζ₁/s + (1−f)²·2δ²/(s(s−1)), f = s/n, where ζ₁ is the variance of the row means and δ² that of the rest of h
// (Serfling 1980, 5.2.1; the factors of f by analogy with Cochran 1977, 2.6). The variance of the sampled row means
// exceeds that of the true ones by δ²/(s−1).
func (p pairSums) totalSE(own []float64) float64 {
	s := float64(len(p.rows))
	if s < 4 {
		return math.Inf(1)
	}
	means, mean := make([]float64, len(p.rows)), p.mean()
	for i, v := range p.rows {
		means[i] = v / (s - 1)
	}
	spread := stat.Variance(means, nil)
	total := max(0, p.fourth/(s*(s-1))-mean*mean)
	delta := max(0, total-2*spread) * (s - 1) / (s - 3)
	if own != nil { // a row counts twice in the n(n−1) pairs
		floats.AddScaled(means, 1/(2*float64(p.n-1)), own)
		spread = stat.Variance(means, nil)
	}
	zeta := max(0, spread-delta/(s-1))
	rest := 1 - s/float64(p.n)
	return float64(p.n) * float64(p.n-1) * math.Sqrt(rest*4*zeta/s+rest*rest*2*delta/(s*(s-1)))
}

// frobenius returns ‖K‖_F.
func (b *block) frobenius() Estimate {
	norm := math.Sqrt((b.squares + b.pairs.total()) * b.unit * b.unit)
	return Estimate{Value: norm, SE: b.pairs.totalSE(nil) / (2 * norm) * b.unit * b.unit}
}

// errorOf returns √(Σe²/Σk²) over all n² entries, e = K−K̃, given K̃ = a on and above the diagonal of the sampled rows.
// The diagonal of K is known; diagonal entries of e and all off-diagonal entries have the means of the sampled ones.
// The standard error is that of the linearised ratio (Cochran 1977, 6.3), a U-statistic of e²−ρ²k².
func (b *block) errorOf(a *mat.Dense) Estimate {
	own := make([]float64, len(b.rows))
	for i := range own {
		e := (b.k.At(i, i) - a.At(i, i)) / b.unit
		own[i] = e * e
	}
	e, mixed := b.sums(a)
	all := b.squares + b.pairs.total()
	ratio := (float64(e.n)*stat.Mean(own, nil) + e.total()) / all
	if ratio == 0 {
		return Estimate{}
	}
	linear := pairSums{n: e.n, rows: slices.Clone(e.rows)}
	floats.AddScaled(linear.rows, -ratio, b.pairs.rows)
	linear.fourth = e.fourth - 2*ratio*mixed + ratio*ratio*b.pairs.fourth
	root := math.Sqrt(ratio)
	return Estimate{Value: root, SE: linear.totalSE(own) / all / (2 * root)}
}
