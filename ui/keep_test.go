package ui

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gramscope/model/sweep"
	"gramscope/ui/chart"
)

func TestKeepGolden(t *testing.T) {
	states := map[string][]string{
		"pinned": {"p", "right"}, "crossed": {"]", "]"}, "numbers": {"t", "]"}, "frozen": {"f", "right"},
		"expanded": {"tab", "e"}, "write": {"w"}, "name": {"w", "enter"}, "command": {"c"},
	}
	for name, keys := range states {
		for _, size := range [][2]int{{120, 40}, {80, 24}, {60, 16}} {
			m := newToy(t, "braille", "none", size[0], size[1])
			feed(t, m, 2)
			press(m, keys...)
			golden(t, "keep-"+name+"-"+map[int]string{120: "120x40", 80: "80x24", 60: "60x16"}[size[0]], m.View())
		}
	}
}

// TestPinsCompare: the ghosts are the curves that were pinned, and the table's
// ratio is that of the errors.
func TestPinsCompare(t *testing.T) {
	m := run(t)
	before := m.errorLines().Series
	press(m, "p")
	m.panel.chosen = "m"
	press(m, "right", "right") // 20 → 31
	settle(t, m)
	var ghosts []chart.Series
	for _, s := range m.errorLines().Series {
		if strings.HasPrefix(s.Name, "pinned ") {
			ghosts = append(ghosts, s)
		}
	}
	if len(ghosts) != 4 {
		t.Fatalf("%d ghosts", len(ghosts))
	}
	for i, g := range ghosts {
		if g.Name != "pinned "+before[i].Name || !slices.Equal(g.X, before[i].X) || !slices.Equal(g.Y, before[i].Y) || !g.Faint || g.Color != chart.NoColor {
			t.Errorf("ghost %+v of %+v", g, before[i])
		}
	}
	// The toys' error is 10/(m+10).
	if now := m.setting.spec.Values["m"]; !strings.Contains(m.View(), times(30/(now+10))) {
		t.Errorf("m = %v: no %s in\n%s", now, times(30/(now+10)), m.View())
	}
	press(m, "p", "p", "p")
	if len(m.pins) != mostPins {
		t.Errorf("%d pins", len(m.pins))
	}
	m.change(func(*setting) { m.sweepOver("gamma") })
	settle(t, m)
	if n := len(m.ghosts(column("error"), "gamma")); n != 0 {
		t.Errorf("%d ghosts over another parameter", n)
	}
	press(m, "P")
	if len(m.pins) != 0 || strings.Contains(m.View(), "vs pin") {
		t.Error("P clears nothing")
	}
}

func TestTimes(t *testing.T) {
	for v, want := range map[float64]string{0.5234: "×0.52", 1: "×1", 12.3: "×12", 431: "×431", 1e6: "×1e+06", math.NaN(): "", math.Inf(1): ""} {
		if got := times(v); got != want {
			t.Errorf("%v: %s, want %s", v, got, want)
		}
	}
}

// TestCrosshairStandsOnSamples: it walks over all samples, tells their exact values, and is
// in both charts where both are over σ.
func TestCrosshairStandsOnSamples(t *testing.T) {
	m := run(t)
	press(m, "]")
	for range 20 {
		press(m, "[")
	}
	var seen []float64
	for range 20 {
		l := m.errorLines()
		x, ok := m.crossAt(l)
		if !ok {
			t.Fatal("no crosshair")
		}
		if len(seen) == 0 || x != seen[len(seen)-1] {
			seen = append(seen, x)
		}
		if title := m.heads[0]; !strings.HasPrefix(title, "m="+short(x)) {
			t.Errorf("at %v: title %q", x, title)
		}
		press(m, "]")
	}
	want := append(slices.Clone(m.out.axis.Values), 20)
	slices.Sort(want)
	if !slices.Equal(seen, want) {
		t.Errorf("walked over %v, samples at %v", seen, want)
	}
	if title := m.heads[0]; !strings.Contains(title, "0.2") { // 10/(40+10)
		t.Errorf("at m = 40: %q", title)
	}
	if m.heads[1] != "" {
		t.Errorf("the chart over σ has a crosshair of m: %q", m.heads[1])
	}
	m.change(func(*setting) { m.sweepOver("sigma") })
	settle(t, m)
	press(m, "]")
	if !strings.HasPrefix(m.heads[0], "σ=") || !strings.HasPrefix(m.heads[1], "σ=") {
		t.Errorf("over σ: titles %q", m.heads)
	}
	press(m, "esc")
	if m.heads != [2]string{} {
		t.Errorf("after esc: titles %q", m.heads)
	}
}

