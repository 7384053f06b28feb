package regression

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gramscope/model"
	"gramscope/model/lab"
	"gramscope/model/tune"
	"gramscope/ui/curve"
)

// V searches γ and μ within the part of the map that is shown, wherever the knobs are, and on that map goes back to the usual ones.
func TestMoreCellsWhereZoomed(t *testing.T) {
	s, _, knobs := fedMap(t, 5, 5)
	refine := func() {
		s.heat.refine()
		s.Work()
	}
	on := s.heat.Now.on
	refine()
	if s.heat.beyond.mus != nil {
		t.Error("V on the whole map searches elsewhere")
	}
	s.heat.plane.Zoom.X, s.heat.plane.Zoom.Y = curve.Range{Lo: on.Gammas[4], Hi: on.Gammas[6]}, curve.Range{Lo: on.Mus[4], Hi: on.Mus[6]}
	gamma, mu := knobs()
	if refine(); gamma >= on.Gammas[4] || mu >= on.Mus[4] {
		t.Fatalf("the knobs γ=%v and μ=%v are within what is shown", gamma, mu)
	}
	for _, list := range []struct {
		what          string
		got, from, to []float64
	}{{"γ", s.heat.searchedGammas(), on.Gammas[4:], on.Gammas[6:]}, {"μ", s.heat.searchedMus(), on.Mus[4:], on.Mus[6:]}} {
		if len(list.got) != 7 || !slices.IsSorted(list.got) || list.got[0] <= list.from[0] || list.got[6] >= list.to[0] {
			t.Errorf("between %v and %v %s is searched at %v", list.from[0], list.to[0], list.what, list.got)
		}
		if whole := math.Log(list.to[0] / list.from[0]); math.Abs(math.Log(list.got[6]/list.got[0])/whole-6.0/7) > 1e-9 {
			t.Errorf("%v are not the middles of equal cells", list.got)
		}
	}
	if s.heat.plane.Zoom.On() {
		t.Error("the map of a part is shown in part")
	}
	if refine(); s.heat.searchedGammas() != nil || !slices.Equal(s.heat.searchedMus(), tune.DefaultMus()) {
		t.Errorf("V again: γ %v, μ %v", s.heat.searchedGammas(), s.heat.searchedMus())
	}
}

// Whatever part of the axes a session names, more cells within it can be asked for.
func TestMoreCellsOfAnyPart(t *testing.T) {
	for _, r := range []curve.Range{{Lo: 1e-300, Hi: 1e300}, {Lo: 1e9, Hi: 1e10}, {Lo: 100, Hi: 1e200}, {Lo: 1e-200, Hi: 1e-4}} {
		s, _, _ := fedMap(t, 5, 5)
		s.heat.plane.Zoom.X, s.heat.plane.Zoom.Y = curve.Range{Lo: 1e-300, Hi: 1e300}, r
		s.heat.refine()
		if mus := s.heat.searchedMus(); mus[0] < model.Ridge(nil).Min || mus[len(mus)-1] > model.Ridge(nil).Max || !slices.IsSorted(mus) {
			t.Errorf("within %v μ is searched at %v", r, mus)
		}
	}
}

// A zoom ends with a map that has no cell there, and stays otherwise.
func TestZoomOfAMapEndsElsewhere(t *testing.T) {
	m, _ := toy(t)
	feed(m, 7)
	s := m.Screen
	s.heat.plane.Zoom.X = curve.Range{Lo: 30, Hi: 300}
	m.Send(Searching{On: grounds()})
	if columns := len(heat(m).X.Values); !s.heat.plane.Zoom.On() || columns != 2 {
		t.Errorf("the same γ again: %d columns are shown", columns)
	}
	on := grounds()
	on.Gammas = []float64{1e-4, 1e-3, 1e-2}
	m.Send(Searching{On: on})
	if s.heat.plane.Zoom.On() {
		t.Error("a map without these γ is shown where it has no cells")
	}
}

// A kernel without γ has a map of one column, which zooms along μ alone.
func TestMapWithoutGammaZooms(t *testing.T) {
	m, _ := toy(t)
	m.Edit(func(s *lab.Setting) { s.Set(model.Ridge(nil), 0.1) })
	on := grounds()
	on.Gammas = []float64{math.NaN()}
	m.Send(Searching{On: on})
	var e tune.Event
	for row := range on.Mus {
		e.Scores = append(e.Scores, tune.Score{Cell: tune.Cell{Mu: row}, Losses: make([]float64, on.Folds), Loss: tune.Estimate{Mean: 1}})
	}
	m.Send(e)
	s := m.Screen
	whole, ok := s.heat.whole()
	if !ok {
		t.Fatal("the map has no axes")
	}
	s.heat.plane.Zoom.Scale(whole, 0.5, 0.5, 0.5)
	if shown := heat(m); len(shown.X.Values) != 1 || len(shown.Y.Values) < 3 || len(shown.Y.Values) > 4 || s.heat.plane.Zoom.X != (curve.Range{}) {
		t.Errorf("shown are %v and %v: %v", shown.X.Values, shown.Y.Values, s.heat.plane.Zoom)
	}
	if text := m.Text(0, 60, 20); strings.Contains(text, "NaN") {
		t.Error(text)
	}
}
