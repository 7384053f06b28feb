//go:build long

package tune

import (
	"slices"
	"testing"

	"gramscope/approx"
)

// TestExactFirstWhereItWasBest: without a limit of time, the best of the rung before comes first.
func TestExactFirstWhereItWasBest(t *testing.T) {
	spec := specOn(1700, "nystrom", Exact)
	spec.Gammas, spec.Mus, spec.Over[0].Values = []float64{0.3}, []float64{0.001, 0.01, 0.1, 1}, []float64{5, 10}
	s := searchFor(t, spec, approx.Methods(), given{set: waves(1700, 5)})
	events := scored(s, 2)
	best := s.ranked(s.boards(events)[0])[0]
	i := slices.IndexFunc(events, func(e Scored) bool { return e.Rung == 1 })
	if first := events[i]; s.Configurations[best.Configuration].Method != Exact || first.Configuration != best.Configuration || len(first.Mus) != 1 || first.Mus[0] != best.Mu {
		t.Errorf("%s is best at μ %d, and the next rung begins with %s at μ %v", s.Describe(best.Configuration), best.Mu, s.Describe(first.Configuration), first.Mus)
	}
}
