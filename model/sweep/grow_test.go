package sweep

import (
	"math"
	"math/rand/v2"
	"testing"

	"gramscope/approx"
	"gramscope/data"
)

// untold is a source whose data do not tell their truth, as files do not.
type untold struct{ data.Source }

func (u untold) Draw(n int, test float64, rng *rand.Rand) (train, tests *data.Set, err error) {
	if train, tests, err = u.Source.Draw(n, test, rng); err == nil {
		train.Truth, train.Noise = nil, math.NaN()
	}
	return train, tests, err
}

// TestRowsGrow: a row to which figures are added has those of a row with all of them from the start.
func TestRowsGrow(t *testing.T) {
	for what, source := range map[string]data.Source{"told": generator(t, "friedman"),
		"untold": untold{generator(t, "friedman")}, "classes": generator(t, "moons")} {
		plan := func(store *Store, figures Figures) *Plan {
			s := DefaultSpec(60)
			s.Methods, s.Test, s.Values["m"], s.Figures = []string{"nystrom", "bka", "fourier"}, 0.25, 10, figures
			p, err := Prepare(s, approx.Methods(), store)
			if err != nil {
				t.Fatal(err)
			}
			return p
		}
		grown := NewStore(source)
		for _, figures := range []Figures{{}, {FigureError}, {FigureError, FigureRegression},
			{FigureFloor, FigureRegression, FigureEvidence}, {FigureRegression, FigureExact}} {
			collect(plan(grown, figures).Run(t.Context(), 2))
		}
		all := plan(grown, AllFigures())
		rows, whole := collect(all.Run(t.Context(), 2)), collect(plan(NewStore(source), AllFigures()).Run(t.Context(), 2))
		for i := range rows {
			for _, c := range all.Columns() {
				if got, want := c.Text(&rows[i]), c.Text(&whole[i]); got != want && !c.Varies && c.Name != "warnings" {
					t.Errorf("%s, %s: %s is %q, want %q", what, rows[i].Method, c.Name, got, want)
				}
			}
		}
	}
}
