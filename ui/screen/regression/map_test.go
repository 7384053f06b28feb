package regression

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/model/trial"
	"gramscope/model/tune"
	"gramscope/ui/chart"
	"gramscope/ui/screen/screentest"
)

func TestMapFillsAndTheCursorFollowsTheBest(t *testing.T) {
	m, _ := toy(t)
	feed(m, 0)
	if heat(m).Cursor {
		t.Error("there is a cursor without a figure")
	}
	m.Press(0, "enter")
	if !strings.Contains(m.Note.Text, "no cell has a score") {
		t.Errorf("enter without a figure: %q", m.Note.Text)
	}
	on := grounds()
	// 3 is as good as 5, which came first
	for _, step := range []struct{ gamma, best int }{{1, 1}, {5, 5}, {3, 5}, {4, 4}} {
		m.Send(screentest.MapColumn("plain", step.gamma, on.Folds))
		best := step.best
		if step.gamma == 3 {
			best = 3 // of equals the smaller γ
		}
		if h := heat(m); !h.Cursor || h.Column != best || h.Row != 2 {
			t.Errorf("after column %d the cursor is at %d, %d, want %d, 2", step.gamma, h.Column, h.Row, best)
		}
	}
	m.Press(0, "left", "up", "up")
	if h := heat(m); h.Column != 3 || h.Row != 4 {
		t.Errorf("the cursor is at %d, %d, want 3, 4", h.Column, h.Row)
	}
	m.Send(screentest.MapColumn("plain", 6, on.Folds))
	if h := heat(m); h.Column != 3 || h.Row != 4 {
		t.Errorf("a figure moved the cursor to %d, %d", h.Column, h.Row)
	}
	for range 10 {
		m.Press(0, "right", "down")
	}
	if h := heat(m); h.Column != 6 || h.Row != 0 {
		t.Errorf("the cursor is at %d, %d, want the corner 6, 0", h.Column, h.Row)
	}
	m.Press(0, "*")
	if h := heat(m); h.Column != 4 || h.Row != 2 {
		t.Errorf("* leads to %d, %d, want the best, 4, 2", h.Column, h.Row)
	}
}

func TestTakingOverAndUndoing(t *testing.T) {
	m, searches := toy(t)
	feed(m, 7)
	gamma, mu := m.Setting.Gamma(), m.Setting.Value(model.Ridge(nil))
	*searches = 0
	m.Press(0, "right", "up", "enter")
	if g, u := m.Setting.Gamma(), m.Setting.Value(model.Ridge(nil)); g != grounds().Gammas[5] ||
		u != grounds().Mus[3] {
		t.Fatalf("taken over: γ = %v, μ = %v", g, u)
	}
	if !strings.Contains(m.Note.Text, "γ=256") || !strings.Contains(m.Note.Text, "rmse 0.575 ± 0.03") ||
		!strings.Contains(m.Note.Text, "u undoes") {
		t.Errorf("note %q", m.Note.Text)
	}
	if *searches > 0 {
		t.Error("another γ and μ on the map ask for another map")
	}
	m.Press(0, "enter")
	if len(m.History) != 1 || !strings.Contains(m.Note.Text, "already have this setting") {
		t.Errorf("the second enter: %d changes, note %q", len(m.History), m.Note.Text)
	}
	m.GoBack()
	if g, u := m.Setting.Gamma(), m.Setting.Value(model.Ridge(nil)); g != gamma || u != mu {
		t.Errorf("after undo γ = %v, μ = %v, want %v and %v", g, u, gamma, mu)
	}
	m, _ = toy(t)
	m.Edit(func(s *lab.Setting) { s.Set(model.Gamma(nil), 64) }) // the best cell, with the usual μ
	feed(m, 7)
	if m.Press(0, "enter"); len(m.History) != 0 || !strings.Contains(m.Note.Text, "already have this setting") {
		t.Errorf("at the best cell: %d changes, note %q", len(m.History), m.Note.Text)
	}
}

// TestExactMapIsOffered: the map does not change under one's hand; v shows that of exact regression, which the line
// offers.
func TestExactMapIsOffered(t *testing.T) {
	m, _ := toy(t)
	feed(m, 7)
	on := grounds()
	for gamma := range on.Gammas {
		m.Send(screentest.MapColumn(tune.Exact, gamma, on.Folds))
	}
	m.Send(job.Finished{})
	text := m.Text(0, 48, 20)
	if of := heat(m).Figure; !strings.HasSuffix(of, "rmse of plain") || !strings.Contains(text, "★ best  ● now") ||
		!strings.Contains(text, "v: exact") {
		t.Errorf("%s is shown:\n%s", of, text)
	}
	for _, want := range []string{" of exact", " of plain"} {
		m.Press(0, "v")
		if of := heat(m).Figure; !strings.HasSuffix(of, want) {
			t.Errorf("v shows %q, not that%s", of, want)
		}
	}
}

