package linalg

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// merge combines the eigenpairs of the two halves of a sub-problem. With Q and D of both halves,
// T = Q·(D + rho·z·zᵀ)·Qᵀ.
type merge struct {
	*divider
	lo, mid, hi int
	memory      []float64 // for the vectors that are combined

	active []int     // slots that take part in the secular equation, by ascending eigenvalue
	z      []float64 // their entries of z
	halves [2]half   // above mid, and below
}

// half is the part of the active vectors on one side of mid.
type half struct {
	lo, hi  int            // columns
	has     []bool         // for each slot from the merge's lo on, whether its vector has a part here
	from    []int          // numbers of the active slots that have a part here
	vectors blas64.General // their parts, one a row
}

func (m *merge) run(ctx context.Context, corner float64) error {
	rho, err := m.deflate(ctx, corner)
	if err != nil || len(m.active) == 0 {
		return err
	}
	poles := make([]float64, len(m.active))
	for p, slot := range m.active {
		poles[p] = m.d[slot]
	}
	if !m.ends {
		if err := m.keep(ctx); err != nil {
			return err
		}
	}
	s := secular{poles, m.z, rho, Host.on}
	// The roots replace the values, and the distances of the poles from them replace the vectors,
	// which were copied before.
	err = InParts(ctx, len(m.active), rootStep, func(lo, hi int) {
		for p := lo; p < hi; p++ {
			m.d[m.active[p]] = s.root(p, m.offsets(p))
		}
	})
	if err != nil || m.ends && m.hi-m.lo == len(m.d) {
		return err
	}
	weights, err := m.weights(ctx, s)
	if err != nil {
		return err
	}
	if m.ends {
		return m.combineEnds(ctx, s, weights)
	}
	return m.combine(ctx, s, weights)
}

// deflate finds the slots that take part in the secular equation. Of two slots with values that are equal
// up to rounding, it rotates the vectors so that one need not take part. It returns rho > 0 for ‖z‖ = 1.
func (m *merge) deflate(ctx context.Context, corner float64) (float64, error) {
	size := m.hi - m.lo
	z := make([]float64, size) // the last row of the upper vectors, and the first of the lower
	m.halves[0] = half{lo: m.lo, hi: m.mid, has: make([]bool, size)}
	m.halves[1] = half{lo: m.mid, hi: m.hi, has: make([]bool, size)}
	_, end := m.columns(m.lo, m.mid)
	begin, _ := m.columns(m.mid, m.hi)
	for i := range size {
		vector := row(m.q, m.lo+i)
		side, entry := 0, &vector[end-1]
		if m.lo+i >= m.mid {
			side, entry = 1, &vector[begin]
		}
		m.halves[side].has[i] = true
		z[i] = *entry * math.Sqrt2 / 2
		if side == 1 && corner < 0 {
			z[i] = -z[i]
		}
		if m.ends { // at mid, inside of the longer vector
			*entry = 0
		}
	}
	rho := 2 * math.Abs(corner)
	order := m.descending(m.lo, m.hi)
	slices.Reverse(order)
	last := -1 // the slot that may still be rotated away
	for _, slot := range order {
		if rho*math.Abs(z[slot-m.lo]) <= tolerance {
			continue
		}
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		if last >= 0 && !m.rotate(last, slot, z) {
			m.active = append(m.active, last)
		}
		last = slot
	}
	if last >= 0 {
		m.active = append(m.active, last)
	}
	for _, slot := range m.active {
		m.z = append(m.z, z[slot-m.lo])
	}
	return rho, nil
}

// rotate rotates the vectors of two slots so that z becomes 0 at the first. It does so, and returns true,
// only if the values are so close that the error is at most rounding.
func (m *merge) rotate(first, second int, z []float64) bool {
	i, j := first-m.lo, second-m.lo
	length := math.Hypot(z[i], z[j])
	c, s := z[j]/length, -z[i]/length
	if math.Abs((m.d[second]-m.d[first])*c*s) > tolerance {
		return false
	}
	z[i], z[j] = 0, length
	for _, h := range m.halves {
		h.has[j] = h.has[i] || h.has[j]
	}
	from, to := m.columns(m.lo, m.hi)
	blas64.Rot(Vector(row(m.q, first)[from:to]), Vector(row(m.q, second)[from:to]), c, s)
	// Both stay within [x, y] in spite of rounding: poles that drifted down to those before them would be equal.
	x, y := m.d[first], m.d[second]
	m.d[first], m.d[second] = x+(y-x)*s*s, x+(y-x)*c*c
	return true
}

