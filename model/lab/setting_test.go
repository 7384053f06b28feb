package lab

import (
	"testing"

	"gramscope/data"
	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/sweep"
)

// TestTakenRows: of new data as many rows are taken as are usual, or as were asked for.
func TestTakenRows(t *testing.T) {
	table, err := data.Open(t.Context(), "../../testdata/cli/plants.csv", nil, data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	plants, err := table.File(data.Choice{})
	if err != nil {
		t.Fatal(err)
	}
	for asked, want := range map[int]int{0: 72, 50: 50} { // of 90 rows, of which 18 are test rows
		s := Setting{Spec: sweep.DefaultSpec(10), Rows: asked}
		if s.Take(plants); s.Spec.N != want {
			t.Errorf("where %d rows are asked for, n is %d, want %d", asked, s.Spec.N, want)
		}
	}
}

// TestPresetsOfTheSameSetKeepItsStore: what was computed on a built-in set serves the next experiment on it, and no
// other.
func TestPresetsOfTheSameSetKeepItsStore(t *testing.T) {
	one, other := synthetic.Generators()[0], synthetic.Generators()[1]
	s := Setting{Store: sweep.NewStore(one)}
	store := s.Store
	if s.Preset(one, sweep.DefaultSpec(10)); s.Store != store {
		t.Error("an experiment on the same set begins anew")
	}
	if s.Preset(other, sweep.DefaultSpec(10)); s.Store.Source().Name() != other.Name() {
		t.Errorf("an experiment on %s has the data %s", other.Name(), s.Store.Source().Name())
	}
}

// TestFewRowsHaveAGrid: of m, which begins at 10 for more rows.
func TestFewRowsHaveAGrid(t *testing.T) {
	for n, least := range map[int]float64{10: 5, 40: 10} {
		s := Setting{Spec: sweep.DefaultSpec(n), Store: sweep.NewStore(synthetic.Generators()[0])}
		axis := s.GridFor(model.Budget(nil), sweep.Axis{})
		if axis.Values[0] != least || axis.Values[len(axis.Values)-1] != float64(n) {
			t.Errorf("n = %d: %v", n, axis.Values)
		}
	}
}
