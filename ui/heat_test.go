package ui

import (
	"errors"
	"math"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/sweep"
	"gramscope/model/tune"
	"gramscope/ui/frame"
	"gramscope/ui/screen/regression"
)

func TestMapFillsAndTheCursorFollowsTheBest(t *testing.T) {
	m := learnToy(t, "braille", "none", 120, 40)
	feedLearned(t, m, 0)
	if m.heat().Cursor {
		t.Error("there is a cursor without a figure")
	}
	press(m, "enter")
	if !strings.Contains(m.Note.Text, "no cell has a score") {
		t.Errorf("enter without a figure: %q", m.Note.Text)
	}
	on := madeUpGrounds()
	for _, step := range []struct{ gamma, best int }{{1, 1}, {5, 5}, {3, 5}, {4, 4}} { // 3 is as good as 5, which came first
		m.receive(regression.Jobs, madeUpColumn(on, "plain", step.gamma, on.Folds))
		best := step.best
		if step.gamma == 3 {
			best = 3 // of equals the smaller γ
		}
		if h := m.heat(); !h.Cursor || h.Column != best || h.Row != 2 {
			t.Errorf("after column %d the cursor is at %d, %d, want %d, 2", step.gamma, h.Column, h.Row, best)
		}
	}
	press(m, "left", "up", "up")
	if h := m.heat(); h.Column != 3 || h.Row != 4 {
		t.Errorf("the cursor is at %d, %d, want 3, 4", h.Column, h.Row)
	}
	m.receive(regression.Jobs, madeUpColumn(on, "plain", 6, on.Folds))
	if h := m.heat(); h.Column != 3 || h.Row != 4 {
		t.Errorf("a figure moved the cursor to %d, %d", h.Column, h.Row)
	}
	for range 10 {
		press(m, "right", "down")
	}
	if h := m.heat(); h.Column != 6 || h.Row != 0 {
		t.Errorf("the cursor is at %d, %d, want the corner 6, 0", h.Column, h.Row)
	}
	press(m, "*")
	if h := m.heat(); h.Column != 4 || h.Row != 2 {
		t.Errorf("b leads to %d, %d, want the best, 4, 2", h.Column, h.Row)
	}
}

func TestTakingOverAndUndoing(t *testing.T) {
	m := learnToy(t, "braille", "none", 120, 40)
	feedLearned(t, m, 7)
	gamma, mu := m.Setting().Gamma(m.Widths()), m.Setting().Value(model.Ridge(nil), m.Widths())
	searches := m.countWork(regression.Jobs)
	press(m, "right", "up", "enter")
	if g, u := m.Setting().Gamma(m.Widths()), m.Setting().Value(model.Ridge(nil), m.Widths()); g != madeUpGrounds().Gammas[5] || u != madeUpGrounds().Mus[3] {
		t.Fatalf("taken over: γ = %v, μ = %v", g, u)
	}
	if !strings.Contains(m.Note.Text, "γ=256") || !strings.Contains(m.Note.Text, "rmse 0.575 ± 0.03") || !strings.Contains(m.Note.Text, "u undoes") {
		t.Errorf("note %q", m.Note.Text)
	}
	if *searches > 0 {
		t.Error("another γ and μ on the map ask for another map")
	}
	press(m, "enter")
	if len(m.History) != 1 || !strings.Contains(m.Note.Text, "already have these values") {
		t.Errorf("the second enter: %d changes, note %q", len(m.History), m.Note.Text)
	}
	press(m, "u")
	if g, u := m.Setting().Gamma(m.Widths()), m.Setting().Value(model.Ridge(nil), m.Widths()); g != gamma || u != mu {
		t.Errorf("after undo γ = %v, μ = %v, want %v and %v", g, u, gamma, mu)
	}
}

