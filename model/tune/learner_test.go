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
	rare := noise(200, func(rng *rand.Rand) float64 { return float64(min(rng.IntN(5), 1)) })
	for i := range rare.Y {
		if rare.X.At(i, 0) > 0 {
			rare.Y[i] = 1
		}
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
		"rare on one side": {rare, 5, true}, // though no accuracy is above that of the largest class
	} {
		spec := DefaultSpec(len(c.set.Y))
		spec.Standardize, spec.Folds, spec.Methods, spec.Gammas, spec.Mus = true, c.folds, []string{"nystrom"},
			[]float64{0.3}, []float64{0.1}
		p := prepared(t, spec, approx.Methods(), given{set: c.set})
		best, ok := leastOf(p, searched(p, 2), "")
		if _, isLearnt := p.Learnt(best); !ok || isLearnt != c.want {
			t.Errorf("%s: learnt %v, with %+v", name, !c.want, best)
		}
	}
}

// TestConstant compares the losses of a constant with scikit-learn's DummyClassifier and log_loss, where a class is
// absent outside of the second fold, and with the means 4.5 and 1.5 of the other fold.
func TestConstant(t *testing.T) {
	labels, y := []int{0, 2, 2, 1, 2, 0, 2}, []float64{1, 2, 3, 6}
	numbers, classes := [][]int{{0, 1}, {2, 3}}, [][]int{{0, 1, 2}, {3, 4, 5, 6}}
	for _, p := range []struct {
		*Search
		want []float64
	}{
		{&Search{Learner: trial.LearnRidge, train: &data.Set{Y: y}, folds: numbers},
			[]float64{math.Sqrt((3.5*3.5 + 2.5*2.5) / 2), math.Sqrt((1.5*1.5 + 4.5*4.5) / 2)}},
		{&Search{Learner: trial.LearnLogistic, train: &data.Set{Y: make([]float64, 7)}, folds: classes, Classes: 3,
			labels: labels}, []float64{0.9241962407465937, 9.488298973500399}},
		{&Search{Learner: trial.LearnSVM, train: &data.Set{Y: make([]float64, 7)}, folds: classes, Classes: 3,
			labels: labels}, []float64{1. / 3, 0.5}},
	} {
		for i, got := range p.Constant() {
			near(t, p.Learner, got, p.want[i], 1e-14)
		}
		for below, want := range map[float64]bool{0: false, 0.1: false, 0.3: true} { // ± 0.2
			score := Score{Losses: []float64{p.want[0] - below - 0.2, p.want[1] - below + 0.2}}
			by, got := p.Learnt(score)
			if near(t, "difference", by.Mean, below, 1e-14); got != want {
				t.Errorf("%s %g ± 0.2 below a constant: learnt %v", p.Learner, below, got)
			}
			near(t, "its standard error", by.SE, 0.2, 1e-14)
		}
	}
	p := &Search{Classes: 3, labels: []int{0, 2, 2, 1, 2}}
	near(t, "largest class", p.LargestClass(), 0.6, 1e-15)
}
