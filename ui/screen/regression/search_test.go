package regression

import (
	"slices"
	"testing"

	"gramscope/approx"
	"gramscope/model"
	"gramscope/model/lab"
	"gramscope/model/trial"
	"gramscope/model/tune"
	"gramscope/ui/screen/screentest"
)

// newScreen is the screen of 3000 points, whose work does not start.
func newScreen(t *testing.T) (*Screen, *screentest.Bench[*Screen]) {
	m := screentest.New(t, New, approx.Methods(), "nystrom")
	m.Idle()
	m.Change(func(s *lab.Setting) { s.Spec.N = 3000 })
	m.FindDistances()
	return m.Screen, m
}

func TestSearchIsOnSomeRows(t *testing.T) {
	s, b := newScreen(t)
	if spec := s.heat.spec(); spec.N != 1000 || !slices.Equal(spec.Methods, []string{"nystrom", tune.Exact}) {
		t.Errorf("a search on %d rows of %v", spec.N, spec.Methods)
	}
	classes := b.Setting
	classes.Spec.Learner = trial.LearnLogistic
	b.Setting = classes
	if spec := s.heat.spec(); !slices.Equal(spec.Methods, []string{"nystrom"}) || spec.Learner != trial.LearnLogistic {
		t.Errorf("of classes the search %+v", spec)
	}
}

// Where the distances are not known the usual γ are searched, until they show
// that the knob is not among these.
func TestMapFollowsAWidthThatIsFoundLater(t *testing.T) {
	s, b := newScreen(t)
	b.Bench.Change(func(s *lab.Setting) { s.Set(model.Gamma(nil), 1e6) })
	if _, ok := nearest(s.heat.spec().Gammas, 1e6); !ok {
		t.Errorf("γ = 1e6 is not among %v", s.heat.spec().Gammas)
	}
	b.Bench.Change(func(s *lab.Setting) { s.Spec.Seed++ }) // which draws other rows
	s.Work()
	key := s.heat.Key
	if s.heat.gammas != nil || key == "" {
		t.Errorf("without distances γ is searched among %v", s.heat.gammas)
	}
	b.FindDistances()
	s.Work()
	if _, ok := nearest(s.heat.gammas, 1e6); !ok || s.heat.Key == key {
		t.Errorf("with them it is searched among %v", s.heat.gammas)
	}
	b.Bench.Change(func(now *lab.Setting) { now.Set(model.Gamma(nil), s.heat.gammas[1]) })
	if list := s.Work(); list != nil {
		t.Error("another γ on the map asks for another map")
	}
}
