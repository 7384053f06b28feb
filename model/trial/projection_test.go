package trial

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/linalg"
)

// spread is K̃ = share·K with all rows for landmarks, as a sketch with entries in all rows has.
type spread struct {
	model.Approximation
	g     *model.Gram
	share float64
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
	a.g.View().Block(dst, rows, cols)
	dst.Scale(a.share, dst)
}

// TestProjectionsAreToldByTheirTraces: of a K̃ that is no projection on its landmarks no block of
// K is read but its diagonal; for a sketch with entries in all rows the block would be all of K.
func TestProjectionsAreToldByTheirTraces(t *testing.T) {
	const n = 50
	k := kernel.Member{Family: kernel.Families()[0], Shape: kernel.Shape{Gamma: 1}}.Function()
	x := linalg.Gaussian(n, 2, rand.New(rand.NewPCG(1, 1)))
	whole := model.NewGram(model.NewPoints(x, k.Geometry()), k)
	for share, suits := range map[float64]bool{1: true, 0.999: false} {
		g := whole.View()
		a := spread{g: whole, share: share}
		if got := projects(g, a, a.Landmarks()); got != suits || (g.Entries() > n) != suits {
			t.Errorf("K̃ = %v·K is a projection: %t, with %d entries read", share, got, g.Entries())
		}
	}
}
