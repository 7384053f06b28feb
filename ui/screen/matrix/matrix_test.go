package matrix

import (
	"fmt"
	"gramscope/ui/chart"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"gramscope/model"
	"gramscope/model/inspect"
	"gramscope/model/lab"
	"gramscope/model/number"
	"gramscope/model/sweep"
	"gramscope/ui/screen/screentest"
)

func TestMatrixFollowsGamma(t *testing.T) {
	m := screentest.New(t, New, screentest.Methods(), "plain", "eager")
	s := m.Screen
	m.Settle()
	mean := func() float64 {
		sum := 0.0
		for _, row := range s.Now.Maps.K {
			sum += floats.Sum(row) / 1600
		}
		return sum
	}
	wide := mean()
	for range 3 { // of which only the last counts
		m.Step(model.Gamma(nil), 10)
	}
	if s.Now != nil || s.Old == nil {
		t.Error("the pictures before do not stay")
	}
	m.Settle()
	if narrow := mean(); !(narrow < wide/2) || s.Now.Maps.K[0][0] != 1 {
		t.Errorf("mean entry %v at the first γ, %v at the last", wide, narrow)
	}
	picture, _ := m.PictureOf([]string{"plain"})
	plan, err := sweep.Prepare(picture.Spec, m.Methods(), m.Setting().Store)
	if err != nil {
		t.Fatal(err)
	}
	want, err := inspect.MapsOf(t.Context(), plan, plan.Cells[0], 5)
	if err != nil || fmt.Sprint(want.K) != fmt.Sprint(s.Now.Maps.K) {
		t.Errorf("the pictures are not those of the last γ (%v)", err)
	}
	m.Toggle(0)
	m.Follow()
	if s.Done {
		t.Error("another method starts nothing")
	}
	m.Settle()
	if s.Now.Method != "eager" {
		t.Errorf("the pictures are of %s", s.Now.Method)
	}
}

// TestTheMatricesAreDrawnAsComputed: all bins, K and K̃ on one scale that holds both.
func TestTheMatricesAreDrawnAsComputed(t *testing.T) {
	m := screentest.New(t, New, screentest.Methods(), "plain")
	m.Settle()
	found := m.Screen.Now.Maps
	found.Approx[3][5] = -4
	pictures := m.Screen.Panes().Charts[0].Figure().(chart.Matrices)
	if len(pictures) != 3 {
		t.Fatalf("%d pictures", len(pictures))
	}
	for k, want := range [][][]float64{found.K, found.Approx, found.Residual} {
		if !slices.EqualFunc(pictures[k].Values, want, slices.Equal[[]float64]) || !slices.Equal(pictures[k].Cuts, found.Cuts) || len(found.Cuts) == 0 {
			t.Errorf("picture %d has other values or cuts", k)
		}
		if full := pictures[k].Full; full != []float64{4, 4, 0}[k] {
			t.Errorf("picture %d has the scale %v", k, full)
		}
	}
	if got := pictures[1].Title; got != "K̃ of plain, m=20" {
		t.Errorf("K̃ is called %q", got)
	}
	full := slices.Max(slices.Concat(found.Residual...))
	if got, want := pictures[2].Title, fmt.Sprintf("|K−K̃|, own scale: up to %s of K's", number.Percent(full/4)); got != want {
		t.Errorf("the difference is called %q, want %q", got, want)
	}
	found.Residual[3][5] = 2.5
	if one := m.Screen.Panes().Charts[0].Figure().(chart.Matrices)[2]; one.Full != 4 || one.Title != "|K−K̃|" {
		t.Errorf("a large difference has the scale %v and is called %q", one.Full, one.Title)
	}
}

func TestNoMethodNoMatrix(t *testing.T) {
	m := screentest.New(t, New, screentest.Methods(), "plain")
	m.Settle()
	m.Change(func(s *lab.Setting) { s.Spec.Methods = nil })
	m.Settle()
	if text := m.Text(0, 80, 20); !strings.Contains(text, "no method runs: choose one in the table") {
		t.Errorf("the reason is not shown:\n%s", text)
	}
}

// TestResidualsAreCompared: with each method |K−K̃| has a scale of its own, so its title names its largest value and that of the
// method shown before, whatever the size of the picture.
func TestResidualsAreCompared(t *testing.T) {
	m := screentest.New(t, New, screentest.Methods(), "plain", "eager")
	m.Settle()
	largest := func() string {
		most := 0.0
		for _, row := range m.Screen.Now.Maps.Residual {
			most = max(most, slices.Max(row))
		}
		return number.Figure(most)
	}
	if text, want := m.Text(0, 98, 20), "|K−K̃| up to "+largest()+" "; !strings.Contains(text+" ", want) || strings.Contains(text, "(") {
		t.Errorf("at first there is no %q:\n%s", want, text)
	}
	plain := largest()
	m.PointAt("eager")
	m.Settle()
	if m.Screen.Now.Method != "eager" {
		t.Fatalf("the pictures are of %s", m.Screen.Now.Method)
	}
	for w, want := range map[int]string{98: "|K−K̃| up to " + largest() + " (plain " + plain + ")", 56: "|K−K̃| up to ", 52: "|K−K̃|"} {
		if text := m.Text(0, w, 20); !strings.Contains(text, want) {
			t.Errorf("in %d cells there is no %q:\n%s", w, want, text)
		}
	}
	m.PointAt("plain")
	m.Step(model.Gamma(nil), 3) // before there is a picture
	m.Settle()
	if text := m.Text(0, 98, 20); strings.Contains(text, "(eager") {
		t.Errorf("it is compared with another γ:\n%s", text)
	}
}
