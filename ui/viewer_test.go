package ui

import (
	"bytes"
	"encoding/csv"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/model"
	"gramscope/model/advice"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/ui/chart"
	"gramscope/ui/screen/screentest"
	"gramscope/ui/widget"
)

// viewOf is an explorer of results, in a window of 120×40.
func viewOf(t testing.TB, header []string, rows []sweep.Result) *explorer {
	t.Helper()
	return viewOfFiles(t, lab.Recorded{Files: []string{"a.csv"}, Results: sweep.Results{Header: header, Rows: rows}})
}

func viewOfFiles(t testing.TB, c lab.Recorded) *explorer {
	t.Helper()
	l := screentest.Look("braille", "none")
	r := job.NewRunner(t.Context())
	m := newViewer(Config{Recorded: &c, Methods: screentest.Methods()}, l, r, toyClock)
	m.Update(sized(120, 40))
	m.Init()
	m.layOut()
	return m
}

// TestViewShowsWhatWasWritten: results that the explorer has written show the same
// curves when they are opened again.
func TestViewShowsWhatWasWritten(t *testing.T) {
	t.Parallel()
	m := run(t)
	path := filepath.Join(t.TempDir(), "r.csv")
	saveAs(t, m, 0, path)
	header, rows := readBack(t, path)
	v := viewOf(t, header, rows)
	if v.Setting.Axis.Name != "m" ||
		!slices.Equal(v.Setting.Spec.Methods, []string{"plain", "eager", "spectral", "broken"}) {
		t.Fatalf("over %s, methods %v", v.Setting.Axis.Name, v.Setting.Spec.Methods)
	}
	for _, f := range v.shown(0).Files() {
		if f.Name == "session" {
			t.Error("there is no setting to come back to, and a session can be written")
		}
	}
	for _, label := range []string{"error", "stable rank", "memory"} {
		m.showValue(label)
		v.showValue(label)
		got := v.linesOf(onError).Series
		n := 0
		for _, s := range m.linesOf(onError).Series {
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
	v.showValue("error")
	v.dirty = true
	v.layOut()
	golden(t, "view-120x40", maskTimes(v.View()))
	before := v.Outcome
	press(v, "f", "c", "r", "u", "d", "enter", "6") // nothing of that is here
	if v.Outcome != before || v.mode() != onKnobs {
		t.Errorf("mode %b", v.mode())
	}
	v.panel.Chosen = "n"
	press(v, "right")
	if !strings.Contains(v.Note.Text, "in all rows") {
		t.Errorf("a fixed knob says %q", v.Note.Text)
	}
	v.panel.Chosen = "m"
	press(v, "right")
	if rows, _ := v.Figures("plain"); len(rows) != 2 || rows[0].Params != nil &&
		v.Setting.Spec.Values["m"] != v.Outcome.Axis.Values[1] {
		t.Errorf("the table has %d rows at m = %v", len(rows), v.Setting.Spec.Values["m"])
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
}

// fileRow returns a row of a results file.
func fileRow(t *testing.T, cells map[string]string) sweep.Result {
	t.Helper()
	var file bytes.Buffer
	names, row := slices.Sorted(maps.Keys(cells)), []string(nil)
	for _, name := range names {
		row = append(row, cells[name])
	}
	if err := csv.NewWriter(&file).WriteAll([][]string{names, row}); err != nil {
		t.Fatal(err)
	}
	var all sweep.Results
	if _, err := all.Read(&file, "f", 1e6); err != nil {
		t.Fatal(err)
	}
	return all.Rows[0]
}

// TestViewOfAGrid: of two parameters that vary one is swept, and the other is a
// knob; rows of another value never mix in.
func TestViewOfAGrid(t *testing.T) {
	header := []string{"data", "n", "d", "kernel", "gamma", "sigma", "method", "m", "mu", "score_ridge", "rep", "seed",
		"error", "own_figure", "rank_used", "error_best"}
	var rows []sweep.Result
	add := func(method, m, gamma, sigma, rep, err string) {
		rec := map[string]string{"data": "x", "n": "40", "d": "2", "kernel": "gaussian", "gamma": gamma, "sigma": sigma,
			"method": method, "m": m, "mu": "1",
			"score_ridge": "1", "rep": rep, "seed": "1", "error": err, "own_figure": "7", "rank_used": "7",
			"error_best": "0.001"}
		if method == "plain" { // which has the budget's rank, and so tells the floor
			rec["rank_used"], rec["error_best"] = m, "0."+m+rep
		}
		rows = append(rows, fileRow(t, rec))
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
		for _, s := range v.linesOf(onError).Series {
			if s.Name == name {
				return s
			}
		}
		t.Fatalf("no curve of %s", name)
		return chart.Series{}
	}
	if s := curve("plain"); v.Setting.Axis.Name != "m" || !slices.Equal(s.X, []float64{10, 20}) ||
		!slices.Equal(s.Y, []float64{0.5, 0.5}) {
		t.Errorf("over m: %+v", s)
	}
	if s := curve("floor"); len(s.Y) != 2 || math.Abs(s.Y[0]-(0.101+0.102)/2) > 1e-12 ||
		math.Abs(s.Y[1]-(0.201+0.202)/2) > 1e-12 {
		t.Errorf("floor %+v", s)
	}
	if s := curve("strange"); !slices.Equal(s.X, []float64{10, 20}) || !slices.Equal(s.Y, []float64{1.5, 1.5}) ||
		math.Abs(s.Hi[0]-2) > 1e-12 {
		t.Errorf("a method without m, of two repetitions 1 and 2, is %+v", s)
	}
	for _, knob := range []model.Name{"gamma", "sigma"} { // of either knob, since they are one
		v.panel.Chosen = knob
		press(v, "right") // of σ: back to γ = 0.5
		want := map[model.Name]float64{"gamma": 2, "sigma": 0.5}[knob]
		if s := curve("plain"); !slices.Equal(s.Y, []float64{want, want}) {
			t.Errorf("after turning %s: %+v", knob, s)
		}
	}
	press(v, "o", "down", "enter")
	if s := curve("plain"); v.Setting.Axis.Name != "gamma" || !slices.Equal(s.X, []float64{0.5, 2}) ||
		!slices.Equal(s.Y, []float64{0.5, 2}) {
		t.Errorf("over %s: %+v", v.Setting.Axis.Name, s)
	}
	if !slices.ContainsFunc(v.explore().Values(), func(it widget.Item) bool { return it.Name == "own_figure" }) {
		t.Error("v does not offer the files' own figure")
	}
	press(v, "space", "down", "space")
	if slices.Contains(v.Setting.Spec.Methods, "strange") {
		t.Errorf("ticked: %v", v.Setting.Spec.Methods)
	}
}

// TestViewCountsARunOnce: files that overlap, such as a sweep and its resumption, do
// not make the spread look smaller.
func TestViewCountsARunOnce(t *testing.T) {
	header := []string{"data", "n", "d", "kernel", "gamma", "method", "m", "rep", "seed", "error"}
	var rows []sweep.Result
	for _, rep := range []string{"1", "2", "1", "2", "2"} { // the last is of another m
		m := "10"
		if len(rows) == 4 {
			m = "20"
		}
		rows = append(rows, fileRow(t,
			map[string]string{"data": "x", "n": "40", "d": "2", "kernel": "gaussian", "gamma": "1", "method": "plain", "m": m,
				"rep": rep, "seed": "1", "error": "0." + rep}))
	}
	v := viewOf(t, header, rows)
	table := v.table()
	table.Verdict = advice.Verdict{Text: "raise m", Brief: "raise m", Do: "m 20"}
	if fitted := table.Fit(90); strings.Contains(fitted.Render(90, 9, 0, false), "(A") {
		t.Error("the sentence on results from files names a key that does nothing there")
	}
	if _, got := v.Files(); got != 3 || !strings.Contains(v.Note.Text, "2 of 5 rows") {
		t.Errorf("%d rows; note %q", got, v.Note.Text)
	}
	failed := rows[1]
	failed.Failure = "out of memory"
	if again := viewOf(t, header, []sweep.Result{rows[0], failed, rows[1]}).Rows(); len(again) != 2 ||
		again[1].Failure != "" {
		t.Errorf("a run that failed before it went well: %+v", again)
	}
	editSetting(v, func(s *lab.Setting) { s.Axis.Name = "m" })
	for _, s := range v.linesOf(onError).Series {
		if s.Name == "plain" && math.Abs(s.Hi[0]-0.15-0.05) > 1e-12 { // 0.1 and 0.2: the mean errs by 0.1/√2/√2
			t.Errorf("the band reaches to %v", s.Hi[0])
		}
	}
}

// TestMethodsLookTheSameEverywhere: a method of a file has the marker and the colour that
// the explorer gives it, whatever else is in the file; one that the program does not have
// gets others.
func TestMethodsLookTheSameEverywhere(t *testing.T) {
	live := newToy(t, "braille", "none", 100, 30)
	v := viewOfText(t, strings.NewReplacer("plain", "spectral", "eager", "stranger").Replace(twoMethods))
	for i, method := range v.Methods {
		want := live.MethodIndex(method.Name)
		if method.Name == "stranger" {
			want = len(live.Methods)
		}
		if got := v.Marker(i); got != want {
			t.Errorf("%s has the number %d, want %d", method.Name, got, want)
		}
		for _, s := range v.linesOf(onError).Series {
			if s.Name == method.Name && (s.Color != want || string(s.Sign()) != v.look.Marker(want)) {
				t.Errorf("the curve of %s has colour %d and marker %c", s.Name, s.Color, s.Sign())
			}
		}
		if !strings.Contains(v.View(), v.look.Marker(want)+" ☑ "+method.Name) {
			t.Errorf("%s has another marker in the table:\n%s", method.Name, v.View())
		}
	}
}

const twoMethods = `data,method,kernel,n,d,m,rep,error
toy,plain,gaussian,40,3,10,1,0.5
toy,plain,gaussian,40,3,20,1,0.3
toy,eager,gaussian,40,3,10,1,0.4
toy,eager,gaussian,40,3,20,1,0.2
`

// toyClock stands still.
func toyClock() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) }

func sized(w, h int) tea.Msg { return tea.WindowSizeMsg{Width: w, Height: h} }

// readBack reads a results file.
func readBack(t *testing.T, path string) ([]string, []sweep.Result) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var all sweep.Results
	if _, err := all.Read(file, path, 1e9); err != nil {
		t.Fatal(err)
	}
	return all.Header, all.Rows
}

// maskTimes hides what depends on the machine.
func maskTimes(frame string) string {
	return regexp.MustCompile(`[ ~<]*[\d.]+ (µs|ms|s) `).ReplaceAllString(frame, " (time) ")
}