// offsets returns the distances of the poles from root p.
func (m *merge) offsets(p int) []float64 {
	return row(m.work, m.active[p])[m.lo : m.lo+len(m.active)]
}

// keep copies the vectors of the active slots, without the half that is zero.
func (m *merge) keep(ctx context.Context) error {
	memory := m.memory
	for side := range m.halves {
		h := &m.halves[side]
		for p, slot := range m.active {
			if h.has[slot-m.lo] {
				h.from = append(h.from, p)
			}
		}
		rows, width := len(h.from), h.hi-h.lo
		h.vectors = blas64.General{Rows: rows, Cols: width, Stride: width, Data: memory[:rows*width]}
		memory = memory[rows*width:]
		err := InParts(ctx, rows, 64, func(lo, hi int) {
			for r := lo; r < hi; r++ {
				copy(row(h.vectors, r), row(m.q, m.active[h.from[r]])[h.lo:h.hi])
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// weights returns the entries of the z for which the computed roots are exact (Löwner's formula), up to a
// factor. Vectors computed from it are orthogonal.
func (m *merge) weights(ctx context.Context, s secular) ([]float64, error) {
	k := len(m.active)
	w := make([]float64, k)
	err := InParts(ctx, k, 128, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			w[i] = -m.offsets(i)[i]
		}
		for p := range k {
			x := m.offsets(p)
			s.ratios(lo, min(hi, p), x, s.d[p], w)
			s.ratios(max(lo, p+1), hi, x, s.d[p], w)
		}
		for i := lo; i < hi; i++ {
			w[i] = math.Copysign(math.Sqrt(math.Abs(w[i])), s.z[i])
		}
	})
	return w, err
}

// combine computes the vectors of the active slots. Vector p of diag(d) + rho·z·zᵀ has the entries
// zᵢ/(dᵢ−λₚ), and is multiplied by the vectors that keep has copied. If only the leading vectors are
// needed, the last merge computes no others.
func (m *merge) combine(ctx context.Context, s secular, weights []float64) error {
	k, size := len(m.active), m.hi-m.lo
	first := 0
	if size == len(m.d) && m.want < size {
		cut := m.d[m.descending(m.lo, m.hi)[m.want]]
		for first < k && m.d[m.active[first]] < cut {
			first++
		}
	}
	const rows = 256
	made := newGeneral(min(rows, k-first), size)
	small := newGeneral(made.Rows, max(len(m.halves[0].from), len(m.halves[1].from)))
	for ; first < k; first += rows {
		count := min(rows, k-first)
		err := InParts(ctx, count, 16, func(lo, hi int) {
			for r := lo; r < hi; r++ {
				vector := m.offsets(first + r)
				blas64.Scal(1/s.vector(weights, vector), Vector(vector))
			}
		})
		if err != nil {
			return err
		}
		for _, h := range m.halves {
			factor := part(small, 0, count, 0, len(h.from))
			for r := range count {
				vector := m.offsets(first + r)
				for c, i := range h.from {
					factor.Data[r*factor.Stride+c] = vector[i]
				}
			}
			target := part(made, 0, count, h.lo-m.lo, h.hi-m.lo)
			if err := Gemm(ctx, blas.NoTrans, blas.NoTrans, 1, factor, h.vectors, 0, target); err != nil {
				return err
			}
		}
		for r := range count {
			copy(row(m.q, m.active[first+r])[m.lo:m.hi], row(made, r))
		}
	}
	return nil
}

// combineEnds is combine for the first and the last entries of the vectors only.
func (m *merge) combineEnds(ctx context.Context, s secular, weights []float64) error {
	k := len(m.active)
	firsts, lasts := make([]float64, k), make([]float64, k)
	for p, slot := range m.active {
		firsts[p], lasts[p] = row(m.q, slot)[0], row(m.q, slot)[1]
	}
	return InParts(ctx, k, 16, func(lo, hi int) {
		for p := lo; p < hi; p++ {
			vector, ends := m.offsets(p), row(m.q, m.active[p])
			length := s.vector(weights, vector)
			ends[0] = blas64.Dot(Vector(firsts), Vector(vector)) / length
			ends[1] = blas64.Dot(Vector(lasts), Vector(vector)) / length
		}
	})
}
