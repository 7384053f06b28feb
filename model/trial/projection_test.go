package trial

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/linalg"
)

// spread is K̃ = share·K with all rows as landmarks, like a sketch with entries in all rows.
type spread struct {
	model.Approximation
	g     *model.Gram
	share float64
	reads *int // number of blocks read
}

func (a spread) Rank() int { return a.g.N() }

func (a spread) Landmarks() []int {
	rows := make([]int, a.g.N())
	for i := range rows {
		rows[i] = i
	}
	return rows
}

func (a spread) Diag(dst []float64) {
	a.g.Diag(dst)
	for i := range dst {
		dst[i] *= a.share
	}
}

func (a spread) Block(dst *mat.Dense, rows, cols []int) {
	*a.reads++
	a.g.View().Block(dst, rows, cols)
	dst.Scale(a.share, dst)
}

// If the traces show that K̃ is not a projection on its landmarks, no block of K is read. For a sketch with
// entries in all rows that block would be all of K.
func TestTracesShowProjections(t *testing.T) {
	const n = 50
	k := kernel.Families()[0].Member(kernel.Values{"gamma": 1}).Function()
	x := linalg.Gaussian(n, 2, rand.New(rand.NewPCG(1, 1)))
	whole := model.NewGram(model.NewPoints(x, k.Geometry()), k)
	for share, suits := range map[float64]bool{1: true, 0.999: false} {
		reads := 0
		trial := &Trial{Setting: Setting{Solver: SolverFalkon}, Gram: whole}
		rows, _ := trial.landmarkRows(spread{g: whole, share: share, reads: &reads})
		if (rows != nil) != suits || (reads > 0) != suits {
			t.Errorf("K̃ = %v·K: landmarks %v, with %d blocks read", share, rows, reads)
		}
	}
}
