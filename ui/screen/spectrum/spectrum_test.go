package spectrum

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"gramscope/approx"
	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/lab"
	"gramscope/model/number"
	"gramscope/ui/chart"
	"gramscope/ui/curve"
	"gramscope/ui/screen"
	"gramscope/ui/screen/screentest"
)

func TestSpectrumFlow(t *testing.T) {
	m := screentest.New(t, New, screentest.Methods(), "plain", "eager", "spectral", "broken")
	m.Settle()
	v := m.Screen
	if sum := floats.Sum(v.Now.Exact); len(v.Now.Exact) != 40 || math.Abs(sum-40) > 1e-9 { // tr K = n
		t.Fatalf("%d eigenvalues of K, which add up to %v", len(v.Now.Exact), sum)
	}
	for i, λ := range v.Now.Approx["plain"].Values[:5] { // the toy's K̃ is a share of K
		if want := 20.0 / 30 * v.Now.Exact[i]; math.Abs(λ-want) > 1e-9 {
			t.Errorf("λ%d of K̃ is %v, want %v", i+1, λ, want)
		}
	}
	if v.Now.Approx["broken"].Missing == "" {
		t.Error("no word of the method that failed")
	}
	dEff := exact.DegreesOfFreedom(v.Now.Exact, 0.01)
	if marked := m.Lines(0).VLines; len(marked) != 1 || math.Abs(marked[0].X-dEff) > 1e-6*dEff ||
		marked[0].Label != "d_eff="+number.Figure(dEff) {
		t.Errorf("marked %+v, d_eff = %v", marked, dEff)
	}
	if title := m.Title(0, 200); !strings.Contains(title, "λ̃/λ") {
		t.Errorf("title %q", title)
	}
	v.shown[1] = degrees
	if title := m.Title(1, 200); !strings.Contains(title, "d_eff "+number.Figure(dEff)+" and ▲ d_max ") {
		t.Errorf("title %q, d_eff = %v", title, dEff)
	}
	v.shown[1] = scores
	old, key := v.Now.Exact, v.Key
	m.PointAt("eager")
	if v.Key != key || !v.Done {
		t.Error("pointing at a method starts the work anew")
	}
	m.Step(model.Gamma(nil), 10)
	if v.Done || v.Now.Exact != nil || !slices.Equal(v.Old.Exact, old) {
		t.Error("a turn of γ does not keep the old curves while the new ones come")
	}
	m.Settle()
	if slices.Equal(v.Now.Exact, old) {
		t.Error("γ has not changed the spectrum")
	}
	scores := v.Now.Scores.Scores
	m.Toggle(1)
	m.Follow()
	if v.Done || len(v.Now.Scores.Scores) == 0 || &v.Now.Scores.Scores[0] != &scores[0] {
		t.Error("the curves of K went stale although only methods changed")
	}
	m.Settle()
	m.Send(screen.Left{})
	if m.Follow(); !v.Done {
		t.Error("coming back starts the work anew")
	}
	m.Change(func(s *lab.Setting) { s.Spec.Methods = nil })
	if m.Settle(); len(v.Now.Exact) != 40 || len(v.Now.Approx) != 0 {
		t.Errorf("K's spectrum needs methods: %d", len(v.Now.Exact))
	}
}

// TestAMethodThatIsTooLargeLeavesTheOthersTheirCurves: it is named, with its reason; where
// all are too large the first is.
func TestAMethodThatIsTooLargeLeavesTheOthersTheirCurves(t *testing.T) {
	m := screentest.New(t, New, screentest.Methods(), "plain", "eager", "spectral", "broken")
	large := func(model.Fitter, int, int) model.Memory { return model.Memory{Fit: 1e15} }
	named := func(name string) chart.Series {
		for _, s := range m.Lines(0).Series {
			if s.Name == name {
				return s
			}
		}
		return chart.Series{}
	}
	m.Methods[1].Memory = large
	m.Settle()
	if plain, eager := named("plain"), named("eager"); len(plain.X) == 0 || eager.Name != "" {
		t.Errorf("plain has %d eigenvalues; eager has some: %t", len(plain.X), eager.Name != "")
	}
	if len(named("K").X) == 0 {
		t.Error("K has no eigenvalues")
	}
	if text := m.Text(0, 80, 20); !strings.Contains(text, "▲ eager: n = 40 would need about") {
		t.Errorf("the chart does not name the method:\n%s", text)
	}
	m.Methods[0].Memory = large
	m.Change(func(s *lab.Setting) { s.Spec.Methods = []string{"plain", "eager"} })
	m.Settle()
	for _, why := range []string{" plain: n = 40 would need about", " eager: n = 40 would need about"} {
		if text := m.Text(0, 80, 20); !strings.Contains(text, why) {
			t.Errorf("where all are too large the screen does not tell %q:\n%s", why, text)
		}
	}
	if k := named("K"); len(k.X) == 0 || k.Faint {
		t.Error("K has no eigenvalues where all methods are too large")
	}
	for i := range m.Methods {
		m.Methods[i].Memory = large
	}
	m.Change(func(s *lab.Setting) { s.Spec.Seed++ })
	m.Settle()
	if text := m.Text(0, 80, 20); !strings.Contains(text, " plain: n = 40 would need about") ||
		strings.Contains(text, "╭") {
		t.Errorf("where K is too large with any method the screen tells\n%s", text)
	}
}

