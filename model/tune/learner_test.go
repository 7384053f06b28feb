package tune

import (
	"math"
	"math/rand/v2"
	"testing"

	"gramscope/approx"
	"gramscope/data"
	"gramscope/model/trial"
)

// TestLearnt: a smooth function is learnt with five folds and with leave-one-out. Noise is not, and
// neither are classes that do not depend on the features.
func TestLearnt(t *testing.T) {
	noise := func(n int, y func(*rand.Rand) float64) *data.Set {
		set, rng := waves(n, 1), rand.New(rand.NewPCG(5, 6))
		for i := range set.Y {
			set.Y[i] = y(rng)
		}
		return set
	}
	gaussian := noise(60, (*rand.Rand).NormFloat64)
	coin := noise(60, func(rng *rand.Rand) float64 { return float64(min(rng.IntN(3), 1)) })
	sides := waves(60, 1)
	for i := range sides.Y {
		sides.Y[i] = math.Copysign(1, sides.X.At(i, 0))
	}
	for name, c := range map[string]struct {
		set   *data.Set
		folds int
		want  bool
	}{
		"waves": {waves(60, 1), 5, true}, "waves, one row a fold": {waves(60, 1), 60, true},
		"waves, two rows a fold": {waves(60, 1), 30, true},
		"noise":                  {gaussian, 5, false}, "noise, one row a fold": {gaussian, 60, false},
		"sides": {sides, 5, true}, "coin": {coin, 5, false},
	} {
		spec := DefaultSpec(60)
		spec.Standardize, spec.Folds, spec.Methods, spec.Gammas, spec.Mus = true, c.folds, []string{"nystrom"},
			[]float64{0.3}, []float64{0.1}
		p := prepared(t, spec, approx.Methods(), given{set: c.set})
		best, ok := leastOf(p, searched(p, 2), "")
		if !ok || p.Learnt(best.Loss, best.Gain) != c.want {
			t.Errorf("%s: learnt %v, with %+v", name, !c.want, best)
		}
	}
}

func TestBlindPredictions(t *testing.T) {
	p := &Search{train: &data.Set{Y: []float64{1, 2, 3, 6}}, folds: [][]int{{0, 1}, {2, 3}}}
	// The means of the other folds are 4.5 and 1.5.
	want := (math.Sqrt((3.5*3.5+2.5*2.5)/2) + math.Sqrt((1.5*1.5+4.5*4.5)/2)) / 2
	near(t, "rmse of the mean", p.lossOfMean(), want, 1e-15)
	p.Learner = trial.LearnRidge
	for loss, want := range map[float64]bool{want - 0.3: false, want - 0.5: true} {
		if got := p.Learnt(Estimate{loss, 0.4}, Estimate{Mean: -0.1}); got != want {
			t.Errorf("rmse %g ± 0.4: learnt %v", loss, got)
		}
	}
	p = &Search{Learner: trial.LearnSVM, Classes: 3, labels: []int{0, 2, 2, 1, 2}}
	near(t, "largest class", p.LargestClass(), 0.6, 1e-15)
	for accuracy, want := range map[float64]bool{0.6: false, 0.61: true, math.NaN(): false} {
		if got := p.Learnt(Estimate{}, Estimate{Mean: accuracy}); got != want {
			t.Errorf("accuracy %g: learnt %v", accuracy, got)
		}
	}
}
