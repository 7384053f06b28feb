package ui

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gramscope/data/synthetic"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/number"
	"gramscope/ui/chart"
	"gramscope/ui/curve"
	"gramscope/ui/frame"
	"gramscope/ui/screen/explore"
)

// TestPinsCompare: the ghosts are the curves that were pinned, and the table's
// ratio is that of the errors.
func TestPinsCompare(t *testing.T) {
	t.Parallel()
	m := run(t)
	before := m.linesOf(onError).Series
	press(m, "p")
	m.panel.Chosen = "m"
	press(m, "right", "right") // 20 → 31
	settle(t, m)
	var ghosts []chart.Series
	for _, s := range m.linesOf(onError).Series {
		if strings.HasPrefix(s.Name, "pinned ") {
			ghosts = append(ghosts, s)
		}
	}
	if len(ghosts) != 4 {
		t.Fatalf("%d ghosts", len(ghosts))
	}
	for i, g := range ghosts {
		if g.Name != "pinned "+before[i].Name+" m=20" || !slices.Equal(g.X, before[i].X) || !slices.Equal(g.Y, before[i].Y) ||
			!g.Faint || g.Color != chart.NoColor {
			t.Errorf("ghost %+v of %+v", g, before[i])
		}
	}
	// The toys' error is 10/(m+10).
	if now := m.Setting.Spec.Values["m"]; !strings.Contains(m.View(), number.Times(30/(now+10))) {
		t.Errorf("m = %v: no %s in\n%s", now, number.Times(30/(now+10)), m.View())
	}
	press(m, "p", "p", "p")
	if len(m.Pins) != lab.MostPins {
		t.Errorf("%d pins", len(m.Pins))
	}
	m.chooseAxis("gamma")
	settle(t, m)
	if n := len((curve.Curves{State: &m.State}).Ghosts(lab.Column("error"), "gamma")); n != 0 {
		t.Errorf("%d ghosts over another parameter", n)
	}
	press(m, "P")
	if len(m.Pins) != 0 || strings.Contains(m.View(), "vs pin") {
		t.Error("P clears nothing")
	}
}

// TestOldestPinGivesWay: of five pins the last three stay, and the table compares with
// the latest of them.
func TestOldestPinGivesWay(t *testing.T) {
	t.Parallel()
	m := run(t)
	m.panel.Chosen = "m"
	m.change(func(s *lab.Setting) { s.Spec.Values["m"] = 5 })
	var pinned []float64
	for range 5 {
		press(m, "right")
		settle(t, m)
		press(m, "p")
		pinned = append(pinned, m.Setting.Spec.Values["m"])
	}
	var kept []float64
	for _, p := range m.Pins {
		kept = append(kept, p.Now("plain")[0].Params["m"])
	}
	if !slices.Equal(kept, pinned[2:]) {
		t.Errorf("pins at m = %v, want the last three of %v", kept, pinned)
	}
	for range 3 {
		press(m, "left")
	}
	settle(t, m)
	// The toys' error is 10/(m+10).
	now := m.Setting.Spec.Values["m"]
	if want := number.Times((pinned[4] + 10) / (now + 10)); want == number.Times((pinned[2]+10)/(now+10)) ||
		!strings.Contains(m.View(), want) {
		t.Errorf("m = %v after a pin at %v: no %s in\n%s", now, pinned[4], want, m.View())
	}
}

// TestCrosshairStandsOnSamples: it walks over all samples, tells their exact values, and is
// in both charts where both are over σ.
func TestCrosshairStandsOnSamples(t *testing.T) {
	t.Parallel()
	m := run(t)
	press(m, "]")
	for range 20 {
		press(m, "[")
	}
	var seen []float64
	for range 20 {
		l := m.linesOf(onError)
		x, ok := m.cross.At(l)
		if !ok {
			t.Fatal("no crosshair")
		}
		if len(seen) == 0 || x != seen[len(seen)-1] {
			seen = append(seen, x)
		}
		if title := m.heads[0]; !strings.HasPrefix(title, "m="+number.Short(x)) {
			t.Errorf("at %v: title %q", x, title)
		}
		press(m, "]")
	}
	want := append(slices.Clone(m.Outcome.Axis.Values), 20)
	slices.Sort(want)
	if !slices.Equal(seen, want) {
		t.Errorf("walked over %v, samples at %v", seen, want)
	}
	if title := m.heads[0]; !strings.Contains(title, " 2e-01") { // 10/(40+10)
		t.Errorf("at m = 40: %q", title)
	}
	if m.heads[1] != "" {
		t.Errorf("the chart over σ has a crosshair of m: %q", m.heads[1])
	}
	m.chooseAxis("sigma")
	settle(t, m)
	press(m, "]")
	if !strings.HasPrefix(m.heads[0], "σ=") || !strings.HasPrefix(m.heads[1], "σ=") {
		t.Errorf("over σ: titles %q", m.heads)
	}
	press(m, "esc")
	if m.heads != [frame.Charts]string{} {
		t.Errorf("after esc: titles %q", m.heads)
	}
}

