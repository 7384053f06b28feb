package exact

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
)

// Estimate is a figure: exact, or with the standard error of an estimate.
type Estimate struct {
	Value float64
	SE    float64 // Value ± 1.96·SE is a 95 % interval; NaN where exact
	Exact bool
}

func exactly(value float64) Estimate { return Estimate{Value: value, SE: math.NaN(), Exact: true} }

// pairSums are sums over the off-diagonal entries h of a symmetric s×s matrix, a sample
// of an n×n one by rows and columns, h being squares x² or differences of such.
type pairSums struct {
	n      int       // rows that were sampled from
	rows   []float64 // Σ_{j≠i} hᵢⱼ
	fourth float64   // Σ_{i≠j} hᵢⱼ²
}

// mean is that of h over all pairs: a U-statistic of order two, unbiased for that of
// the n×n matrix.
func (p pairSums) mean() float64 {
	s := float64(len(p.rows))
	sum := 0.0
	for _, v := range p.rows {
		sum += v
	}
	return sum / (s * (s - 1))
}

// variance is that of the mean over samples without replacement, where each sampled row
// adds so much of its own to the mean of its row; nil is nothing. By Hoeffding's
// decomposition it is (1−f)·4ζ₁/s + (1−f)²·2δ²/(s(s−1)), f = s/n, with ζ₁ the variance
// of the row means and δ² that of what they leave of h (Serfling 1980, 5.2.1; the
// factors of f by analogy with Cochran 1977, 2.6). The sampled row means vary by
// δ²/(s−1) more than the true ones.
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