func TestStaleMapCannotBeTaken(t *testing.T) {
	m, _ := toy(t)
	feed(m, 7)
	m.Step(model.Budget(nil), 1)
	before := len(m.History)
	m.Press(0, "enter")
	if len(m.History) != before || !strings.Contains(m.Note.Text, "previous setting") {
		t.Errorf("%d changes, note %q", len(m.History)-before, m.Note.Text)
	}
	on := grounds()
	m.Send(Searching{On: on})
	if heat(m).Figure != "" || !strings.Contains(m.Title(0, 200), "plain at γ=") {
		t.Error("the map before is gone before there is a figure")
	}
	m.Send(screentest.MapColumn("plain", 1, 1))
	if h := heat(m); len(h.Values) == 0 || math.IsNaN(h.Values[0][1]) || !math.IsNaN(h.Values[0][5]) {
		t.Error("the first figure does not end the life of the map before")
	}
}

// TestNoMapUnderACondition: the methods of the table have other values of m than the map would have.
func TestNoMapUnderACondition(t *testing.T) {
	m, _ := toy(t)
	feed(m, 7)
	m.Edit(func(s *lab.Setting) { s.SetCondition(trial.Condition{Figure: "error", Sign: "<=", Bound: "0.1"}) })
	if text := m.Text(0, 48, 20); !strings.Contains(text, "m follows from error<=0.1") ||
		strings.Contains(m.Title(0, 200), "at γ=") {
		t.Errorf("under %q:\n%s", m.Title(0, 200), text)
	}
	m.Edit(func(s *lab.Setting) { s.Set(model.Budget(nil), 20) })
	if text := m.Text(0, 48, 20); strings.Contains(text, "m follows from") {
		t.Errorf("at m = 20:\n%s", text)
	}
}

func TestFailuresOnTheMap(t *testing.T) {
	m, _ := toy(t)
	feed(m, 3)
	e := screentest.MapColumn("plain", 4, 1)
	for i := range e.Scores {
		e.Scores[i].Failure, e.Scores[i].Loss = errors.New("the toy is broken"),
			tune.Estimate{Mean: math.NaN(), SE: math.NaN()}
	}
	m.Send(e)
	m.Press(0, "right")
	if text, title := m.Text(0, 80, 20), m.Title(0, 80); !strings.Contains(text, "×") ||
		!strings.Contains(title, "the toy is broken") {
		t.Errorf("the failed cells are not to be seen:\n%s\n%s", title, text)
	}
	m.Press(0, "*")
	if heat(m).Column == 4 {
		t.Error("a failed cell is the best")
	}
	m.Send(job.Failed{Err: &sweep.SpecError{Problem: "this can't be searched",
		Remedies: remedy.Change(remedy.Lower, "n", "m").Or(remedy.Change(remedy.Raise, "max-memory"))}})
	if text := m.Text(0, 80, 20); !strings.Contains(text, "lower n or m") || !m.Note.Alarm ||
		!strings.Contains(m.Note.Text, "lower n or m") {
		t.Errorf("a refused search does not say why, or the note %q does not:\n%s", m.Note.Text, text)
	}
}

// TestClickOnACell: a click puts the cursor on the cell that it is on, whether the lines of the chart
// are one to a cell or more, below a line that names the map or without it.
func TestClickOnACell(t *testing.T) {
	powers := map[string]float64{"10²": 100, "10¹": 10, "10⁰": 1, "10⁻¹": 0.1, "10⁻²": 0.01, "10⁻³": 1e-3, "10⁻⁴": 1e-4}
	for _, h := range []int{6, 10, 20} {
		m, _ := toy(t)
		feed(m, 7)
		clicked := 0
		for y, line := range strings.Split(ansi.Strip(m.Text(0, 60, h)), "\n") {
			label, _, ok := strings.Cut(line, "┤")
			mu := powers[strings.TrimSpace(label)]
			row, there := nearest(grounds().Mus, mu)
			if !ok || !there {
				continue
			}
			m.Press(0, "*") // a map of which only some rows are seen scrolls with the cursor
			m.Screen.heat.click(ansi.StringWidth(label)+1, y, 60, h)
			if now := heat(m); !now.Cursor || now.Column != 0 || now.Row != row {
				t.Errorf("in %d lines a click beside μ = %v puts the cursor at %d, %d", h, mu, now.Column, now.Row)
			}
			clicked++
		}
		if clicked < 3 {
			t.Errorf("in %d lines %d rows of the map are named:\n%s", h, clicked, m.Text(0, 60, h))
		}
	}
}