func TestFrozenComputesNothing(t *testing.T) {
	t.Parallel()
	m := run(t)
	launched := 0
	launch := m.Launch
	m.Launch = func(l job.Kind, w job.Work) { launched++; launch(l, w) }
	press(m, "f", "2", "3", "1", "right", "right", "r")
	m.toggleMethod(1)
	m.showValue("risk ratio")
	press(m, "6", "2", "1")
	if launched != 0 || !strings.Contains(m.View(), "frozen: f resumes") {
		t.Fatalf("%d works started:\n%s", launched, m.View())
	}
	gamma := m.Setting.Gamma()
	press(m, "f")
	settle(t, m)
	if launched == 0 || strings.Contains(m.View(), "frozen") || len(m.Outcome.Grid("plain")) == 0 {
		t.Fatalf("after f: %d works started:\n%s", launched, m.View())
	}
	if got := m.Outcome.Now("plain")[0].Gamma; math.Abs(got/gamma-1) > 0.5 { // another seed, other distances
		t.Errorf("computed at γ = %v, knob at %v", got, gamma)
	}
}

// TestFreezingStopsWork: of every kind but those of files, which are read and written all
// the same.
func TestFreezingStopsWork(t *testing.T) {
	m := newToy(t, "braille", "none", 100, 30)
	feed(t, m, 2)
	kinds := []job.Kind{job.Sweep, job.Files, job.Write}
	for _, s := range m.screens {
		if s.JobKind() != job.None {
			kinds = append(kinds, s.JobKind())
		}
	}
	before := map[job.Kind]int{}
	for _, l := range kinds {
		m.Runner.Start(l, func(ctx context.Context, _ func(any)) error { <-ctx.Done(); return nil })
		before[l] = m.Runner.Generation(l)
	}
	press(m, "f")
	for _, l := range kinds {
		if stopped := m.Runner.Generation(l) != before[l]; stopped == (l == job.Files || l.WritesFiles()) {
			t.Errorf("kind %s: stopped %v", l, stopped)
		}
	}
}

// TestPinsStay: what comes after the pin was made is not in it.
func TestPinsStay(t *testing.T) {
	m := newToy(t, "braille", "none", 100, 30)
	feed(t, m, 1)
	press(m, "p")
	before := (curve.Curves{State: &m.State}).Ghosts(lab.Column("error"), "m")
	again := m.Outcome.Grid("plain")[0][0]
	again.Rep = 2
	again.Set("error", 10*again.Get("error"))
	m.receive(job.Sweep, lab.Row{OnGrid: true, Point: 0, Result: again})
	if len(m.Outcome.Grid("plain")[0]) != 2 || len(before) == 0 {
		t.Fatalf("%d rows at the first point, %d ghosts", len(m.Outcome.Grid("plain")[0]), len(before))
	}
	for i, g := range (curve.Curves{State: &m.State}).Ghosts(lab.Column("error"), "m") {
		if !slices.Equal(g.X, before[i].X) || !slices.Equal(g.Y, before[i].Y) {
			t.Errorf("%s was %v, is %v", g.Name, before[i].Y, g.Y)
		}
	}
}

// TestFrozenAmidWork: what was stopped halfway is there after thawing.
func TestFrozenAmidWork(t *testing.T) {
	m := run(t)
	launch := m.Launch
	m.countWork(explore.Jobs)
	press(m, "r")
	feed(t, m, 1) // and no end of it
	madeUp := m.curveOfK().Y
	m.Launch = launch
	press(m, "f", "f")
	settle(t, m)
	if got := m.curveOfK(); len(got.X) != pointsOfK || got.Faint || slices.Equal(got.Y, madeUp) ||
		len(m.Outcome.Grid("plain")) != len(m.Outcome.Axis.Values) {
		t.Errorf("the curve %v, %d points of the grid", got.Y, len(m.Outcome.Grid("plain")))
	}
}

func TestNumbersAreTheSamples(t *testing.T) {
	m := run(t)
	press(m, "t")
	text := m.texts[0]
	for _, s := range m.linesOf(onError).Series {
		for i, x := range s.X {
			found := false
			for line := range strings.SplitSeq(text, "\n") {
				cells := strings.Fields(line)
				found = found || len(cells) > 1 && cells[0] == number.Short(x) &&
					slices.ContainsFunc(cells[1:], func(c string) bool {
						v, err := strconv.ParseFloat(c, 64)
						return err == nil && math.Abs(v-s.Y[i]) <= 0.005*s.Y[i]
					})
			}
			if !found && s.Name != "floor" {
				t.Errorf("%s: no %v at %v in\n%s", s.Name, s.Y[i], x, text)
			}
		}
	}
	press(m, "esc")
	if m.numbers || m.texts[0] == text {
		t.Error("esc leaves the numbers")
	}
}

