package model

import (
	"math"
	"math/rand/v2"
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
