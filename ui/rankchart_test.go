package ui

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/kernel"
	"gramscope/model/lab"
	"gramscope/model/number"
	"gramscope/model/sweep"
	"gramscope/ui/frame"
	"gramscope/ui/screen/explore"
)

func TestRidgeMovesTheCurvesLine(t *testing.T) {
	m := newToy(t, "braille", "none", 120, 40)
	feed(t, m, 2)
	m.panel.Chosen = "score-ridge"
	press(m, "right")
	if !strings.Contains(m.Note.Text, "no chosen method uses it") || strings.Contains(m.Note.Text, "right chart") {
		t.Errorf("over σ: %q", m.Note.Text)
	}
	m.focusOn(frame.Second)
	press(m, "v")
	press(m, "right")
	if !strings.Contains(m.Note.Text, "moves the line in the right chart") {
		t.Errorf("over γₛ: %q", m.Note.Text)
	}
	m.panel.Chosen = "mu"
	press(m, "right")
	if strings.Contains(m.Note.Text, "right chart") {
		t.Errorf("μ, which γₛ no longer follows: %q", m.Note.Text)
	}
}

// TestKernelWithoutWidthShowsTheDimension: a kernel without σ has the other curve, and
// one with σ the first one again.
func TestKernelWithoutWidthShowsTheDimension(t *testing.T) {
	m := run(t)
	m.change(func(s *lab.Setting) { s.Spec.Kernel = "linear" })
	settle(t, m)
	if l := m.linesOf(onRank); len(m.curveOfK().X) != pointsOfK || l.X.Title != "γₛ" {
		t.Errorf("of a linear kernel: %d points over %s", len(m.curveOfK().X), l.X.Title)
	}
	if m.session().Dimension {
		t.Error("the session takes it for a choice")
	}
	m.change(func(s *lab.Setting) { s.Spec.Kernel = "gaussian" })
	settle(t, m)
	if l := m.linesOf(onRank); len(m.curveOfK().X) != pointsOfK || l.X.Title != "σ" {
		t.Errorf("of a gaussian kernel: %d points over %s", len(m.curveOfK().X), l.X.Title)
	}
	m.focusOn(frame.Second)
	press(m, "v")
	for _, kernel := range []string{"linear", "gaussian"} {
		m.change(func(s *lab.Setting) { s.Spec.Kernel = kernel })
		settle(t, m)
		if l := m.linesOf(onRank); l.X.Title != "γₛ" || len(m.curveOfK().X) != pointsOfK {
			t.Errorf("the dimension was chosen, and of a %s kernel there are %d points over %s", kernel, len(m.curveOfK().X), l.X.Title)
		}
	}
}

// TestCurveThatFails: what was shown of the setting before gives way to the reason.
func TestCurveThatFails(t *testing.T) {
	m := run(t)
	m.countWork(explore.Jobs)
	press(m, "r")
	m.receive(job.Sweep, lab.FoundWidths{Key: m.Setting().WidthsKey(), Widths: kernel.Distances{Known: true, Median: 0.18, Mean: 0.27}})
	m.receive(explore.Jobs, job.Failed{Err: errors.New("no room for the curve")})
	if lines := m.linesOf(onRank); len(lines.Series) > 0 || lines.Empty != "no room for the curve" || !m.Note.Alarm {
		t.Errorf("%d curves, %q", len(lines.Series), lines.Empty)
	}
}

// TestStableRanksBeginAtOne: with every point that comes the axis begins at 1, which none is
// below, and has no mark below it; an estimate that is below is shown.
func TestStableRanksBeginAtOne(t *testing.T) {
	var m *explorer
	ranks := []float64{1.022, 1.022, 1.02, 3, 1, 1, 8, 40, 12, 300}
	for _, from := range []int{0, 4, 7} {
		m = newToy(t, "braille", "none", 120, 40)
		m.Launch = func(job.Kind, job.Work) {}
		m.Init()
		m.receive(job.Sweep, lab.FoundWidths{Key: m.Setting().WidthsKey(), Widths: kernel.Distances{Known: true, Median: 0.18, Mean: 0.27}})
		for k, y := range ranks[from:] {
			m.receive(explore.Jobs, lab.CurvePoint{X: 0.05 * float64(k+1), Y: y})
			m.dirty = true
			m.Update(nil)
			settled, ok := m.built[1].Settled()
			if !ok || settled.Y.Lo != 1 || settled.Y.Hi < y {
				t.Errorf("from %v, with the point %v the axis goes from %v to %v", ranks[from], y, settled.Y.Lo, settled.Y.Hi)
			}
			for _, line := range strings.Split(m.texts[1], "\n") {
				if label, _, ok := strings.Cut(line, "┤"); ok && strings.HasPrefix(strings.TrimSpace(label), "0") {
					t.Errorf("from %v, with the point %v the axis has the mark %q", ranks[from], y, label)
				}
			}
		}
	}
	m.receive(explore.Jobs, lab.CurvePoint{X: 1, Y: 0.8})
	m.dirty = true
	m.Update(nil)
	if settled, _ := m.built[1].Settled(); settled.Y.Lo > 0.8 {
		t.Errorf("with an estimate of 0.8 the axis begins at %v", settled.Y.Lo)
	}
	feed(t, m, 1)
	m.showValue("stable rank")
	for _, rows := range append(m.Outcome().Grid("plain"), m.Outcome().Now("plain")) {
		for i := range rows {
			rows[i].Metrics.StableRank = 1.4
		}
	}
	redraw(m)
	if settled, _ := m.built[0].Settled(); settled.Y.Lo != 1 {
		t.Errorf("as a figure of K̃ the axis begins at %v", settled.Y.Lo)
	}
}

