//go:build long

package learn

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

// TestIjcnn1AgainstScikitLearn compares scores on Nyström's features, which are a rotation of
// those that scikit-learn used.
func TestIjcnn1AgainstScikitLearn(t *testing.T) {
	golden := loadClasses(t).Ijcnn1
	x, labels := readIjcnn1(t)
	n, _ := x.Dims()
	order := slices.Clone(golden.Train)
	seen := make([]bool, n)
	for _, i := range order {
		seen[i] = true
	}
	for i := range n {
		if !seen[i] {
			order = append(order, i)
		}
	}
	g := gramOf(t, x, "gaussian", golden.Gamma)
	landmarks := golden.Train[:golden.Landmarks]
	core := mat.NewDense(len(landmarks), len(landmarks), nil)
	g.Block(core, landmarks, landmarks)
	d := eigenpairs(t, nil, linalg.Symmetric(core))
	roots := d.Values()
	for j, v := range roots {
		roots[j] = 1 / math.Sqrt(v)
	}
	var phi mat.Dense
	phi.Mul(columnsOf(g, landmarks), d.Groups[0].Q)
	ordered, classes := mat.NewDense(n, len(roots), nil), make([]int, n)
	for r, i := range order {
		floats.MulTo(ordered.RawRowView(r), phi.RawRowView(i), roots)
		if labels[i] > 0 {
			classes[r] = 1
		}
	}
	compareScores(t, ordered, classes, len(golden.Train), golden.Fits)
}
