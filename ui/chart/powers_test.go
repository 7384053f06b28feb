package chart

import (
	"strings"
	"testing"
)

// TestPowersOfTen: exponents are raised, with a sign, and with 7 bits they stay as computers write them.
func TestPowersOfTen(t *testing.T) {
	for v, want := range map[float64]string{1e-2: "10⁻²", 3e-4: "3·10⁻⁴", -1e-5: "-10⁻⁵", 1e12: "10¹²",
		2.5e30: "2.5·10³⁰"} {
		if got := (Axis{Notation: Exponent, powers: true}).Text(v, 2); got != want {
			t.Errorf("%v is %q, want %q", v, got, want)
		}
	}
	if got := Ticks(Axis{Scale: Log, Lo: 1e-4, Hi: 1}, 40)[0].Label; got != "10⁻⁴" {
		t.Errorf("a drawing has %q", got)
	}
	l := Lines{Y: Axis{Scale: Log, Lo: 1e-5, Hi: 1}, Series: []Series{{X: []float64{1, 2}, Y: []float64{1, 1e-5}}}}
	if text := l.Render(40, 12, Braille, nil); !strings.Contains(text, "10⁻⁴ ┤") || strings.Contains(text, "1e-04") {
		t.Errorf("without powers:\n%s", text)
	}
	if text := l.Render(40, 12, ASCII, nil); !strings.Contains(text, "1e-04 ") {
		t.Errorf("with 7 bits:\n%s", text)
	}
}
