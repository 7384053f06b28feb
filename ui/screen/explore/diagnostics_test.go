package explore

import (
	"strings"
	"testing"

	"gramscope/model"
	"gramscope/model/sweep"
)

func TestDiagnosticsAreComputedWhenShown(t *testing.T) {
	m := computing(t)
	m.Settle()
	if m.Outcome.Wants.Has(sweep.FigureDiagnostics) {
		t.Fatal("the first sweep has diagnostics, which make it slow")
	}
	pick(m, "Bach's d_max")
	m.Settle()
	for _, s := range m.Lines(0).Series[:3] {
		if want := len(m.Outcome.Axis.Values) + 1; len(s.Y) != want || s.Faint { // the present m lies between them
			t.Errorf("the curve of %s has %d points, want %d", s.Name, len(s.Y), want)
		}
		for _, y := range s.Y {
			if !(y > 1 && y <= 40) {
				t.Errorf("d_max = %v at n = 40", y)
			}
		}
	}
	if !strings.Contains(m.Title(0, 50), "d_max") {
		t.Error("the title does not say what is shown")
	}

	shown := m.Outcome
	pick(m, "share within γₛ/(1−ε)")
	pick(m, "error")
	if m.Outcome != shown {
		t.Error("the sweep has been started anew, though all is there")
	}
	m.Step(model.Gamma(nil), 1)
	if m.Outcome == shown || m.Outcome.Wants.Has(sweep.FigureDiagnostics) {
		t.Error("a sweep for the error has diagnostics")
	}
	m.Settle()
}

func TestSharesAreDrawnFromZeroToOne(t *testing.T) {
	m := computing(t)
	m.Settle()
	pick(m, "share within γₛ/(1−ε)")
	m.Settle()
	lines := m.Lines(0)
	if len(lines.Series) == 0 || lines.Y.Scale != 0 || lines.Y.Lo > 0 || lines.Y.Hi < 1 || lines.Y.Hi > 1.5 {
		t.Errorf("%d curves, y axis %+v", len(lines.Series), lines.Y)
	}
	for _, s := range lines.Series {
		for _, y := range s.Y {
			if y != 0 && y != 1 && y != 0.5 { // of two repetitions
				t.Errorf("a share of %v", y)
			}
		}
	}
}

func TestAFigureThatNoMethodHas(t *testing.T) {
	m := computing(t)
	m.Settle()
	pick(m, "accuracy ε(S)") // toys have no S
	m.Settle()
	if text := text(m, 0); !strings.Contains(text, "no chosen method has this figure") {
		t.Errorf("no word of it in\n%s", text)
	}
}
