package approx

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// TestBlockNystromIsAMean: K̃ is the mean of nystrom's on each set of landmarks, at the
// rows and at new points, lies below nystrom's on all of them, and above each b-th part;
// nystrom itself is one block.
func TestBlockNystromIsAMean(t *testing.T) {
	const n, m = 80, 24
	x, z := normal(n, 2, seeded(1)), normal(9, 2, seeded(2))
	for _, c := range []struct {
		kernel string
		gamma  float64
	}{{"gaussian", 0.5}, {"laplacian", 1}, {"polynomial", 1}} { // the last has rank 6: blocks of 6 and more depend
		for _, blocks := range []int{1, 2, 3, 5, 24} {
			what := fmt.Sprintf("%s, %d blocks", c.kernel, blocks)
			g := gramOf(t, x, c.kernel, c.gamma)
			landmarks := model.SampleRows(n, m, seeded(7))
			sets := make([][]int, blocks)
			mean, meanNew := mat.NewDense(n, n, nil), mat.NewDense(9, n, nil)
			for s := range sets {
				sets[s] = landmarks[s*m/blocks : (s+1)*m/blocks]
				part, err := nystromOn(t.Context(), g.View(), sets[s], 0, nil)
				if err != nil {
					t.Fatal(err)
				}
				_, term := whole(g, part)
				term.Scale(1/float64(blocks), term)
				mean.Add(mean, term)
				e := extended(t, g, part, z)
				e.Scale(1/float64(blocks), e)
				meanNew.Add(meanNew, e)
			}
			a := fitted(t, g, &BlockNystrom{M: m, Blocks: blocks}, seeded(7))
			if got := a.Landmarks(); !slices.Equal(got, landmarks) {
				t.Errorf("%s: landmarks %v, want %v", what, got, landmarks)
			}
			_, got := whole(g, a)
			if off := apart(got, mean); !(off < 1e-9) {
				t.Errorf("%s: %.1e from the mean", what, off)
			}
			if off := apart(extended(t, g, a, z), meanNew); !(off < 1e-9) {
				t.Errorf("%s: %.1e from the mean at new points", what, off)
			}
			all, err := nystromOn(t.Context(), g.View(), landmarks, 0, nil)
			if err != nil {
				t.Fatal(err)
			}
			_, above := whole(g, all)
			var gap mat.Dense
			gap.Sub(above, got)
			values := spectrum(t, linalg.Symmetric(&gap))
			if values[0] < -1e-9*mat.Norm(above, 2) || blocks == 1 && values[n-1] > 1e-9*mat.Norm(above, 2) {
				t.Errorf("%s: nystrom's K̃ less this one has eigenvalues from %g to %g", what, values[0], values[n-1])
			}
		}
	}
}

// extended is k̃(Z, X) by the features of Z and X.
func extended(t *testing.T, g *model.Gram, a model.Approximation, z *mat.Dense) *mat.Dense {
	t.Helper()
	e, err := a.Extension(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var out mat.Dense
	out.Mul(e.Features(z), e.Features(g.X()).T())
	return &out
}

func TestBlocksAreClamped(t *testing.T) {
	g := gramOf(t, normal(30, 2, seeded(1)), "gaussian", 1)
	a := fitted(t, g, &BlockNystrom{M: 5, Blocks: 9}, seeded(1))
	if w := strings.Join(a.Warnings(), "; "); !strings.Contains(w, "blocks = 9 is above m = 5") ||
		a.Rank() != 5 {
		t.Errorf("rank %d, %q", a.Rank(), w)
	}
	if w := fitted(t, g, &BlockNystrom{M: 20, Blocks: 4}, seeded(1)).Warnings(); w != nil {
		t.Error(w)
	}
}
