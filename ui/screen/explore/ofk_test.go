package explore

import (
	"errors"
	"math"
	"strings"
	"testing"

	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/ui/screen"
	"gramscope/ui/screen/screentest"
	"gramscope/ui/session"
)

func TestRidgeMovesTheCurvesLine(t *testing.T) {
	m := toy(t)
	feed(t, m, 2)
	note := func(p model.Param) string {
		m.Note = lab.Note{}
		m.Step(p, 1)
		return m.Note.Text
	}
	if text := note(model.ScoreRidge(nil)); !strings.Contains(text, "no chosen method uses it") ||
		strings.Contains(text, "right chart") {
		t.Errorf("over σ: %q", text)
	}
	m.Press(1, "v")
	if text := note(model.ScoreRidge(nil)); !strings.Contains(text, "moves the line in the right chart") {
		t.Errorf("over γₛ: %q", text)
	}
	if text := note(model.Ridge(nil)); strings.Contains(text, "right chart") {
		t.Errorf("μ, which γₛ no longer follows: %q", text)
	}
}

// TestKernelWithoutWidthShowsTheDimension: a kernel without σ has the other curve, and
// one with σ the first one again.
func TestKernelWithoutWidthShowsTheDimension(t *testing.T) {
	m := computing(t)
	m.Settle()
	useKernel(m, "linear")
	if l := m.Lines(1); len(ofK(m).X) != curvePoints || l.X.Title != "γₛ" {
		t.Errorf("of a linear kernel: %d points over %s", len(ofK(m).X), l.X.Title)
	}
	if session.Text(m.Screen.State(), "effective_dimension") != "false" {
		t.Error("the session takes it for a choice")
	}
	useKernel(m, "gaussian")
	if l := m.Lines(1); len(ofK(m).X) != curvePoints || l.X.Title != "σ" {
		t.Errorf("of a gaussian kernel: %d points over %s", len(ofK(m).X), l.X.Title)
	}
	m.Press(1, "v")
	for _, kernel := range []string{"linear", "gaussian"} {
		useKernel(m, kernel)
		if l := m.Lines(1); l.X.Title != "γₛ" || len(ofK(m).X) != curvePoints {
			t.Errorf("the dimension was chosen, and of a %s kernel there are %d points over %s", kernel, len(ofK(m).X),
				l.X.Title)
		}
	}
}

// TestCurveThatFails: what was shown of the setting before gives way to the reason.
func TestCurveThatFails(t *testing.T) {
	m := computing(t)
	m.Settle()
	if len(ofK(m).X) != curvePoints {
		t.Fatalf("%d points before", len(ofK(m).X))
	}
	m.Launch = func(job.Kind, job.Work) {}
	m.Change(func(s *lab.Setting) { s.Spec.Seed++ })
	m.FindDistances()
	m.Follow()
	m.Send(job.Failed{Err: errors.New("no room for the curve")})
	if lines := m.Lines(1); len(lines.Series) > 0 || lines.Empty != "no room for the curve" || !m.Note.Alarm {
		t.Errorf("%d curves, %q", len(lines.Series), lines.Empty)
	}
}

// TestStableRanksBeginAtOne: with every point that comes the axis begins at 1, which none is
// below, and has no mark below it; an estimate that is below is shown.
func TestStableRanksBeginAtOne(t *testing.T) {
	var m *screentest.Bench[*Screen]
	ranks := []float64{1.022, 1.022, 1.02, 3, 1, 1, 8, 40, 12, 300}
	for _, from := range []int{0, 4, 7} {
		m = toy(t)
		for k, y := range ranks[from:] {
			m.Send(lab.CurvePoint{X: 0.05 * float64(k+1), Y: y})
			settled, ok := m.Lines(1).Settled()
			if !ok || settled.Y.Lo != 1 || settled.Y.Hi < y {
				t.Errorf("from %v, with the point %v the axis goes from %v to %v", ranks[from], y, settled.Y.Lo, settled.Y.Hi)
			}
			for _, line := range strings.Split(m.Text(1, 60, 20), "\n") {
				if label, _, ok := strings.Cut(line, "┤"); ok && strings.HasPrefix(strings.TrimSpace(label), "0") {
					t.Errorf("from %v, with the point %v the axis has the mark %q", ranks[from], y, label)
				}
			}
		}
	}
	m.Send(lab.CurvePoint{X: 1, Y: 0.8})
	if settled, _ := m.Lines(1).Settled(); settled.Y.Lo > 0.8 {
		t.Errorf("with an estimate of 0.8 the axis begins at %v", settled.Y.Lo)
	}
	feed(t, m, 1)
	m.Send(screen.ShowValue("stable rank"))
	for _, rows := range append(m.Outcome.Grid("plain"), m.Outcome.Now("plain")) {
		for i := range rows {
			rows[i].Set("stable_rank_approx", 1.4)
		}
	}
	if settled, _ := m.Lines(0).Settled(); settled.Y.Lo != 1 {
		t.Errorf("as a figure of K̃ the axis begins at %v", settled.Y.Lo)
	}
}

// TestTitleHasTheStableRank: at the present σ, exact on a sample of the curve, between samples approximate, and at
// first not at all.
func TestTitleHasTheStableRank(t *testing.T) {
	m := toy(t)
	m.Post(screentest.FoundDistances(m.Setting))
	if title := m.Title(1, 60); strings.Contains(title, " at ") {
		t.Errorf("before it is known: %q", title)
	}
	for i, x := range []float64{0.09, 0.18, 0.36} {
		m.Send(lab.CurvePoint{X: x, Y: []float64{40, 10, 2.5}[i]})
	}
	m.Send(job.Finished{})
	if title := m.Title(1, 60); !strings.HasSuffix(title, "stable rank ‖K‖²_F/‖K‖²₂ over σ: 10 at σ=0.18") {
		t.Errorf("on a sample: %q", title)
	}
	m.Edit(func(s *lab.Setting) { s.Spec.ExactLimit = s.Spec.N - 1 })
	if title := m.Title(1, 60); !strings.HasSuffix(title, ": ≈10 at σ=0.18") || m.Lines(1).Series[0].Name != "≈K" {
		t.Errorf("an estimate: %q, of %s", title, m.Lines(1).Series[0].Name)
	}
	m.Edit(func(s *lab.Setting) { s.Set(model.Sigma(nil), 0.18*math.Sqrt2) })
	if title := m.Title(1, 60); !strings.HasSuffix(title, ": ≈5 at σ=0.255") {
		t.Errorf("between samples: %q", title)
	}
}

// TestFrozenTitleHasNoFigure of a kernel that was chosen while nothing is computed.
func TestFrozenTitleHasNoFigure(t *testing.T) {
	m := toy(t)
	m.Post(screentest.FoundDistances(m.Setting))
	feed(t, m, 1)
	for i, x := range []float64{0.09, 0.18, 0.36} {
		m.Send(lab.CurvePoint{X: x, Y: []float64{40, 10, 2.5}[i]})
	}
	m.Send(job.Finished{})
	m.ToggleFrozen()
	if title := m.Title(1, 60); !strings.HasSuffix(title, " at σ=0.18") {
		t.Errorf("at first the title is %q", title)
	}
	m.Bench.Change(func(s *lab.Setting) { s.Spec.Kernel = "laplacian"; s.Set(model.Sigma(nil), 0.1) })
	m.Require(m.Screen.Need())
	if title := m.Title(1, 60); !strings.HasSuffix(title, " over σ") {
		t.Errorf("then the title is %q", title)
	}
}
