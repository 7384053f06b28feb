package approx

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// TestBestOfIndefinite: K̃ of an indefinite K has the eigenvalues that are largest in absolute value, by a full
// decomposition and by a Krylov space, and at the rows of K its extension is K̃.
func TestBestOfIndefinite(t *testing.T) {
	const n = 120
	k := mat.NewSymDense(n, nil)
	vectors := normal(n, 30, seeded(3))
	linalg.Orthonormalise(vectors)
	for j := range 30 { // λ = (−0.8)ʲ
		k.SymRankOne(k, math.Pow(-0.8, float64(j)), vectors.ColView(j))
	}
	numbers := mat.NewDense(n, 1, nil)
	for i := range n {
		numbers.Set(i, 0, float64(i+1))
	}
	row := func(dst []float64, i int, columns []int) {
		for p, j := range columns {
			dst[p] = k.At(i, j)
		}
	}
	g := model.NewGram(model.NewPoints(numbers, model.Entry), &model.Precomputed{Row: row, Symmetric: true})
	for _, r := range []int{1, 5, 100} {
		a := fitted(t, g, &Best{M: r}, seeded(1))
		_, approx := whole(g, a)
		want := math.Sqrt(max(0, (math.Pow(0.64, float64(r))-math.Pow(0.64, 30))/(1-math.Pow(0.64, 30))))
		if got := apart(approx, mat.DenseCopyOf(k)); math.Abs(got-want) > 1e-8 || a.Rank() != min(r, 30) {
			t.Errorf("r = %d: error %v of rank %d, want %v", r, got, a.Rank(), want)
		}
		e, err := a.Extension(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		d, err := a.Decompose(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var extended mat.Dense
		extended.Mul(d.Coordinates(e.Features(numbers)), d.Groups[0].Q.T())
		if off := apart(&extended, approx); off > 1e-9 {
			t.Errorf("r = %d: at the rows of K the extension is off by %v", r, off)
		}
	}
}
