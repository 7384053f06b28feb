package explore

import (
	"testing"

	"gramscope/ui/screen"
)

// TestSparedTimesAreToldApart: over the time the axis says so where some times are without entries that had been
// computed before.
func TestSparedTimesAreToldApart(t *testing.T) {
	m := toy(t)
	feed(t, m, 2)
	over := func(name string) (title string) {
		m.Send(screen.ShowAgainst(name))
		return m.Lines(0).X.Title
	}
	if time, memory := over("time"), over("memory"); time != "~time in s" || memory != "memory in B" {
		t.Errorf("the axes are %q and %q", time, memory)
	}
	for _, method := range m.Methods {
		for _, rows := range m.Outcome.Grid(method.Name) {
			for i := range rows {
				rows[i].Set("cached", 0)
			}
		}
	}
	if time := over("time"); time != "time in s" {
		t.Errorf("none is spared: %q", time)
	}
}
