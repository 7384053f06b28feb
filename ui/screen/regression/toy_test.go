package regression

import (
	"gramscope/ui/chart"
	"testing"

	"gramscope/data"
	"gramscope/model/lab"
	"gramscope/model/tune"
	"gramscope/ui/screen/screentest"
)

// toy is a screen with toy methods and test rows, whose jobs do not start; it counts the searches.
func toy(t *testing.T) (*screentest.Bench[*Screen], *int) {
	m := screentest.New(t, New, screentest.Methods(), "plain", "eager", "spectral", "broken")
	m.Edit(func(s *lab.Setting) { s.Spec.Test = 0.2 })
	return m, m.Idle()
}

// grounds are those of the made-up search.
func grounds() Grounds {
	return Grounds{Gammas: []float64{0.25, 1, 4, 16, 64, 256, 1024}, Mus: tune.DefaultMus(),
		Methods: []string{"plain", tune.Exact}, Loss: "rmse", Folds: 5, N: 40, Of: 40}
}

// feed gives the screen made-up results: all of the sweep, and so many columns of the first map.
func feed(m *screentest.Bench[*Screen], columns int) {
	m.Feed(m.Setting.Spec.Reps, screentest.RegressionRow)
	m.Send(Searching{On: grounds()})
	for _, gamma := range []int{1, 5, 3, 0, 2, 4, 6}[:columns] {
		m.Send(screentest.MapColumn("plain", gamma, grounds().Folds))
	}
}

// heat is the map as it is drawn to files: empty where it is of the setting before.
func heat(m *screentest.Bench[*Screen]) chart.Heat { return m.Screen.heat.figure(0, 0).(chart.Heat) }

// short40 is a source of 40 rows.
type short40 struct{ data.Source }

func (short40) Rows() int { return 40 }
