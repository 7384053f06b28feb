package exact

import (
	"context"
	"math"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// sampleRows is how many rows S figures of a large K come from: K[S, S] takes 32 MB.
const sampleRows = 2048

// sample is what is known of the sampled rows.
type sample struct {
	rows    sync.Once
	chosen  []int // S, in the order in which they were drawn
	block   lazy[*block]
	partial lazy[*partial]
	values  lazy[[]float64] // eigenvalues of K[S, S]
}

// block is K[S, S] for the sampled rows S, the same for all approximations of K, so
// that these are compared on the same entries. It is kept.
type block struct {
	n       int
	rows    []int
	k       *mat.Dense // s×s
	squares float64    // Σᵢ Kᵢᵢ² over all n rows
	pairs   pairSums   // of K[S, S]
}

// sampledRows are S.
func (r *Reference) sampledRows() []int {
	r.sample.rows.Do(func() {
		n := r.N()
		r.sample.chosen = model.SampleRows(n, min(sampleRows, (n+1)/2), r.rng(3))
	})
	return r.sample.chosen
}

// sampleBlock evaluates K[S, S] at the first call: s² entries and n of the diagonal.
func (r *Reference) sampleBlock(ctx context.Context) (*block, error) {
	return r.sample.block.get(ctx, func() (*block, error) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		rows := r.sampledRows()
		k := mat.NewDense(len(rows), len(rows), nil)
		r.gram.Block(k, rows, rows)
		b, err := r.newBlock(k)
		if err != nil {
			return nil, err
		}
		return b, ctx.Err()
	})
}

// newBlock takes K[S, S] for the sampled rows.
func (r *Reference) newBlock(k *mat.Dense) (*block, error) {
	b := &block{n: r.N(), rows: r.sampledRows(), k: k}
	diag := make([]float64, b.n)
	r.gram.Diag(diag)
	for _, v := range diag {
		b.squares += v * v
	}
	b.pairs, _ = b.sums(k)
	_, err := checkedNorm(math.Sqrt(b.total(b.squares, b.pairs.mean())))
	return b, err
}

// sums are those of the off-diagonal x², and Σ_{i≠j} xᵢⱼ²·Kᵢⱼ², for x on the pairs of
// sampled rows.
func (b *block) sums(x *mat.Dense) (p pairSums, mixed float64) {
	s := len(b.rows)
	p = pairSums{n: b.n, rows: make([]float64, s)}
	fourth, both := make([]float64, s), make([]float64, s)
	linalg.Parallel(s, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			of := b.k.RawRowView(i)
			var second, quartic, product float64
			for j, v := range x.RawRowView(i) {
				if j != i {
					v *= v
					second += v
					quartic += v * v
					product += v * of[j] * of[j]
				}
			}
			p.rows[i], fourth[i], both[i] = second, quartic, product
		}
	})
	for i, v := range fourth {
		p.fourth += v
		mixed += both[i]
	}
	return p, mixed
}

// total is an estimate of a sum over all n² entries: of the diagonal, which is known,
// and of n(n−1) others with that mean.
func (b *block) total(diagonal, mean float64) float64 { return diagonal + b.others()*mean }

func (b *block) others() float64 { return float64(b.n) * float64(b.n-1) }

// sampledFrobenius is ‖K‖_F from K[S, S].
func (r *Reference) sampledFrobenius(ctx context.Context) (Estimate, error) {
	b, err := r.sampleBlock(ctx)
	if err != nil {
		return Estimate{}, err
	}
	return b.frobenius(), nil
}

func (b *block) frobenius() Estimate {
	norm := math.Sqrt(b.total(b.squares, b.pairs.mean()))
	return Estimate{Value: norm, SE: b.others() * math.Sqrt(b.pairs.variance(nil)) / (2 * norm)}
}

// errorOn is √(Σe²/Σk²) over all n² entries, e = K−K̃ on the sampled rows: those on the
// diagonal have the mean of the sampled ones, of K's all are known, and the others have the
// mean of the sampled pairs. Its standard error is that of the linearised ratio (Cochran
// 1977, 6.3), a U-statistic of e²−ρ²k².
func (b *block) errorOn(e *mat.Dense) Estimate {
	n, diagonal := float64(b.n), make([]float64, len(b.rows))
	for i := range diagonal {
		diagonal[i] = e.At(i, i) * e.At(i, i)
	}
	pairs, mixed := b.sums(e)
	all := b.total(b.squares, b.pairs.mean())
	ratio := b.total(n*stat.Mean(diagonal, nil), pairs.mean()) / all
	if ratio == 0 {
		return Estimate{}
	}
	linear := pairSums{n: b.n, rows: make([]float64, len(b.rows))}
	for i, v := range b.pairs.rows {
		linear.rows[i] = pairs.rows[i] - ratio*v
	}
	linear.fourth = pairs.fourth - 2*ratio*mixed + ratio*ratio*b.pairs.fourth
	// A row counts twice in n(n−1) pairs, and once in n diagonal entries.
	floats.Scale(1/(2*(n-1)), diagonal)
	root := math.Sqrt(ratio)
	return Estimate{Value: root, SE: b.others() * math.Sqrt(linear.variance(diagonal)) / all / (2 * root)}
}
