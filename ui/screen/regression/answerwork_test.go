package regression

import (
	"cmp"
	"slices"
	"strings"
	"testing"
	"time"

	"gramscope/approx"
	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/lab"
	"gramscope/model/tune"
	"gramscope/ui/screen"
	"gramscope/ui/screen/screentest"
)

// TestSearchFinds: with real work the screen shows what the search itself finds, with its failures and exact
// regression's part.
func TestSearchFinds(t *testing.T) {
	m := computing(t)
	m.FindDistances()
	m.Send(screen.Search(time.Minute))
	spec := m.Screen.answer.spec()
	m.Settle()
	v := &m.Screen.answer
	if v.running() || v.Failed != nil || len(v.Now.Tried) == 0 {
		t.Fatalf("the search runs: %v, has failed: %v, and has found %d settings", v.running(), v.Failed, len(v.Now.Tried))
	}
	if !slices.Equal(spec.Methods, []string{tune.Exact, "plain", "eager", "spectral", "broken"}) {
		t.Errorf("searched: %v", spec.Methods)
	}
	search, err := tune.Prepare(spec, m.Methods, m.Setting.Store.Source())
	if err != nil {
		t.Fatal(err)
	}
	var events []tune.Event
	for e := range search.Run(t.Context(), 1) {
		events = append(events, e)
	}
	standing, ok := search.Standing(events)
	if !ok || len(standing.Ranked) > len(v.Now.Tried) {
		t.Fatalf("the search itself has %d settings, the screen %d", len(standing.Ranked), len(v.Now.Tried))
	}
	for _, r := range standing.Ranked {
		at := slices.IndexFunc(v.Now.Tried, func(t Tried) bool { return t.Text == search.Describe(r.Configuration) })
		if at < 0 || v.Now.Tried[at].Loss != r.Loss || v.Now.Tried[at].Gamma != search.Gammas[r.Gamma] ||
			v.Now.Tried[at].Mu != search.Mus[r.Mu] {
			t.Errorf("%d of %+v, want %+v", at, v.Now.Tried, r)
		}
	}
	if !slices.IsSortedFunc(v.Now.Tried, func(a, b Tried) int { return cmp.Compare(a.Seconds, b.Seconds) }) {
		t.Errorf("not in the order of their times: %+v", v.Now.Tried)
	}
	choice := v.Now.Tried[v.Now.Choice]
	if want := search.Describe(standing.Ranked[standing.Choice].Configuration); choice.Text != want || !(choice.Test > 0) {
		t.Errorf("choice %s, want %s; test loss %v", choice.Text, want, choice.Test)
	}
	said := strings.Join(v.Now.Said, "\n")
	found := tune.Findings{Search: search, Events: events}
	if why := choice.Text + ": " + found.Reason(standing); !strings.HasPrefix(said, why+"\n") {
		t.Errorf("said: %q, want %q", said, why)
	}
	if !strings.Contains(said, "settings have no score, the first: broken m=") ||
		strings.Contains(said, "exact regression: rmse") == (v.Now.Tried[v.Now.Choice].Method == tune.Exact) {
		t.Errorf("said: %q", said)
	}
}

// TestSearchLeavesOutWhatCantBeFitted: meka's K̃ of all rows is indefinite, and those of the folds are not. Its losses
// are set to 0, so that it would be the choice.
func TestSearchLeavesOutWhatCantBeFitted(t *testing.T) {
	source, ok, err := synthetic.Find("friedman")
	if !ok || err != nil {
		t.Fatal(ok, err)
	}
	spec := tune.DefaultSpec(120)
	spec.Methods, spec.Gammas, spec.Mus, spec.Test, spec.Time = []string{"meka", "nystrom"}, []float64{0.5, 500},
		[]float64{0.03}, 0.2, time.Minute
	spec.Values = spec.WithAll(model.Values{model.BudgetName: 40}).Values
	search, err := tune.Prepare(spec, approx.Methods(), source)
	if err != nil {
		t.Fatal(err)
	}
	w := watch{Findings: tune.Findings{Search: search}, begun: time.Now()}
	for e := range search.Run(t.Context(), 1) {
		for i, s := range e.Scores {
			if search.Configurations[s.Configuration].Method == "meka" {
				clear(s.Losses)
				e.Scores[i].Loss = tune.Mean(s.Losses)
			}
		}
		w.Events = append(w.Events, e)
	}
	w.refit(t.Context(), func(any) {})
	got := w.answer()
	if len(got.Tried) != 1 || got.Tried[got.Choice].Method != "nystrom" || !(got.Tried[0].Test > 0) {
		t.Errorf("shown are %+v", got.Tried)
	}
	if said := strings.Join(got.Said, "\n"); !strings.Contains(said,
		"meka is left out: meka on all rows: K̃ is indefinite") ||
		!strings.Contains(said, "gamma is the smallest of the grid: losses may be lower beyond it; "+
			"widen the grid with `gramscope tune --gammas`") {
		t.Errorf("said: %q", said)
	}
}

// TestSearchWithoutTimeSaysSo, and what to do.
func TestSearchWithoutTimeSaysSo(t *testing.T) {
	m := computing(t)
	m.FindDistances()
	m.Send(screen.Search(time.Nanosecond))
	m.Settle()
	if text := strings.Join(strings.Fields(m.Text(0, 60, 12)), " "); !strings.Contains(text,
		"the time ended before all folds of one setting were scored") || !strings.Contains(text, ":search 2m") ||
		!m.Note.Alarm {
		t.Errorf("note %q\n%s", m.Note.Text, m.Text(0, 60, 12))
	}
}

// TestSearchSpec: the search reads the knobs, except those for what it searches.
func TestSearchSpec(t *testing.T) {
	m := screentest.New(t, New, approx.Methods(), "nystrom", "bless")
	m.Idle()
	m.Change(func(s *lab.Setting) {
		s.Spec.N = 3000
		s.Set(model.Gamma(nil), 3)
		s.Set(model.Ridge(nil), 3)
		s.Set(model.Accumulations(nil), 9)
		s.Set(model.TargetRank(nil), 5)
	})
	m.Send(screen.Search(0))
	spec := m.Screen.answer.spec()
	if spec.N != 3000 || spec.Time != tune.UsualTime || len(spec.Values) != 2 ||
		spec.Values[model.AccumulationsName] != 9 || spec.Values[model.TargetRankName] != 5 || !spec.Width.IsByRule() {
		t.Errorf("the search is %+v", spec)
	}
	if spec.Methods[len(spec.Methods)-1] != "bless" || !slices.Contains(spec.Methods, "rpcholesky") ||
		!slices.Contains(spec.Methods, tune.Exact) {
		t.Errorf("it searches %v", spec.Methods)
	}
}

// TestTimesGrowWithTheWork: a method's times are in the ratios of its operations, whatever was measured.
func TestTimesGrowWithTheWork(t *testing.T) {
	var list []Tried
	for _, t := range []struct {
		method              string
		seconds, operations float64
		old                 bool
	}{
		{"a", 4, 1, false}, {"a", 2, 2, false}, {"a", 6, 3, false}, {"b", 5, 1, false},
		{"a", 900, 9, true}, {"c", 1, 1, true}, {"c", 6, 2, true},
	} {
		of := tune.Configuration{Method: t.method, Operations: t.operations}
		list = append(list, Tried{Configuration: of, Seconds: t.seconds, Old: t.old})
	}
	smoothTimes(list)
	for i, want := range []float64{2, 4, 6, 5, 18, 2, 4} {
		if list[i].Seconds != want {
			t.Errorf("%d takes %v s, want %v", i, list[i].Seconds, want)
		}
	}
}
