//go:build long

package approx

import (
	"context"
	"math"
	"testing"

	"gramscope/model/exact"
)

// The stable rank of a Gaussian kernel on normal points in p dimensions falls to
// 1 as σ grows, along its closed form: with a = ¼,
// b = 1/(2σ²), c = √(a²+2ab), A = a+b+c and B = b/A,
//
//	E Kᵢⱼ² = (1+4/σ²)^(−p/2),  λ₁/n → (2a/A)^(p/2),  ‖K‖_F²/λ₁² → (1−B²)^(−p).
//
// For finite n the diagonal adds n to n·(n−1)·E Kᵢⱼ² and, to first order, 1 to
// (n−1)·(2a/A)^(p/2). What exceeds 1 agrees within 10 %, where points of other
// seeds differ by up to 8 %.
func TestStableRankFallsWithWidth(t *testing.T) {
	const n = 1000
	for _, c := range []struct {
		p      int
		widths []float64
	}{
		{1, []float64{0.5, 1, 2, 4}},
		{3, []float64{0.5, 1, 2, 4}},
		{10, []float64{2, 4.36, 8}}, // σ = 4.36 is the mean distance
	} {
		x, before := normal(n, c.p, seeded(1)), math.Inf(1)
		for _, sigma := range c.widths {
			g := gramOf(t, x, "gaussian", 1/(2*sigma*sigma))
			ref, err := exact.NewReference(g, true, [2]uint64{1, 2})
			if err != nil {
				t.Fatal(err)
			}
			b, half := 1/(2*sigma*sigma), float64(c.p)/2
			largest := (n-1)*math.Pow(0.5/(0.25+b+math.Sqrt(0.0625+b/2)), half) + 1
			want := (n + n*(n-1)*math.Pow(1+4/(sigma*sigma), -half)) / (largest * largest)
			rank, err := ref.StableRank(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			got := rank.Value
			if math.Abs(got-want) > 0.1*(want-1) {
				t.Errorf("p = %d, σ = %v: stable rank %.4f, want %.4f", c.p, sigma, got, want)
			}
			if got >= before || got < 1 {
				t.Errorf("p = %d, σ = %v: stable rank %.4f after %.4f", c.p, sigma, got, before)
			}
			before = got
		}
	}
}
