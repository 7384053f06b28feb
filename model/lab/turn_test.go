package lab

import (
	"testing"

	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/kernel"
)

// TestTurnsOfTheWidth: γ does not go on to values at which all entries of K are the same, but comes back from these. γ
// of a kernel whose diagonal varies has no such values.
func TestTurnsOfTheWidth(t *testing.T) {
	b, gamma := idle(t, "friedman", 100), model.Gamma(nil)
	known := func() {
		b.Receive(job.Sweep, FoundDistances{b.Setting, kernel.Distances{Known: true, Median: 2, Mean: 2}})
	}
	known()
	turned := func(from float64, steps int) float64 {
		b.Change(func(s *Setting) { s.Set(gamma, from) })
		b.Turn(gamma, steps, false)
		return b.Setting.Value(gamma)
	}
	for v := 1.0; ; {
		next := turned(v, -1)
		if next == v {
			break
		}
		if v = next; v <= gamma.Min {
			t.Fatal("γ goes down to its least value")
		}
	}
	if v := turned(gamma.Min, 1); v <= gamma.Min {
		t.Errorf("γ stays at %v", v)
	}
	b.Change(func(s *Setting) { s.Spec.Kernel = "polynomial" })
	known()
	if v := turned(1, -1); v >= 1 {
		t.Errorf("γ of the polynomial kernel stays at %v", v)
	}
}
