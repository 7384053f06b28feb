package explore

import (
	"strings"
	"testing"

	"gramscope/model"
	"gramscope/model/lab"
)

// TestALargeWindowShowsTimes: below the curve of K stand the methods' times, or their errors where the first chart shows times, with
// curves that reach their markers; a smaller chart is of K alone, and the picture of a terminal with pictures takes its place only.
func TestALargeWindowShowsTimes(t *testing.T) {
	m := computing(t)
	m.Settle()
	if small := m.Text(1, roomyW-1, roomyH); strings.Contains(small, "over m") {
		t.Errorf("a small chart has another below it:\n%s", small)
	}
	for label, below := range map[string]string{"error": " time in s over m", "time": " error over m"} {
		pick(m, label)
		large := m.Text(1, roomyW, roomyH)
		lines := strings.Split(large, "\n")
		if len(lines) != roomyH || strings.TrimRight(lines[roomyH/2], " ") != below || !strings.Contains(strings.Join(lines[roomyH/2:], ""), "●") {
			t.Errorf("beside %s there are %d lines:\n%s", label, len(lines), large)
		}
	}
	m.Change(func(s *lab.Setting) { s.Set(model.TrainRows(nil), 30) })
	if large := m.Text(1, roomyW, roomyH); !strings.Contains(large, "over m") {
		t.Errorf("without results:\n%s", large)
	}
}