func TestFrozenComputesNothing(t *testing.T) {
	m := run(t)
	launched := 0
	launch := m.launch
	m.launch = func(l lane, w work) { launched++; launch(l, w) }
	press(m, "f", "2", "3", "1", "right", "right", "r")
	m.toggleMethod(1)
	m.showValue("risk ratio")
	press(m, "6", "2", "1")
	if launched != 0 || !strings.Contains(m.View(), "frozen: f computes") {
		t.Fatalf("%d works started:\n%s", launched, m.View())
	}
	gamma := m.setting.gamma(m.widths())
	press(m, "f")
	settle(t, m)
	if launched == 0 || strings.Contains(m.View(), "frozen") || len(m.out.grid["plain"]) == 0 {
		t.Fatalf("after f: %d works started:\n%s", launched, m.View())
	}
	if got := m.out.now["plain"][0].Gamma; math.Abs(got/gamma-1) > 0.5 { // another seed, other distances
		t.Errorf("computed at γ = %v, knob at %v", got, gamma)
	}
}

// TestFrozenAmidWork: what was stopped halfway is there after thawing.
func TestFrozenAmidWork(t *testing.T) {
	m := run(t)
	m.rank.points, m.rank.done = m.rank.points[:3], false
	press(m, "f", "f")
	settle(t, m)
	if len(m.rank.points) != curvePoints || len(m.out.grid["plain"]) != len(m.out.axis.Values) {
		t.Errorf("%d points of the curve, %d of the grid", len(m.rank.points), len(m.out.grid["plain"]))
	}
}

