package model

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// bump is exp(−‖x−y‖²).
type bump struct{}

func (bump) Name() string       { return "bump" }
func (bump) Geometry() Geometry { return SquaredEuclidean }
func (bump) Diagonal() float64  { return 1 }
func (bump) Apply(v []float64) {
	for i, d := range v {
		v[i] = math.Exp(-d)
	}
}

// TestRowsNearZeroAreNotCopied: and those far from it are centred, so that distances
// keep their digits.
func TestRowsNearZeroAreNotCopied(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	x := mat.NewDense(50, 3, nil)
	for i := range 50 {
		x.SetRow(i, []float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()})
	}
	if p := NewPoints(x, SquaredEuclidean); p.x != x || p.mean != nil {
		t.Error("rows about 0 are copied")
	}
	far := mat.DenseCopyOf(x)
	for i := range 50 {
		for j := range 3 {
			far.Set(i, j, 1e6+x.At(i, j))
		}
	}
	p := NewPoints(far, SquaredEuclidean)
	if p.x == far || p.mean == nil || mat.Norm(p.x, 2) > 100 {
		t.Fatal("rows far from 0 are not centred")
	}
	near, moved, idx := mat.NewDense(50, 50, nil), mat.NewDense(50, 50, nil), []int(nil)
	NewGram(NewPoints(x, SquaredEuclidean), bump{}).Block(near, idx, idx)
	NewGram(p, bump{}).Block(moved, idx, idx)
	if !mat.EqualApprox(near, moved, 1e-8) { // 1e6 + x itself has ten digits of x
		t.Error("distances differ where all rows are moved")
	}
}

// TestSampleRows: distinct, each as likely as another, fewer the first of more, and of a
// million without a permutation of these.
func TestSampleRows(t *testing.T) {
	for _, n := range []int{1, 10, 1 << 16, 1<<16 + 1, 1_000_000} {
		many := SampleRows(n, 3000, rand.New(rand.NewPCG(1, uint64(n))))
		few := SampleRows(n, 70, rand.New(rand.NewPCG(1, uint64(n))))
		if len(many) != min(n, 3000) || !slices.Equal(few, many[:len(few)]) {
			t.Fatalf("%d of %d, and %d that are not the first of them", len(many), n, len(few))
		}
		slices.Sort(many)
		if len(slices.Compact(slices.Clone(many))) != len(many) || many[0] < 0 || many[len(many)-1] >= n {
			t.Errorf("n = %d: %d rows of which some are the same or out of range", n, len(many))
		}
	}
	// Tenths of the rows: χ² of 9 degrees of freedom.
	const n, draws = 100_000, 2000
	rng := rand.New(rand.NewPCG(2, 2))
	var last, all [10]float64
	for range draws {
		for i, row := range SampleRows(n, 10, rng) {
			all[row*10/n]++
			if i == 9 {
				last[row*10/n]++
			}
		}
	}
	for what, counts := range map[string][10]float64{"the last of ten": last, "all": all} {
		total, chi := 0.0, 0.0
		for _, v := range counts {
			total += v
		}
		for _, v := range counts {
			chi += (v - total/10) * (v - total/10) / (total / 10)
		}
		if chi > 27.9 { // one in a thousand
			t.Errorf("%s: χ² %v of tenths %v", what, chi, counts)
		}
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	SampleRows(1_000_000, 100, rng)
	runtime.ReadMemStats(&after)
	if bytes := after.TotalAlloc - before.TotalAlloc; bytes > 1<<16 {
		t.Errorf("100 of a million take %d bytes", bytes)
	}
}

// TestFactorRoom: a matrix of up to 10⁵ rows keeps a factor, as do its views, and one of
// more none.
func TestFactorRoom(t *testing.T) {
	for n, room := range map[int]int64{1: FactorLimit, 100_000: FactorLimit, 100_001: 0} {
		g := NewGram(NewPoints(mat.NewDense(n, 1, nil), SquaredEuclidean), bump{})
		if DefaultFactorLimit(n) != room || !g.FactorFits(room) || g.FactorFits(room+1) || g.View().FactorFits(room+1) {
			t.Errorf("n = %d: room for %d bytes, want %d; holds as many %v, more %v", n, DefaultFactorLimit(n), room,
				g.FactorFits(room), g.FactorFits(room+1))
		}
	}
}
