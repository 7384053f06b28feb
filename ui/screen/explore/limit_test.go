package explore

import (
	"math"
	"slices"
	"testing"

	"gramscope/model"
	"gramscope/model/lab"
	"gramscope/ui/chart"
)

// TestLimitOfTheStableRank: over the width theory draws the error that no K̃ of rank m is below, where one exists. A
// narrow K is the identity, whose stable rank is n and whose floor the limit is; a wide one is all ones, of which rank
// 1 leaves nothing.
func TestLimitOfTheStableRank(t *testing.T) {
	m := computing(t)
	curve := func(name string) (found chart.Series) {
		for _, s := range m.Lines(0).Series {
			if s.Name == name {
				found = s
			}
		}
		return found
	}
	at := func(gamma float64) {
		m.Change(func(s *lab.Setting) {
			s.Axis.Name, s.Spec.Width = model.GammaName, s.Spec.Width.WithGamma(gamma)
			s.Spec.Values[model.BudgetName] = 5
		})
		m.Settle()
	}
	at(1e8)
	if len(curve(limitName).X) > 0 {
		t.Error("the limit is drawn without having been asked for")
	}
	m.Press(0, "b")
	m.Settle()
	want := math.Sqrt(1 - 5/float64(m.Setting.Spec.N))
	limit := curve(limitName)
	if len(limit.X) != len(m.Outcome.Axis.Values) {
		t.Errorf("the limit is at %v, and the axis has %v", limit.X, m.Outcome.Axis.Values)
	}
	for i, x := range limit.X {
		if math.Abs(limit.Y[i]-want) > 1e-6 {
			t.Errorf("at γ = %v the limit is %v, want %v", x, limit.Y[i], want)
		}
	}
	if title := m.Title(0, 200); title != "error: ‖K−K̃‖_F/‖K‖_F, over γ   ··· limit √(1−r/s) for rank r, stable rank s" {
		t.Errorf("the title is %q", title)
	}
	m.Change(func(s *lab.Setting) { s.Spec.Values[model.TargetRankName] = 2 })
	m.Settle()
	want = math.Sqrt(1 - 2/float64(m.Setting.Spec.N))
	if limit := curve(limitName); len(limit.Y) == 0 || math.Abs(limit.Y[0]-want) > 1e-6 {
		t.Errorf("at the target rank 2 the limit is %v, want %v", limit.Y, want)
	}
	m.Change(func(s *lab.Setting) { delete(s.Spec.Values, model.TargetRankName) })
	at(1e-6)
	if limit := curve(limitName); len(limit.X) > 0 {
		t.Errorf("K of one direction has a limit at %v", limit.X)
	}
	at(30)
	floor := curve("floor")
	for i, x := range curve(limitName).X {
		if k := slices.Index(floor.X, x); k >= 0 && curve(limitName).Y[i] > floor.Y[k]+1e-9 {
			t.Errorf("at γ = %v the limit is %v, above the floor %v", x, curve(limitName).Y[i], floor.Y[k])
		}
	}
	m.Press(0, "b")
	if len(curve(limitName).X) > 0 {
		t.Error("the limit stays")
	}
}
