package explore

import (
	"strings"
	"testing"

	"gramscope/ui/chart"
)

// TestTheThirdChartShowsTimes, or errors where the first chart shows times.
func TestTheThirdChartShowsTimes(t *testing.T) {
	m := computing(t)
	m.Settle()
	for _, s := range m.Lines(2).Series {
		if len(s.Lo) > 0 != (s.Name == m.CurrentName()) {
			t.Errorf("the band of times of %s has %d samples: several hide each other", s.Name, len(s.Lo))
		}
	}
	for label, want := range map[string]string{"error": "time in s over m", "time": "error over m"} {
		pick(m, label)
		if title := m.Screen.Panes().Charts[2].Title(chart.Lines{}, 60); title != want {
			t.Errorf("beside %s: %q", label, title)
		}
		if text := m.Text(2, 60, 12); !strings.Contains(text, "●") {
			t.Errorf("beside %s:\n%s", label, text)
		}
	}
}