// TestWithoutScores: titles of eigenvalues do not say that there are no scores, and the chart
// of scores does.
func TestWithoutScores(t *testing.T) {
	m := screentest.New(t, New, screentest.Methods(), "plain")
	m.Idle()
	m.Change(func(s *lab.Setting) { s.Spec.N = 3000 })
	m.FindDistances()
	m.Follow()
	for _, w := range []int{30, 60, 120} {
		if title := m.Title(0, w); strings.Contains(title, "scores") || strings.Contains(title, "computing") ||
			strings.Contains(title, "…") || !strings.Contains(title, "eigenvalues") {
			t.Errorf("%d cells wide: %q", w, title)
		}
	}
	if text := m.Text(1, 60, 20); !strings.Contains(text, "leverage scores are for n up to 2000, not") {
		t.Errorf("the reason is not shown:\n%s", text)
	}
}

// TestLandmarksAwaitTheirScores: they are not marked among the scores of the setting before.
func TestLandmarksAwaitTheirScores(t *testing.T) {
	m := screentest.New(t, New, screentest.Methods(), "plain")
	m.Settle()
	m.Idle()
	m.Change(func(s *lab.Setting) { s.Spec.N = 50 })
	m.FindDistances()
	m.Follow()
	m.Send(Approximate{Method: "plain", Landmarks: []int{3, 45}})
	m.PointAt("plain")
	if s := m.Lines(1).Series; len(s) != 1 || !s[0].Faint || len(s[0].X) != 40 {
		t.Errorf("with landmarks among 50 points the scores of 40 are %+v", s)
	}
}

// TestMethodsHaveTheColoursOfTheTable: also where the second of two would have the first one's.
func TestMethodsHaveTheColoursOfTheTable(t *testing.T) {
	m := screentest.New(t, New, approx.Methods(), "nystrom", "column-norm")
	m.Change(func(s *lab.Setting) { s.Spec.N = 40 })
	m.Settle()
	hues := map[int]string{}
	for _, line := range m.Lines(0).Series {
		if line.Name == "K" {
			continue
		}
		if want := curve.Sign(&m.State, m.MethodIndex(line.Name)); line.Color != want ||
			string(line.Sign()) != m.Screen.look.Marker(want) {
			t.Errorf("%s has colour %d and marker %c, want %d", line.Name, line.Color, line.Sign(), want)
		}
		_, hue := chart.Braille.Sign(line.Color)
		hues[hue] = line.Name
	}
	if len(hues) != 2 {
		t.Errorf("the colours are of %v", hues)
	}
}

// TestRatiosOfEigenvalues: λ̃/λ below the eigenvalues, as far as K's are known and not rounding, and none for a method
// without any.
func TestRatiosOfEigenvalues(t *testing.T) {
	m := screentest.New(t, New, screentest.Methods(), "plain", "broken")
	m.Settle()
	exact := m.Screen.Now.Exact
	for i := range exact {
		exact[i] = 8 / float64(i+1)
	}
	exact[38], exact[39] = 1e-13, 0
	of := m.Screen.Now.Approx["plain"]
	of.Values = []float64{8, 2, 4, 0.5}
	m.Screen.Now.Approx["plain"] = of
	settled, _ := m.Lines(0).Settled()
	l := m.Screen.ratios(settled)
	if len(l.Series) != 1 || l.Series[0].Sign() != '●' || !slices.Equal(l.Series[0].Y, []float64{1, 0.5, 1.5, 0.25}) ||
		l.X != settled.X || l.HLines[0].Y != 1 {
		t.Errorf("the ratios are %+v", l.Series)
	}
	of.Values = exact
	m.Screen.Now.Approx["plain"] = of
	if l = m.Screen.ratios(settled); l.Series[0].X[len(l.Series[0].X)-1] != 38 {
		t.Errorf("ratios of rounding errors are shown: %v", l.Series[0].X)
	}
	if text := m.Text(0, 60, 24); !strings.Contains(text, "λ̃/λ") || strings.Contains(m.Text(0, 60, 12), "λ̃/λ") {
		t.Errorf("no ratios below the eigenvalues, or without room:\n%s", text)
	}
}

// TestRidgesHoldThePresentOne: the curves over γₛ have its value, also outside of their usual span.
func TestRidgesHoldThePresentOne(t *testing.T) {
	for _, now := range []float64{1e-12, 3e-9, 0.02, 7e4, 1e9} {
		list := Ridges(now)
		for i := range list[1:] {
			if list[i+1] > 4*list[i] {
				t.Errorf("around %v there is nothing from %v to %v", now, list[i], list[i+1])
			}
		}
		if !slices.IsSorted(list) || !slices.Contains(list, now) || list[0] > 1e-6 ||
			list[len(list)-1] < 1e4 || slices.Max(list) > 1e9 || slices.Index(list, now) > 31 || len(list) < 31 {
			t.Errorf("around %v: %v", now, list)
		}
	}
}
