package lab

import (
	"slices"
	"strings"
	"testing"

	"gramscope/data"
	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/kernel"
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

// TestGridsOfChoicesAndWidths: a choice is swept over all of its values, a width over none until data have distances,
// and widths of features are those of σ = 1 until then.
func TestGridsOfChoicesAndWidths(t *testing.T) {
	s := Setting{Spec: sweep.DefaultSpec(40), Store: sweep.NewStore(synthetic.Generators()[0])}
	choice := model.Param{Name: "norm", Choices: []string{"a", "b", "c"}, Max: 2}
	if axis := s.GridFor(choice, sweep.Axis{}); !slices.Equal(axis.Values, []float64{0, 1, 2}) {
		t.Errorf("three choices: %v", axis.Values)
	}
	s.Axis = sweep.Axis{Name: model.GammaName, Values: []float64{1, 2}}
	if s.Take(synthetic.Generators()[1]); len(s.Axis.Values) > 0 {
		t.Errorf("on other data γ is still swept over %v", s.Axis.Values)
	}
	if err := s.SplitWidths(); err != nil || slices.Max(s.Spec.Widths.Numbers()) != 1 {
		t.Errorf("widths while σ is not known: %v, %v", s.Spec.Widths.Numbers(), err)
	}
}

// TestKnobsOfAFile: n stops at the rows of the file, and a long name of a feature is cut.
func TestKnobsOfAFile(t *testing.T) {
	text := strings.NewReader("height,of,c\n1,2,3\n2,1,5\n3,4,2\n4,3,9\n")
	table, err := data.Open(t.Context(), "-", text, data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	file, err := table.File(data.Choice{})
	if err != nil {
		t.Fatal(err)
	}
	b := idle(t, "friedman", 3)
	b.Setting.Take(file)
	b.Setting.Spec.Widths = kernel.WidthsOf([]float64{1, 1})
	if b.Turn(model.Param{Name: model.TrainRowsName, Symbol: "n", Min: 1, Max: 1e6, Scale: model.Log, Integer: true}, 9,
		true); b.Setting.Spec.N != 4 || !strings.Contains(b.Note.Text, "n stops at 4") {
		t.Errorf("n = %d: %q", b.Setting.Spec.N, b.Note.Text)
	}
	var symbols []string
	for _, k := range b.Knobs() {
		if _, is := b.Setting.FeatureOf(k.Name); is {
			symbols = append(symbols, k.Symbol)
		}
	}
	if !slices.Equal(symbols, []string{"ℓ(height)", "ℓ(of)"}) {
		t.Errorf("knobs of widths: %q", symbols)
	}
}