func TestExactMapComesLast(t *testing.T) {
	for _, keys := range [][]string{nil, {"left"}, {"v", "v"}} {
		m := learnToy(t, "braille", "none", 120, 40)
		feedLearned(t, m, 7)
		if of := m.heat().Figure; !strings.HasSuffix(of, "rmse of plain, 5 folds") {
			t.Fatalf("%s is shown first", of)
		}
		press(m, keys...)
		want := " of exact,"
		if keys != nil {
			want = " of plain,"
		}
		on := madeUpGrounds()
		for gamma := range on.Gammas {
			if of := m.heat().Figure; !strings.Contains(of, " of plain,") {
				t.Errorf("%s is shown before it is complete", of)
			}
			m.receive(regression.Jobs, madeUpColumn(on, tune.Exact, gamma, on.Folds))
		}
		m.receive(regression.Jobs, job.Finished{})
		if of := m.heat().Figure; !strings.Contains(of, want) {
			t.Errorf("after %v %s is shown at the end, want that%s", keys, of, want)
		}
		press(m, "v")
		if of := m.heat().Figure; of == "" || strings.Contains(of, want) {
			t.Errorf("v leaves %q", of)
		}
		m.receive(regression.Jobs, madeUpColumn(on, "plain", 6, on.Folds))
		if of := m.heat().Figure; strings.Contains(of, want) {
			t.Errorf("a figure takes what v has picked away: %s", of)
		}
	}
}

func TestStaleMapCannotBeTaken(t *testing.T) {
	m := learnToy(t, "braille", "none", 120, 40)
	feedLearned(t, m, 7)
	m.panel.Chosen = "m"
	press(m, "+")
	before := len(m.History)
	press(m, "enter")
	if len(m.History) != before || !strings.Contains(m.Note.Text, "previous setting") {
		t.Errorf("%d changes, note %q", len(m.History)-before, m.Note.Text)
	}
	on := madeUpGrounds()
	m.receive(regression.Jobs, regression.Searching{On: on})
	if m.heat().Figure != "" || !strings.Contains(m.titleOf(onHeat, 200), "plain at γ=") {
		t.Error("the map before is gone before there is a figure")
	}
	m.receive(regression.Jobs, madeUpColumn(on, "plain", 1, 1))
	if h := m.heat(); len(h.Values) == 0 || math.IsNaN(h.Values[0][1]) || !math.IsNaN(h.Values[0][5]) {
		t.Error("the first figure does not end the life of the map before")
	}
}

func TestFailuresOnTheMap(t *testing.T) {
	m := learnToy(t, "braille", "none", 120, 40)
	feedLearned(t, m, 3)
	e := madeUpColumn(madeUpGrounds(), "plain", 4, 1)
	e.Failure = errors.New("the toy is broken")
	for i := range e.Scores {
		e.Scores[i] = tune.Score{Failure: e.Failure, Loss: tune.Estimate{Mean: math.NaN(), SE: math.NaN()}}
	}
	m.receive(regression.Jobs, e)
	press(m, "right")
	if view := m.View(); !strings.Contains(view, "×") || !strings.Contains(view, "the toy is broken") {
		t.Errorf("the failed cells are not to be seen:\n%s", view)
	}
	press(m, "*")
	if m.heat().Column == 4 {
		t.Error("a failed cell is the best")
	}
	m.receive(regression.Jobs, job.Failed{Err: &sweep.SpecError{Problem: "this can't be searched", Remedies: remedy.Change(remedy.Lower, "n", "m").Or(remedy.Change(remedy.Raise, "max-memory"))}})
	m.layOut()
	if view := m.View(); !strings.Contains(view, "lower n or m") || !m.Note.Alarm {
		t.Errorf("a refused search does not say why:\n%s", view)
	}
}

func TestClickOnACell(t *testing.T) {
	m := learnToy(t, "braille", "none", 80, 24) // where a cell has one row
	feedLearned(t, m, 7)
	press(m, "tab", "tab", "tab", "tab")
	r := m.layout.Panes[frame.First]
	lines := strings.Split(ansi.Strip(m.View()), "\n")
	x, y := -1, -1
	for i, line := range lines { // the row of μ = 1
		if label, _, ok := strings.Cut(string([]rune(line)[r.X:r.X+12]), "┤"); ok && strings.TrimSpace(label) == "1" {
			x, y = r.X+ansi.StringWidth(label)+1, i
		}
	}
	if y < 0 {
		t.Fatalf("no row of μ = 1:\n%s", m.View())
	}
	m.Update(tea.MouseMsg{X: x, Y: y, Button: tea.MouseButtonLeft})
	if h := m.heat(); !h.Cursor || h.Column != 0 || h.Row != 4 || m.focus != frame.First {
		t.Errorf("the cursor is at %d, %d, the focus on %d", h.Column, h.Row, m.focus)
	}
}
