package kernel

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
)

// TestPoisson compares the kernel with its series, and the eigenvalues of its matrix
// on an even grid with eigvalsh (testdata/model/golden_poisson.py) and with the closed
// form, as the type's comment states it.
func TestPoisson(t *testing.T) {
	raw, err := os.ReadFile("../../testdata/model/golden_poisson.json")
	if err != nil {
		t.Fatal(err)
	}
	var golden map[string]struct{ T, K, Eigenvalues []float64 }
	if err := json.Unmarshal(raw, &golden); err != nil {
		t.Fatal(err)
	}
	if len(golden) < 4 {
		t.Fatalf("golden values of %d rates only", len(golden))
	}
	for text, want := range golden {
		rate, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatal(err)
		}
		k := NewPoisson(rate)
		got := slices.Clone(want.T)
		k.Apply(got)
		for i := range got {
			near(t, "k at "+text, got[i], want.K[i], 1e-12, k.Diagonal())
		}
		near(t, "k(x, x)", k.Diagonal(), want.K[slices.Index(want.T, 0)], 1e-13, 0)

		n := len(want.Eigenvalues)
		grid := mat.NewDense(n, 1, nil)
		for i := range n {
			grid.Set(i, 0, float64(i)/float64(n))
		}
		gram := mat.NewDense(n, n, nil)
		model.NewGram(model.NewPoints(grid, k.Geometry()), k).Block(gram, nil, nil)
		symmetric := mat.NewSymDense(n, nil)
		for i := range n {
			for j := range i + 1 {
				symmetric.SetSym(i, j, gram.At(i, j))
			}
		}
		var eig mat.EigenSym
		eig.Factorize(symmetric, false)
		values := eig.Values(nil)
		slices.Reverse(values)
		closed := []float64{2 * float64(n) * math.Exp(-rate*float64(n)) / -math.Expm1(-rate*float64(n))}
		for i := 1; i < n; i++ {
			sum := math.Exp(-rate*float64(i)) + math.Exp(-rate*float64(n-i))
			closed = append(closed, float64(n)*sum/-math.Expm1(-rate*float64(n)))
		}
		slices.Sort(closed)
		slices.Reverse(closed)
		for i := range n {
			near(t, "eigenvalue at "+text, values[i], want.Eigenvalues[i], 1e-12, values[0])
			near(t, "closed form at "+text, values[i], closed[i], 1e-12, values[0])
		}
	}
}