// TestTheSentenceNamesABetterCell: by more than a standard error and 5 %, once the map is there; the knobs have γ = 16
// and μ = 0.01.
func TestTheSentenceNamesABetterCell(t *testing.T) {
	m, _ := toy(t)
	feed(m, 7)
	if v := m.Screen.Panes().Verdict; v.Text != "" {
		t.Errorf("while the map is computed: %q", v.Text)
	}
	m.Send(job.Finished{})
	if v := m.Screen.Panes().Verdict; !strings.HasPrefix(v.Text, "★ γ=64 ") ||
		!strings.HasSuffix(v.Text, "has rmse 0.5 in place of 0.55 in 5 folds: enter on the map takes it") ||
		!strings.HasPrefix(v.Brief, "★ has rmse 0.5") {
		t.Errorf("%+v", v)
	}
	m.Press(0, "enter")
	m.Follow()
	if v := m.Screen.Panes().Verdict; v.Text != "" {
		t.Errorf("at the best cell: %q", v.Text)
	}
}

// TestCellsOfFewerFoldsWait: the mean over some folds of a cell is not beside those over all folds.
func TestCellsOfFewerFoldsWait(t *testing.T) {
	m, _ := toy(t)
	feed(m, 0)
	on := grounds()
	for _, step := range []struct {
		gamma, folds int
		shown        []int
		progress     string
	}{{1, 1, []int{1}, "1/35"}, {1, on.Folds, []int{1}, "5/35"}, {4, 1, []int{1}, "6/35"},
		{4, on.Folds, []int{1, 4}, "10/35"}} {
		m.Send(screentest.MapColumn("plain", step.gamma, step.folds))
		var shown []int
		for column, value := range m.Screen.heat.chart().Values[2] {
			if !math.IsNaN(value) {
				shown = append(shown, column)
			}
		}
		if !slices.Equal(shown, step.shown) {
			t.Errorf("after %d folds of column %d the columns %v are shown, want %v", step.folds, step.gamma, shown, step.shown)
		}
		if line := m.Screen.heat.line(100); !strings.Contains(line, step.progress) {
			t.Errorf("after %d folds of column %d: %q, want %s", step.folds, step.gamma, line, step.progress)
		}
	}
}

// TestAMapWithoutWidths: of a kernel without γ the map has one column.
func TestAMapWithoutWidths(t *testing.T) {
	m, _ := toy(t)
	on := grounds()
	on.Gammas = []float64{math.NaN()}
	m.Send(Searching{On: on})
	m.Send(screentest.MapColumn("plain", 0, on.Folds))
	if values := heat(m).Values; len(values[2]) != 1 || !(values[2][0] > 0) {
		t.Errorf("the map is %v", values)
	}
}

// TestTheMapIsDrawnAsSearched: every cell, with its marks.
func TestTheMapIsDrawnAsSearched(t *testing.T) {
	m, _ := toy(t)
	feed(m, 7)
	on := grounds()
	h := heat(m)
	if !slices.Equal(h.X.Values, on.Gammas) || !slices.Equal(h.Y.Values, on.Mus) ||
		h.Figure != "5-fold cross-validated rmse of plain" {
		t.Errorf("%q over %v and %v", h.Figure, h.X.Values, h.Y.Values)
	}
	for column := range on.Gammas {
		scores := screentest.MapColumn("plain", column, on.Folds).Scores
		for row := range on.Mus {
			want := scores[row].Loss.Mean
			if scores[row].Failure != nil {
				want = math.Inf(1)
			}
			if got := h.Values[row][column]; got != want {
				t.Errorf("the cell at %d, %d is %v, want %v", column, row, got, want)
			}
		}
	}
	if len(h.Marks) == 0 || h.Marks[0] != (chart.HeatMark{Column: 4, Row: 2, Marker: '★', Name: "best"}) {
		t.Errorf("marks %v", h.Marks)
	}
	m.Edit(func(s *lab.Setting) { s.Set(model.Gamma(nil), on.Gammas[5]); s.Set(model.Ridge(nil), on.Mus[1]) })
	if marks := heat(m).Marks; !slices.Contains(marks, chart.HeatMark{Column: 5, Row: 1, Marker: '●', Name: "now"}) {
		t.Errorf("marks %v at another setting", marks)
	}
	for _, mark := range h.Marks {
		if mark.Name == "" {
			t.Errorf("%c has no name", mark.Marker)
		}
	}
	if !m.Screen.Panes().Charts[0].Scales {
		t.Error("what is written names a γ although it is an axis")
	}
}
