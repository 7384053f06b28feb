package data

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"gramscope/data/remedy"
)

// What is done to the eigenvalues λ of a kernel matrix K = U·Λ·Uᵀ that is not positive semi-definite (Chen, Garcia,
// Gupta, Rahimi and Cazzanti, "Similarity-based classification", JMLR 2009).
const (
	Clip  = "clip"  // max(λ, 0)
	Flip  = "flip"  // |λ|
	Shift = "shift" // λ − min(λmin, 0): adds −λmin to the diagonal
)

// Indefinites returns the values of Choice.Indefinite beside "", which keeps K.
func Indefinites() []string { return []string{Clip, Flip, Shift} }

// makeDefinite replaces K = U·Λ·Uᵀ by U·f(Λ)·Uᵀ, which is then in memory: all rows, those that are drawn for a test
// as well, so that all sets are parts of one positive semi-definite matrix. It takes O(n³) time and 28·n² bytes, of
// which 8·n² stay. The note says how many eigenvalues were negative.
func (m *Matrix) makeDefinite(ctx context.Context, opts Options, memory *budget) (note []remedy.Note, err error) {
	n := int64(m.Rows)
	if err := memory.takeFor(fmt.Sprintf("all %d eigenvalues and eigenvectors of the kernel matrix", n), 28*n*n); err != nil {
		return nil, err
	}
	defer memory.give(20 * n * n)
	c := checker{m: m, rows: sequence(0, m.Rows)}
	k := c.block(0, m.Rows, 0, m.Rows)
	err = opts.Spectral(ctx, k, func(values []float64) {
		least := slices.Min(values)
		rounding := 1e-15 * float64(n) * floats.Norm(values, math.Inf(1))
		count := 0
		for i, v := range values {
			if v < -rounding {
				count++
			}
			switch m.Indefinite {
			case Clip:
				values[i] = max(v, 0)
			case Flip:
				values[i] = math.Abs(v)
			case Shift:
				values[i] = v - min(least, 0)
			default:
				panic("data: Choice.Indefinite is " + m.Indefinite)
			}
		}
		note = remedy.Notes(fmt.Sprintf("%s: %d of %d eigenvalues of K were negative, the least %.3g: all figures are of %s, "+
			"computed from all rows, those of the test as well", m.Indefinite, count, n, least, meanings[m.Indefinite]))
		if count == 0 {
			note = remedy.Notes(fmt.Sprintf("%s changes nothing but rounding errors: no eigenvalue of K is negative", m.Indefinite))
		}
	})
	if err != nil {
		return nil, err
	}
	m.cells, m.whole = nil, k
	return note, nil
}

var meanings = map[string]string{Clip: "U·max(Λ, 0)·Uᵀ", Flip: "U·|Λ|·Uᵀ", Shift: "K − λmin·I"}
