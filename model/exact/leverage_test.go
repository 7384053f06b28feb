package exact

import (
	"context"
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
)

func scoresOn(t *testing.T, n int, gamma float64, exact bool) *Reference {
	t.Helper()
	g := model.NewGram(model.NewPoints(randomPoints(n, 2, 7), model.SquaredEuclidean), gaussian(gamma))
	r, err := NewReference(g, exact, [2]uint64{1, 2})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestLeverageScoresAreTheDiagonal(t *testing.T) {
	const n, ridge = 60, 0.3
	r := scoresOn(t, n, 1.5, true)
	got, err := r.LeverageScores(t.Context(), ridge)
	if err != nil {
		t.Fatal(err)
	}
	k := whole(r.gram)
	shifted := mat.DenseCopyOf(k)
	for i := range n {
		shifted.Set(i, i, shifted.At(i, i)+ridge)
	}
	var hat mat.Dense // (K+γI)⁻¹K, which has the diagonal of K(K+γI)⁻¹
	if err := hat.Solve(shifted, k); err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for i, v := range got {
		if !scalar.EqualWithinAbs(v, hat.At(i, i), 1e-12) {
			t.Errorf("τ[%d] = %v, want %v", i, v, hat.At(i, i))
		}
		sum += v
	}
	dEff, err := r.EffectiveDimension(t.Context(), ridge)
	if err != nil || !scalar.EqualWithinRel(sum, dEff.Value, 1e-12) {
		t.Errorf("the scores add up to %v, d_eff is %v (%v)", sum, dEff.Value, err)
	}
	got[0] = -1
	if again, _ := r.LeverageScores(t.Context(), ridge); again[0] == -1 {
		t.Error("the caller's slice is the cache's")
	}
	if v, err := scoresOn(t, n, 1.5, false).LeverageScores(t.Context(), ridge); v != nil || err != nil {
		t.Errorf("above the exact limit: %v, %v", v, err)
	}
}

func TestDegreesAgreeWithTheCholeskyFactor(t *testing.T) {
	r := scoresOn(t, 50, 2, true)
	ridges := []float64{1e-3, 0.1, 5}
	effective, maximal, err := r.Degrees(t.Context(), ridges)
	if err != nil {
		t.Fatal(err)
	}
	for i, ridge := range ridges {
		dEff, err := r.EffectiveDimension(t.Context(), ridge)
		if err != nil || !scalar.EqualWithinRel(effective[i], dEff.Value, 1e-9) {
			t.Errorf("γ = %v: d_eff %v, want %v (%v)", ridge, effective[i], dEff.Value, err)
		}
		dMax, known, err := r.MaximalDegrees(t.Context(), ridge)
		if err != nil || !known || !scalar.EqualWithinRel(maximal[i], dMax, 1e-9) {
			t.Errorf("γ = %v: d_max %v, want %v (%v)", ridge, maximal[i], dMax, err)
		}
	}
}

// Evenly spaced points under the periodic kernel have equal weights: the coherence is 1 at every rank that
// does not separate a pair of equal eigenvalues.
func TestCoherences(t *testing.T) {
	r := scoresOn(t, 40, 3, true)
	got, err := r.Coherences(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	u := pairsOf(t, r).vectors
	for _, rank := range []int{1, 3, 10} {
		largest := 0.0
		for i := range 40 {
			part := u.Slice(i, i+1, 0, rank)
			largest = max(largest, mat.Norm(part, 2))
		}
		if want := 40 / float64(rank) * largest * largest; !scalar.EqualWithinRel(got[rank-1], want, 1e-12) {
			t.Errorf("rank %d: %v, want %v", rank, got[rank-1], want)
		}
	}
	if !math.IsNaN(got[39]) {
		t.Errorf("rank n: %v", got[39])
	}
	x := mat.NewDense(16, 1, nil)
	for i := range 16 {
		x.Set(i, 0, float64(i)/16)
	}
	k := periodic(1)
	even, err := NewReference(model.NewGram(model.NewPoints(x, k.Geometry()), k), true, [2]uint64{1, 1})
	if err != nil {
		t.Fatal(err)
	}
	got, err = even.Coherences(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	alike := 0
	for j, v := range got {
		switch {
		case math.IsNaN(v):
		case !scalar.EqualWithinAbs(v, 1, 1e-8):
			t.Errorf("rank %d: %v, want 1", j+1, v)
		default:
			alike++
		}
	}
	if alike < 3 {
		t.Errorf("%d ranks with a figure", alike)
	}
}

func TestLeadingEigenvalues(t *testing.T) {
	r := scoresOn(t, 300, 1, true)
	all, err := r.LeadingEigenvalues(t.Context(), 5)
	if err != nil || len(all) != 300 {
		t.Fatalf("%d values (%v), want all 300", len(all), err)
	}
	// Half of the columns give five eigenvalues of a smooth kernel to nine digits.
	if all, err = scoresOn(t, 300, 0.2, true).LeadingEigenvalues(t.Context(), 5); err != nil {
		t.Fatal(err)
	}
	part, err := scoresOn(t, 300, 0.2, false).LeadingEigenvalues(t.Context(), 5)
	if err != nil || len(part) != 5 {
		t.Fatalf("%d values (%v), want 5", len(part), err)
	}
	for i, v := range part {
		if !scalar.EqualWithinRel(v, all[i], 1e-9) {
			t.Errorf("λ%d = %v, want %v", i+1, v, all[i])
		}
	}
}

func TestScoresMisuse(t *testing.T) {
	r := scoresOn(t, 10, 1, true)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := r.Degrees(ctx, []float64{1}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	for name, f := range map[string]func(){
		"scores":  func() { r.LeverageScores(t.Context(), 0) },
		"degrees": func() { r.Degrees(t.Context(), []float64{-1}) },
		"leading": func() { r.LeadingEigenvalues(t.Context(), 0) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: misuse does not panic", name)
				}
			}()
			f()
		}()
	}
}