func TestTheoryIsDrawnOnDemand(t *testing.T) {
	m := run(t)
	m.chooseAxis("m")
	settle(t, m)
	series := func() []string {
		var names []string
		for _, s := range m.linesOf(onError).Series {
			names = append(names, s.Name)
		}
		return names
	}
	if slices.Contains(series(), "1/√m") || strings.Contains(m.titleOf(onError, 200), "theory") {
		t.Fatalf("theory without having been asked for: %v", series())
	}
	press(m, "b")
	settle(t, m)
	d := m.ExactNow("bach_d")
	if math.IsNaN(d) || !(d > 0) {
		t.Fatalf("Bach's d is %v", d)
	}
	for w, want := range map[int]string{200: "   ··· theory's rate 1/√m   ╌╌ floor", 30: "error over m  ··· 1/√m"} {
		if title := m.titleOf(onError, w); !strings.Contains(title, want) {
			t.Errorf("in %d cells %q, want %q", w, title, want)
		}
	}
	for w, want := range map[int]string{330: "theory: Bach's bound grows with d = " + number.Count(d) + "; p = ", 120: "m: d = " + number.Count(d) + ", p = "} {
		m.Update(tea.WindowSizeMsg{Width: w, Height: 40})
		if view := m.View(); !strings.Contains(view, want) {
			t.Errorf("in %d cells no %q in\n%s", w, want, view)
		}
	}
	found := false
	for _, s := range m.linesOf(onError).Series {
		if s.Name != "1/√m" {
			continue
		}
		found = s.Dotted
		for i, x := range s.X {
			if math.Abs(s.Y[i]*math.Sqrt(x)-1) > 1e-12 {
				t.Errorf("%v at m = %v", s.Y[i], x)
			}
		}
	}
	if !found {
		t.Errorf("series %v", series())
	}
	press(m, "b")
	if slices.Contains(series(), "1/√m") {
		t.Error("theory stays")
	}
	for name, keys := range map[string]string{"sigma": "o and m show", "m": "X and parameter show"} {
		m.chooseAxis(model.Name(name))
		if name == "m" {
			command(m, "against memory")
		}
		if press(m, "b"); !strings.Contains(m.Note.Text, keys) || m.explore().Need().Theory {
			t.Errorf("over %s: %q", name, m.Note.Text)
		}
	}
}

// TestTitleHasTheStableRank: at the present σ, exact on a sample of the curve, between samples
// approximate, and at first not at all.
func TestTitleHasTheStableRank(t *testing.T) {
	m := newToy(t, "braille", "none", 120, 40)
	feed(t, m, 1)
	for _, rows := range [][]sweep.Result{m.Outcome().Now("plain"), m.Outcome().Now("eager"), m.Outcome().Now("spectral"), m.Outcome().Now("broken")} {
		for i := range rows {
			rows[i].StableRank = math.NaN() // the sweep need not compute it
		}
	}
	feedCurve := func() {
		for i, x := range []float64{0.09, 0.18, 0.36} {
			m.receive(explore.Jobs, lab.CurvePoint{X: x, Y: []float64{40, 10, 2.5}[i]})
		}
		m.receive(explore.Jobs, job.Finished{})
	}
	m.Update(nil)
	press(m, "r")
	m.receive(job.Sweep, lab.FoundWidths{Key: m.Setting().WidthsKey(), Widths: kernel.Distances{Known: true, Median: 0.18, Mean: 0.27}})
	if title := m.titleOf(onRank, 60); strings.Contains(title, " at ") {
		t.Errorf("before it is known: %q", title)
	}
	feedCurve()
	if title := m.titleOf(onRank, 60); !strings.HasSuffix(title, "stable rank ‖K‖²_F/‖K‖²₂ over σ: 10 at σ=0.18") {
		t.Errorf("on a sample: %q", title)
	}
	editSetting(m, func(s *lab.Setting) { s.Set(model.Sigma(nil), 0.18*math.Sqrt2) })
	if title := m.titleOf(onRank, 60); !strings.HasSuffix(title, ": ≈5 at σ=0.255") {
		t.Errorf("between samples: %q", title)
	}
}
