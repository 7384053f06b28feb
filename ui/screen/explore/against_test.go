package explore

import (
	"strings"
	"testing"

	"gramscope/ui/screen"
)

// TestSparedTimesAreToldApart: over the time a line below the chart names the methods some of whose
// times are without entries that had been computed before; over anything else there is none.
func TestSparedTimesAreToldApart(t *testing.T) {
	for w, want := range map[int]string{
		70: "~ spared entries of K that were there: ● plain, ▲ eager",
		48: "~ entries spared: ● plain, ▲ eager",
		28: "~ ● ▲",
	} {
		m := toy(t)
		feed(t, m, 2)
		for point := range 2 {
			m.Outcome().Grid("eager")[point][0].Set("cached", 1)
		}
		over := func(name string) (text, title string) {
			m.Send(screen.ShowAgainst(name))
			return m.Text(0, w, 20), m.Lines(0).X.Title
		}
		if text, title := over("time"); !strings.Contains(text, want) || title != "~time in s" {
			t.Errorf("w = %d: no %q, or no ~time in s but %s, in\n%s", w, want, title, text)
		}
		if text, title := over("memory"); strings.Contains(text, "spared") || strings.Contains(text, "~") || title != "memory in B" {
			t.Errorf("over the memory:\n%s", text)
		}
		for _, method := range m.Methods() {
			for _, rows := range m.Outcome().Grid(method.Name) {
				for i := range rows {
					rows[i].Set("cached", 0)
				}
			}
		}
		if text, title := over("time"); strings.Contains(text, "spared") || strings.Contains(text, "~") || title != "time in s" {
			t.Errorf("none is spared:\n%s", text)
		}
	}
}
