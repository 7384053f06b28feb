package chart

import (
	"strings"
	"testing"
)

// TestLabelsTellWhichLineIsTheirs: of lines close to each other every label in the row above has a corner in the column
// of its line.
func TestLabelsTellWhichLineIsTheirs(t *testing.T) {
	l := Lines{X: Axis{Lo: 0, Hi: 60}, Series: []Series{{X: []float64{0, 60}, Y: []float64{1, 2}}},
		VLines: []VLine{{X: 31, Label: "mean"}, {X: 29, Label: "median"}, {X: 52, Label: "now"}}}
	for _, g := range []Glyphs{Braille, ASCII} {
		rows := strings.Split(l.Render(70, 12, g, nil), "\n")
		labels, lines := []rune(rows[0]), []rune(rows[1])
		for label, corner := range map[string]string{"mean": "┐", "median": "┐", "now": "┌"} {
			at := strings.Index(rows[0], label)
			if at < 0 { // beside its line, then
				if !strings.Contains(strings.Join(rows[1:], ""), g.Text("◂")+label) &&
					!strings.Contains(strings.Join(rows[1:], ""), label+g.Text("▸")) {
					t.Errorf("%s has no pointer:\n%s", label, strings.Join(rows, "\n"))
				}
				continue
			}
			x := len([]rune(rows[0][:at])) - 1
			if corner == "┐" {
				x += len(label) + 1
			}
			if string(labels[x]) != g.Text(corner) || string(lines[x]) != g.vline() {
				t.Errorf("%s does not end above its line:\n%s", label, strings.Join(rows, "\n"))
			}
		}
	}
}
