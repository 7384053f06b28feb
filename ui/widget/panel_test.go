package widget

import (
	"strings"
	"testing"

	"gramscope/model"
	"gramscope/ui/look"
)

// TestLongValueHasTheRow: a knob that is not chosen has no arrows, and their room is its value's.
func TestLongValueHasTheRow(t *testing.T) {
	l := look.New("braille", "none", func(string) string { return "" })
	p := Panel{Knobs: []Knob{{Param: model.Param{Name: "n", Symbol: "n"}, Value: "824"},
		{Param: model.Param{Name: "set", Symbol: "set"}, Value: "concrete.csv.gz"}}, Chosen: "n"}
	if text := p.Render(22, 4, &l, true); !strings.Contains(text, " set concrete.csv.gz  ") {
		t.Errorf("the row is cut:\n%s", text)
	}
}

// TestPanelWithoutKnobs: no key moves to a knob that is not there.
func TestPanelWithoutKnobs(t *testing.T) {
	var p Panel
	if p.Move(1); p.Chosen != "" {
		t.Errorf("the knob %s is chosen", p.Chosen)
	}
}