// TestExpandedPaneHasTheWindow: from a chart that one, from the table that with all of its columns, from the knobs the
// chart that had the focus last. A note says how to come back, and that leads to where the focus was.
func TestExpandedPaneHasTheWindow(t *testing.T) {
	m := run(t)
	for _, p := range []frame.Pane{frame.Knobs, frame.First, frame.Second, frame.Methods, frame.Knobs} {
		for _, back := range []string{"e", "esc"} {
			m.focusOn(p)
			m.dirty = true
			chart := m.charted
			if p == frame.Methods {
				chart = p
			}
			narrow := m.table().Fit(200)
			press(m, "e")
			if wide := m.table().Fit(200); p == frame.Methods &&
				len(strings.TrimRight(wide.Render(200, 1, 0, false), " ")) <= len(strings.TrimRight(narrow.Render(200, 1, 0, false),
					" ")) {
				t.Error("the table that is alone has no more columns")
			}
			if got := m.layout.Panes[chart]; got != (frame.Rect{X: 1, Y: 1, W: 118, H: 38}) ||
				!strings.Contains(m.Note.Text, "e or esc shows all panes") {
				t.Errorf("from pane %d, chart %d: %+v; note %q", p, chart, got, m.Note.Text)
			}
			if press(m, back); m.layout.Panes[chart].W > 100 || m.focus != p {
				t.Errorf("%s: chart %d stays: %+v, or the focus is not on pane %d", back, chart, m.layout.Panes[chart], p)
			}
		}
	}
	press(m, "e", "enter") // types into a knob, which is in sight then
	if m.layout.Panes[frame.Knobs].W == 0 || m.mode() != inField {
		t.Errorf("the knob that is typed is not in sight:\n%s", m.View())
	}
}

// TestExpandedInSmallWindows: where one pane has the window anyway nothing changes, where
// none has room it says so, and a window that grows shows the pane alone still.
func TestExpandedInSmallWindows(t *testing.T) {
	m := newToy(t, "braille", "none", 40, 12)
	feed(t, m, 2)
	m.focusOn(frame.First)
	m.layOut()
	before := m.View()
	press(m, "e")
	if got := m.layout.Panes[frame.First]; m.arranged != expanded || got != (frame.Rect{X: 1, Y: 1, W: 38, H: 10}) ||
		m.View() != before {
		t.Errorf("40×12: %+v\n%s\nwas\n%s", got, m.View(), before)
	}
	m.Update(sized(frame.LeastW-1, frame.LeastH-1))
	if m.layout.Panes != [frame.Count]frame.Rect{} || !strings.Contains(m.View(), "30") {
		t.Errorf("panes %+v where there is no room:\n%s", m.layout.Panes, m.View())
	}
	m.Update(sized(100, 30))
	if got := m.layout.Panes; got[frame.First] != (frame.Rect{X: 1, Y: 1, W: 98, H: 28}) ||
		got[frame.Knobs].W+got[frame.Second].W+got[frame.Methods].W > 0 {
		t.Errorf("100×30: %+v", got)
	}
	press(m, "esc")
	if m.arranged == expanded || m.layout.Panes[frame.Knobs].W == 0 {
		t.Error("esc leaves the pane alone")
	}
}

// TestPinnedCurvesAreNamed: a line below the chart says what the dashed curves are, while there are any.
func TestPinnedCurvesAreNamed(t *testing.T) {
	const named = "╌╌ pinned, P clears"
	for _, w := range []int{80, 120} {
		m := newToy(t, "braille", "none", w, 36)
		feed(t, m, 2)
		if strings.Contains(m.View(), "╌╌ pinned") {
			t.Error("nothing is pinned yet")
		}
		press(m, "p")
		if !strings.Contains(m.View(), named) {
			t.Errorf("%d columns: nothing says what is pinned:\n%s", w, m.View())
		}
		gamma := number.Short(m.Setting.Gamma())
		press(m, "right")
		if at := "╌╌ pinned γ=" + gamma + ", P clears"; !strings.Contains(m.View(), at) {
			t.Errorf("%d columns: no %q in\n%s", w, at, m.View())
		}
		old := m.Setting.Store
		m.useSource(synthetic.Generators()[1], nil)
		if m.Pins[0].Setting.Store == old || m.Was(m.Pins[0]) != old.Source().Name() {
			t.Errorf("a pin on %s is called %q", old.Source().Name(), m.Was(m.Pins[0]))
		}
		press(m, "P")
		if strings.Contains(m.View(), "╌╌ pinned") {
			t.Error("nothing is pinned any more")
		}
	}
}
