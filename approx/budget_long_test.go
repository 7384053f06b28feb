//go:build long

package approx

import (
	"testing"

	"gramscope/model"
)

// If points are evenly spread, scores can't be much better than uniform landmarks, and with budget = m the
// methods are about as good. Means over 20 draws, whose standard errors are about 2 %.
func TestBudgetedIsNoWorseThanUniform(t *testing.T) {
	const n, m, draws = 250, 30, 20
	g := gramOf(t, normal(n, 4, seeded(1)), "gaussian", 0.1)
	uniform := 0.0
	for seed := range uint64(draws) {
		uniform += errorOf(t, g, &Nystrom{M: m}, seeded(seed)) / draws
	}
	for name, f := range byRidge(1e-2) {
		parameterOf(t, f, "budget", model.SizeByBudget)
		parameterOf(t, f, "m", m)
		parameterOf(t, f, "qbar", 20)
		e := 0.0
		for seed := range uint64(draws) {
			e += errorOf(t, g, f, seeded(seed)) / draws
		}
		t.Logf("%s: error %.4g, %.3f of the uniform %.4g", name, e, e/uniform, uniform)
		if e > 1.04*uniform {
			t.Errorf("%s: error %.4g, of uniform landmarks %.4g", name, e, uniform)
		}
	}
}

// 0 ⪯ K−K̃ ⪯ γ/(1−ε(S))·I whenever the measured ε(S) is below 1.
func TestBudgetedRidgeApproximation(t *testing.T) {
	const n, ridge = 150, 1.0
	g := gramOf(t, normal(n, 2, seeded(1)), "gaussian", 0.4)
	for name, f := range byRidge(ridge) {
		checked := 0
		for seed := range uint64(6) {
			a := fitted(t, g, f, seeded(seed))
			if epsilon := accuracy(t, g, a.Sketch(), ridge); epsilon < 1 {
				checked++
				residualWithin(t, g, a, ridge/(1-epsilon))
			}
		}
		if checked < 3 {
			t.Errorf("%s: ε(S) < 1 for only %d of 6 seeds", name, checked)
		}
	}
}