func TestNumbersAreTheSamples(t *testing.T) {
	m := run(t)
	press(m, "t")
	text := m.texts[0]
	for _, s := range m.errorLines().Series {
		for i, x := range s.X {
			found := false
			for line := range strings.SplitSeq(text, "\n") {
				cells := strings.Fields(line)
				found = found || len(cells) > 1 && cells[0] == short(x) && slices.ContainsFunc(cells[1:], func(c string) bool { return strings.HasPrefix(c, short(s.Y[i])[:3]) })
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

func TestExpandedPaneHasTheWindow(t *testing.T) {
	m := run(t)
	for _, p := range []pane{knobsPane, firstPane, secondPane, methodsPane} {
		m.focusOn(p)
		m.dirty = true
		press(m, "e")
		if got := m.layout.panes[p]; got != (rect{1, 1, 118, 38}) {
			t.Errorf("pane %d: %+v", p, got)
		}
		press(m, "e")
		if got := m.layout.panes[p]; got.w > 100 {
			t.Errorf("pane %d stays: %+v", p, got)
		}
	}
}

// viewOf is an explorer of results, in a window of 120×40.
func viewOf(t *testing.T, header []string, rows []sweep.Result) *explorer {
	t.Helper()
	l, err := newLook("braille", "none", func(string) string { return "" })
	if err != nil {
		t.Fatal(err)
	}
	r := newRunner(t.Context())
	m := newViewer(Config{Recorded: &Recorded{Files: []string{"a.csv"}, Header: header, Rows: rows}, Methods: toyMethods()}, l, r, toyClock)
	m.Update(sized(120, 40))
	m.Init()
	m.arrange()
	return m
}

// TestViewShowsWhatWasWritten: results that the explorer has written show the same
// curves when they are opened again.
func TestViewShowsWhatWasWritten(t *testing.T) {
	m := run(t)
	path := filepath.Join(t.TempDir(), "r.csv")
	saveAs(t, m, 0, path)
	header, rows := readBack(t, path)
	v := viewOf(t, header, rows)
	if v.setting.axis.Name != "m" || !slices.Equal(v.setting.spec.Methods, []string{"plain", "eager", "spectral", "broken"}) {
		t.Fatalf("over %s, methods %v", v.setting.axis.Name, v.setting.spec.Methods)
	}
	for _, label := range []string{"error", "stable rank", "memory"} {
		m.errors.choose(label)
		v.errors.choose(label)
		got := v.errorLines().Series
		n := 0
		for _, s := range m.errorLines().Series {
			i := slices.IndexFunc(got, func(g chart.Series) bool { return g.Name == s.Name })
			if s.Name == "floor" || len(s.X) == 0 {
				continue
			}
			n++
			for k, x := range s.X {
				if j := slices.Index(got[i].X, x); j < 0 || math.Abs(got[i].Y[j]/s.Y[k]-1) > 1e-14 {
					t.Errorf("%s of %s at %v is not %v: %+v", label, s.Name, x, s.Y[k], got[i])
				}
			}
		}
		if n != 3 {
			t.Errorf("%s: %d curves", label, n)
		}
	}
	v.errors.choose("error")
	v.dirty = true
	v.arrange()
	golden(t, "view-120x40", maskTimes(v.View()))
	before := v.out
	press(v, "f", "c", "r", "u", "d", "enter", "6") // nothing of that is here
	if v.out != before || v.mode() != onKnobs {
		t.Errorf("mode %b", v.mode())
	}
	v.panel.chosen = "n"
	press(v, "right")
	if !strings.Contains(v.note.text, "in all rows") {
		t.Errorf("a fixed knob says %q", v.note.text)
	}
	v.panel.chosen = "m"
	press(v, "right")
	if rows, _ := v.figures("plain"); len(rows) != 2 || rows[0].Params != nil && v.setting.spec.Values["m"] != v.out.axis.Values[1] {
		t.Errorf("the table has %d rows at m = %v", len(rows), v.setting.spec.Values["m"])
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
}

// TestViewOfAGrid: of two parameters that vary one is swept, and the other is a
// knob; rows of another value never mix in.
func TestViewOfAGrid(t *testing.T) {
	header := []string{"data", "n", "d", "kernel", "gamma", "sigma", "method", "m", "mu", "score_ridge", "rep", "seed", "error", "own_figure", "rank_used", "error_best"}
	var rows []sweep.Result
	add := func(method, m, gamma, sigma, rep, err string) {
		rec := sweep.Record{"data": "x", "n": "40", "d": "2", "kernel": "gaussian", "gamma": gamma, "sigma": sigma, "method": method, "m": m, "mu": "1",
			"score_ridge": "1", "rep": rep, "seed": "1", "error": err, "own_figure": "7", "rank_used": "7", "error_best": "0.001"}
		if method == "plain" { // which has the budget's rank, and so tells the floor
			rec["rank_used"], rec["error_best"] = m, "0."+m+rep
		}
		r, bad := rec.Result()
		if bad != nil {
			t.Fatal(bad)
		}
		rows = append(rows, r)
	}
	for _, g := range [][2]string{{"0.5", "1"}, {"2", "0.5"}} {
		for _, rep := range []string{"1", "2"} {
			for _, m := range []string{"10", "20"} {
				add("plain", m, g[0], g[1], rep, g[0])
				add("strange", "", g[0], g[1], rep, rep)
			}
		}
	}
	v := viewOf(t, header, rows)
	curve := func(name string) chart.Series {
		for _, s := range v.errorLines().Series {
			if s.Name == name {
				return s
			}
		}
		t.Fatalf("no curve of %s", name)
		return chart.Series{}
	}
	if s := curve("plain"); v.setting.axis.Name != "m" || !slices.Equal(s.X, []float64{10, 20}) || !slices.Equal(s.Y, []float64{0.5, 0.5}) {
		t.Errorf("over m: %+v", s)
	}
	if s := curve("floor"); len(s.Y) != 2 || math.Abs(s.Y[0]-(0.101+0.102)/2) > 1e-12 || math.Abs(s.Y[1]-(0.201+0.202)/2) > 1e-12 {
		t.Errorf("floor %+v", s)
	}
	if s := curve("strange"); !slices.Equal(s.X, []float64{10, 20}) || !slices.Equal(s.Y, []float64{1.5, 1.5}) || math.Abs(s.Hi[0]-2) > 1e-12 {
		t.Errorf("a method without m, of two repetitions 1 and 2, is %+v", s)
	}
	for _, knob := range []string{"gamma", "sigma"} { // of either knob, since they are one
		v.panel.chosen = knob
		press(v, "right") // of σ: back to γ = 0.5
		want := map[string]float64{"gamma": 2, "sigma": 0.5}[knob]
		if s := curve("plain"); !slices.Equal(s.Y, []float64{want, want}) {
			t.Errorf("after turning %s: %+v", knob, s)
		}
	}
	press(v, "o", "down", "enter")
	if s := curve("plain"); v.setting.axis.Name != "gamma" || !slices.Equal(s.X, []float64{0.5, 2}) || !slices.Equal(s.Y, []float64{0.5, 2}) {
		t.Errorf("over %s: %+v", v.setting.axis.Name, s)
	}
	if !slices.ContainsFunc(v.errors.values, func(s shown) bool { return s.label == "own_figure" }) {
		t.Error("v does not offer the files' own figure")
	}
	press(v, "space", "down", "space")
	if slices.Contains(v.setting.spec.Methods, "strange") {
		t.Errorf("ticked: %v", v.setting.spec.Methods)
	}
}
