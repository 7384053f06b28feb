package exact

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// Estimate is a figure that is exact, or estimated with a standard error.
type Estimate struct {
	Value float64
	SE    float64 // Value ± 1.96·SE is a 95 % interval, or contains an interval of known bounds; NaN if exact
	Exact bool
}

func exactly(value float64) Estimate { return Estimate{Value: value, SE: math.NaN(), Exact: true} }

// sampleRows is the number of sampled rows S of a large K. K[S, S] takes 32 MB.
const sampleRows = 2048

// SampledRows returns the rows S from which figures are estimated: the chosen ones, and then the others in the order of the
// draws. Those of fewer draws are the first of more.
func (r *Reference) SampledRows() []int { return slices.Clone(r.rows()) }

// drawRows draws these rows.
func (r *Reference) drawRows() []int {
	n := r.N()
	count := min(r.sample, (n+1)/2)
	drawn := model.SampleRows(n, count+len(r.chosen), r.rng(3))
	if len(r.chosen) == 0 {
		return drawn
	}
	chosen := slices.Sorted(slices.Values(r.chosen))
	drawn = slices.DeleteFunc(drawn, func(i int) bool {
		_, found := slices.BinarySearch(chosen, i)
		return found
	})
	return slices.Concat(r.chosen, drawn[:min(count, len(drawn))])
}

// block is K[S, S] for the sampled rows S, on which all approximations of K are compared.
type block struct {
	n       int
	rows    []int      // the chosen ones first
	chosen  int        // their number
	k       *mat.Dense // s×s
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
		k := mat.NewDense(len(rows), len(rows), nil)
		r.gram.Block(k, rows, rows)
		return r.newBlock(rows, len(r.chosen), k)
	})
}

// newBlock returns the block of the rows S, of which the first are chosen, for a given k = K[S, S].
func (r *Reference) newBlock(rows []int, chosen int, k *mat.Dense) (block, error) {
	b := block{n: r.N(), rows: rows, chosen: chosen, k: k}
	diag := make([]float64, b.n)
	r.gram.Diag(diag)
	for _, v := range diag {
		b.squares += v * v
	}
	b.pairs, _ = b.sums(nil, 1)
	b.norm = b.frobenius()
	_, err := checkedNorm(b.norm.Value, nil)
	return b, err
}

// pairSums are sums over the off-diagonal entries h of a symmetric matrix. Its rows are chosen ones, and a sample of the n others. h
// are squares x², or differences of such.
type pairSums struct {
	n      int       // rows that are not chosen, of which some are sampled
	rows   []float64 // Σ_{j≠i} hᵢⱼ of the sampled rows i and j
	fourth float64   // Σ_{i≠j} hᵢⱼ², likewise
	across []float64 // Σ hᵢⱼ of each sampled row i, for the chosen rows j
	chosen float64   // Σ_{i≠j} hᵢⱼ of the chosen rows
}

// sumRows is the number of rows whose sums are added up together. It does not depend on the number of processors, and
// neither do the bits.
const sumRows = 64

// sums returns the sums of x² on all pairs, and Σ_{i≠j} xᵢⱼ²·Kᵢⱼ² on those of sampled rows, for x = K−scale·a. A nil a stands for 0.
// Of symmetric matrices it reads the entries above the diagonal.
func (b *block) sums(a *mat.Dense, scale float64) (p pairSums, mixed float64) {
	s := len(b.rows)
	strips := (s + sumRows - 1) / sumRows
	parts := make([]struct {
		rows                  []float64 // for each row, of its pairs with rows of its kind: chosen or sampled
		across                []float64 // for each sampled row, of its pairs with chosen ones
		fourth, mixed, chosen float64
	}, strips)
	zero := make([]float64, s)
	strip := func(k int) {
		part := &parts[k]
		part.rows, part.across = make([]float64, s), make([]float64, s)
		for i := k * sumRows; i < min(s, (k+1)*sumRows); i++ {
			of, by := b.k.RawRowView(i), zero
			if a != nil {
				by = a.RawRowView(i)
			}
			from := i + 1
			if i < b.chosen {
				row, _, _ := squares(part.rows[from:b.chosen], of[from:b.chosen], by[from:b.chosen], scale)
				part.chosen += 2 * row
				squares(part.across[b.chosen:], of[b.chosen:], by[b.chosen:], scale)
				continue
			}
			row, x4, x2k2 := squares(part.rows[from:], of[from:], by[from:], scale)
			part.rows[i], part.fourth, part.mixed = part.rows[i]+row, part.fourth+x4, part.mixed+x2k2
		}
	}
	linalg.Parallel((strips+1)/2, func(lo, hi int) { // a long strip and a short one at a time
		for k := lo; k < hi; k++ {
			strip(k)
			if other := strips - 1 - k; other > k {
				strip(other)
			}
		}
	})
	p = pairSums{n: b.n - b.chosen, rows: make([]float64, s-b.chosen), across: make([]float64, s-b.chosen)}
	for _, part := range parts {
		floats.Add(p.rows, part.rows[b.chosen:])
		floats.Add(p.across, part.across[b.chosen:])
		p.chosen += part.chosen
		p.fourth += 2 * part.fourth
		mixed += 2 * part.mixed
	}
	return p, mixed
}

