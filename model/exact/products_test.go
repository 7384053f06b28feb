package exact

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gramscope/model"
	"gramscope/model/kernel"
)

func TestProductsTry(t *testing.T) {
	n := 3000
	ctx := context.Background()
	for width, factor := range map[string]float64{"wide": 1.5, "median": 1, "narrow": 0.2} {
		x := randomPoints(n, 6, 3)
		median, _ := kernel.PairwiseDistance(x, model.SquaredEuclidean, rand.New(rand.NewPCG(1, 1)))
		g := gramAt(x, gaussian(1/(2*factor*factor*median*median)))
		g.Store(ctx)
		whole, err := NewReference(g, true, [2]uint64{1, 7})
		if err != nil {
			t.Fatal(err)
		}
		values, _ := whole.Eigenvalues(ctx)
		y := make([]float64, n)
		for i := range y {
			y[i] = math.Sin(x.At(i, 0))
		}
		p := whole.Products(y)
		for _, ridge := range []float64{10, 0.1, 1e-2, 1e-4} {
			var d, q, l float64
			for _, v := range values {
				h := v / (v + ridge)
				d += h
				q += h * h
				l += math.Log(v + ridge)
			}
			got, err := p.At(ctx, ridge)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%s %g: %d passes, residual %.2g; d %.6g %.6g±%.2g (z %.2f); sq %.6g %.6g±%.2g (%.2f); ld %.7g %.7g±%.2g (%.2f)", width, ridge, got.Passes, got.Residual,
				d, got.Dimension.Value, got.Dimension.SE, (got.Dimension.Value-d)/got.Dimension.SE,
				q, got.Squares.Value, got.Squares.SE, (got.Squares.Value-q)/got.Squares.SE,
				l, got.LogDet.Value, got.LogDet.SE, (got.LogDet.Value-l)/got.LogDet.SE)
		}
	}
}
