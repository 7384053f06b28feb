package regression

import (
	"context"
	"slices"
	"testing"
	"time"

	"gramscope/approx"
	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/kernel"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/model/trial"
	"gramscope/model/tune"
	"gramscope/ui/look"
)

// newScreen is the screen of a bench whose work does not start.
func newScreen(t *testing.T) (*Screen, *lab.Bench) {
	t.Helper()
	r := job.NewRunner(context.Background())
	t.Cleanup(func() { r.Close(time.Second) })
	spec := sweep.DefaultSpec(3000)
	spec.Methods = []string{"nystrom"}
	b := lab.New(lab.Config{Source: synthetic.Generators()[0], Spec: spec, Methods: approx.Methods(), Workers: 1}, r, time.Now)
	b.Launch = func(job.Kind, job.Work) {}
	findWidths(b)
	return New(&b.State, new(look.Look)), b
}

// findWidths tells the bench the distances of its data.
func findWidths(b *lab.Bench) {
	b.Receive(lab.FoundWidths{Key: b.Setting().WidthsKey(), Widths: kernel.Distances{Known: true, Median: 0.18, Mean: 0.27}})
}

func TestSearchIsOnSomeRows(t *testing.T) {
	s, b := newScreen(t)
	if spec := s.heatSpec(); spec.N != 1000 || !slices.Equal(spec.Methods, []string{"nystrom", tune.Exact}) {
		t.Errorf("a search on %d rows of %v", spec.N, spec.Methods)
	}
	classes := b.Setting()
	classes.Spec.Learner = trial.LearnLogistic
	b.SetSetting(classes)
	if spec := s.heatSpec(); !slices.Equal(spec.Methods, []string{"nystrom"}) || spec.Learner != trial.LearnLogistic {
		t.Errorf("of classes the search %+v", spec)
	}
}

// Where the distances are not known the usual γ are searched, until they show
// that the knob is not among these.
func TestMapFollowsAWidthThatIsFoundLater(t *testing.T) {
	s, b := newScreen(t)
	b.Change(func(s *lab.Setting) { s.Set(model.Gamma(nil), 1e6) })
	if _, ok := nearest(s.heatSpec().Gammas, 1e6); !ok {
		t.Errorf("γ = 1e6 is not among %v", s.heatSpec().Gammas)
	}
	b.Change(func(s *lab.Setting) { s.Spec.Seed++ }) // which draws other rows
	s.Work()
	key := s.heat.Key
	if s.heat.gammas != nil || key == "" {
		t.Errorf("without distances γ is searched among %v", s.heat.gammas)
	}
	findWidths(b)
	s.Work()
	if _, ok := nearest(s.heat.gammas, 1e6); !ok || s.heat.Key == key {
		t.Errorf("with them it is searched among %v", s.heat.gammas)
	}
	b.Change(func(now *lab.Setting) { now.Set(model.Gamma(nil), s.heat.gammas[1]) })
	if list := s.Work(); list != nil {
		t.Error("another γ on the map asks for another map")
	}
}