// squares adds x² to dst for x = k−scale·a, and returns Σx², Σx⁴ and Σx²k². There are two of each sum, as an addition
// waits for the one before.
func squares(dst, k, a []float64, scale float64) (second, fourth, mixed float64) {
	dst, a = dst[:len(k)], a[:len(k)]
	var second1, fourth1, mixed1 float64
	j := 0
	for ; j+1 < len(k); j += 2 {
		x, x1 := k[j]-scale*a[j], k[j+1]-scale*a[j+1]
		x, x1 = x*x, x1*x1
		dst[j] += x
		dst[j+1] += x1
		second, second1 = second+x, second1+x1
		fourth, fourth1 = fourth+x*x, fourth1+x1*x1
		mixed, mixed1 = mixed+x*k[j]*k[j], mixed1+x1*k[j+1]*k[j+1]
	}
	if j < len(k) {
		x := k[j] - scale*a[j]
		x *= x
		dst[j] += x
		second, fourth, mixed = second+x, fourth+x*x, mixed+x*k[j]*k[j]
	}
	return second + second1, fourth + fourth1, mixed + mixed1
}

// mean returns the mean of h over all pairs of rows that are not chosen, a U-statistic of order two: unbiased for the whole matrix.
func (p pairSums) mean() float64 {
	s := float64(len(p.rows))
	return inOrder(p.rows) / (s * (s - 1))
}

// pairs returns the number of pairs of rows that are not chosen.
func (p pairSums) pairs() float64 { return float64(p.n) * float64(p.n-1) }

// total estimates the sum of h over all entries off the diagonal.
func (p pairSums) total() float64 {
	return p.chosen + 2*float64(p.n)*stat.Mean(p.across, nil) + p.pairs()*p.mean()
}

// totalSE returns the standard error of total plus n times the mean of own, one number for each sampled row; nil is none.
func (p pairSums) totalSE(own []float64) float64 {
	each := slices.Clone(p.across) // a row counts twice in the n(n−1) pairs, and twice beside the chosen rows
	floats.Scale(2, each)
	if own != nil {
		floats.Add(each, own)
	}
	floats.Scale(1/(2*float64(p.n-1)), each)
	return p.pairs() * math.Sqrt(p.variance(each))
}

// variance returns the variance of the mean over samples without replacement. If own is not nil, it has
// one number for each sampled row, which is added to the row's mean. By Hoeffding's decomposition the
// variance is (1−f)·4ζ₁/s + (1−f)²·2δ²/(s(s−1)), f = s/n, where ζ₁ is the variance of the row means and δ²
// that of the rest of h (Serfling 1980, 5.2.1; the factors of f by analogy with Cochran 1977, 2.6). The
// variance of the sampled row means exceeds that of the true ones by δ²/(s−1).
func (p pairSums) variance(own []float64) float64 {
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
	if own != nil {
		floats.Add(means, own)
		spread = stat.Variance(means, nil)
	}
	zeta := max(0, spread-delta/(s-1))
	rest := 1 - s/float64(p.n)
	return rest*4*zeta/s + rest*rest*2*delta/(s*(s-1))
}

// frobenius returns ‖K‖_F.
func (b *block) frobenius() Estimate {
	norm := math.Sqrt(b.squares + b.pairs.total())
	return Estimate{Value: norm, SE: b.pairs.totalSE(nil) / (2 * norm)}
}

// errorOf returns √(Σe²/Σk²) over all n² entries, e = K−K̃, given K̃ = scale·a on and above the diagonal of the sampled rows. The diagonal of K
// is known; diagonal entries of e and all off-diagonal entries have the means of the sampled ones, except those of chosen rows. The
// standard error is that of the linearised ratio (Cochran 1977, 6.3), a U-statistic of e²−ρ²k².
func (b *block) errorOf(a *mat.Dense, scale float64) Estimate {
	diagonal := make([]float64, len(b.rows))
	for i := range diagonal {
		e := b.k.At(i, i) - scale*a.At(i, i)
		diagonal[i] = e * e
	}
	own := diagonal[b.chosen:]
	e, mixed := b.sums(a, scale)
	all := b.squares + b.pairs.total()
	ratio := (inOrder(diagonal[:b.chosen]) + float64(e.n)*stat.Mean(own, nil) + e.total()) / all
	if ratio == 0 {
		return Estimate{}
	}
	linear := pairSums{n: e.n, rows: slices.Clone(e.rows), across: slices.Clone(e.across)}
	floats.AddScaled(linear.rows, -ratio, b.pairs.rows)
	floats.AddScaled(linear.across, -ratio, b.pairs.across)
	linear.fourth = e.fourth - 2*ratio*mixed + ratio*ratio*b.pairs.fourth
	root := math.Sqrt(ratio)
	return Estimate{Value: root, SE: linear.totalSE(own) / all / (2 * root)}
}
