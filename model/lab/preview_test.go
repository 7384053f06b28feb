package lab

import (
	"context"
	"slices"
	"testing"
	"time"

	"gramscope/approx"
	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// turning returns a bench that shows 800 points, with its first outcome finished, and a function that handles events
// until done.
func turning(t *testing.T) (b *Bench, until func(done func() bool)) {
	t.Helper()
	r := job.NewRunner(t.Context())
	t.Cleanup(func() { r.Close(10 * time.Second) })
	spec := sweep.DefaultSpec(800)
	spec.Methods, spec.Over = []string{"nystrom", "bka"},
		[]sweep.Axis{{Name: model.BudgetName, Values: []float64{10, 20, 40, 80, 400}}}
	spec.Width = spec.Width.WithGamma(1)
	source, _, _ := synthetic.Find("friedman")
	b = New(Config{Source: source, Spec: spec, Methods: approx.Methods(), Workers: 2, Pause: time.Hour}, r, time.Now)
	until = func(done func() bool) {
		for !done() {
			r.Wait()
			for e := range r.Drain() {
				b.Receive(e.Kind, e.Body)
			}
		}
	}
	b.Require(Need{})
	until(func() bool { return b.Outcome.Finished })
	return b, until
}

// TestPreviewHasTheWidthOfAllRows: a width by rule follows from the distances of all rows in a preview, too.
func TestPreviewHasTheWidthOfAllRows(t *testing.T) {
	b, until := turning(t)
	b.pause = 0
	b.Change(func(s *Setting) { s.Reset(model.Gamma(nil)) })
	b.Require(Need{})
	until(func() bool { return b.Outcome.Finished })
	b.pause = time.Hour
	b.Turn(model.Ridge(nil), 1, false)
	b.Require(Need{})
	until(func() bool { return b.Shown().Preview != "" })
	got, want := b.Shown().Grid("nystrom")[0][0].Gamma, b.Setting.Gamma()
	if got != want || !(want > 0) {
		t.Errorf("γ = %v in the preview, and %v", got, want)
	}
}

// TestPreviews: while a knob turns the charts show coarse curves of a sample of the rows, over the same axis, and the
// curves at which the knob rested. The sweep waits until the knob rests, and the preview goes when it has curves.
func TestPreviews(t *testing.T) {
	b, until := turning(t)
	resting := b.Outcome
	gamma := model.Gamma(nil)
	b.Turn(gamma, 3, false)
	b.Require(Need{})
	until(func() bool { return b.Shown().Preview != "" })
	o := b.Shown()
	if lo, hi := o.Ends(); o.Preview != "preview of 500 rows" || lo != 10 || hi != 400 {
		t.Errorf("%q over %v to %v", o.Preview, lo, hi)
	}
	for _, method := range []string{"nystrom", "bka"} {
		points := o.Grid(method)
		if len(points) != previewPoints || o.Axis.Values[previewPoints-1] != 250 {
			t.Fatalf("%s has %d points over %v", method, len(points), o.Axis.Values)
		}
		for _, rows := range points {
			if len(rows) != 1 || rows[0].N != 500 || rows[0].Gamma != b.Setting.Gamma() || rows[0].Failure != "" {
				t.Errorf("%s: %+v", method, rows)
			}
		}
	}
	if ghost, was := b.Ghost(); ghost != resting || was != "γ=1" {
		t.Errorf("the ghost is that of %q", was)
	}
	if b.Outcome.Done > 0 || b.Outcome.Plan != nil {
		t.Error("the sweep has begun while the knob turns")
	}
	if rows := b.Rows(); len(rows) == 0 || rows[0].N != 800 {
		t.Error("the rows to be saved are those of the preview")
	}
	b.pause = time.Nanosecond
	b.Turn(gamma, 1, false)
	b.Require(Need{})
	until(func() bool { return b.Outcome.Finished })
	if ghost, _ := b.Ghost(); b.Shown() != b.Outcome || ghost != nil {
		t.Error("in the end there are other curves than those of the setting")
	}
}

// TestPreviewsFollow: no step cancels a preview that is under way, and the latest setting has the next one, without
// those between.
func TestPreviewsFollow(t *testing.T) {
	b, until := turning(t)
	var launched []job.Work
	start := b.Launch
	b.Launch = func(k job.Kind, w job.Work) {
		if k == job.Preview {
			launched = append(launched, w)
		}
		start(k, w)
	}
	block := make(chan struct{})
	start(job.Preview, func(ctx context.Context, _ func(any)) error {
		<-block
		if ctx.Err() != nil {
			t.Error("a step has cancelled the preview")
		}
		return nil
	})
	for range 5 {
		b.Turn(model.Gamma(nil), 1, false)
		b.Require(Need{})
	}
	if len(launched) != 0 || b.Outcome.Plan != nil {
		t.Errorf("%d previews have begun beside the first; of a sweep %v", len(launched), b.Outcome.Plan)
	}
	close(block)
	until(func() bool { return b.Shown().Preview != "" && !b.Runner.Busy(job.Preview) })
	got, want := b.Shown().Grid("nystrom")[0][0].Gamma, b.Setting.Gamma()
	if len(launched) != 1 || got != want {
		t.Errorf("%d previews, the last at γ = %v of %v", len(launched), got, want)
	}
}

// TestPreviewsOfPrograms: curves of other methods don't wait for a program of the user, whose latest curve is shown
// with them.
func TestPreviewsOfPrograms(t *testing.T) {
	b, until := turning(t)
	slow := b.Methods[slices.IndexFunc(b.Methods, func(m model.Method) bool { return m.Name == "nystrom" })]
	slow.Name, slow.Family = "mine", model.Programs
	b.Methods = append(slices.Clone(b.Methods), slow)
	b.Toggle(len(b.Methods) - 1)
	b.Require(Need{})
	until(func() bool { return b.Outcome.Finished })
	var held func() // starts the program's preview
	start := b.Launch
	b.Launch = func(k job.Kind, w job.Work) {
		if k == job.Programs {
			held = func() { start(k, w) }
			return
		}
		start(k, w)
	}
	b.Turn(model.Gamma(nil), 3, false)
	b.Require(Need{})
	until(func() bool { return b.Shown().Preview != "" })
	if o := b.Shown(); o.Grid("mine") != nil || o.Grid("bka") == nil {
		t.Error("a preview waits for the program")
	}
	held()
	until(func() bool { return b.Shown().Grid("mine") != nil })
	was := b.Shown().Grid("mine")[0][0].Gamma
	b.Turn(model.Gamma(nil), 3, false)
	b.Require(Need{})
	until(func() bool { return b.Shown().Grid("bka")[0][0].Gamma > was })
	if mine := b.Shown().Grid("mine"); mine == nil || mine[0][0].Gamma != was {
		t.Error("the latest curve of the program is gone")
	}
}

// TestAxesOfPreviews: a preview is over the axis of the sweep, as far as its rows allow. There is none where m follows
// from a condition, or γ from distances that are not known yet, nor when the sweep has curves.
func TestAxesOfPreviews(t *testing.T) {
	for _, c := range []struct {
		over   sweep.Axis
		change func(*Setting)
		n      int // of the preview; 0: none
		hi     float64
	}{
		{sweep.Axis{Name: model.TrainRowsName, Values: []float64{100, 800}}, nil, 500, 500},
		{sweep.Axis{Name: model.BudgetName, Values: []float64{10, 400}}, nil, 500, 250},
		{sweep.Axis{Name: model.RidgeName, Values: []float64{1, 2}},
			func(s *Setting) { s.Spec.Values[model.BudgetName] = 300 }, 600, 2},
		{sweep.Axis{Name: model.RidgeName, Values: []float64{1, 2}}, func(s *Setting) { s.Reset(model.Gamma(nil)) }, 0, 0},
		{sweep.Axis{Name: model.RidgeName, Values: []float64{1, 2}},
			func(s *Setting) { s.SetCondition(trial.Condition{Figure: "error", Sign: "<=", Bound: "0.1"}) }, 0, 0},
	} {
		b := idle(t, "friedman", 800)
		b.Setting.Set(model.Gamma(nil), 1)
		b.Setting.Axis = c.over
		if c.change != nil {
			c.change(&b.Setting)
		}
		plan, o := b.preparePreview([]string{"nystrom"})
		if (plan == nil) != (c.n == 0) || plan != nil && (plan.Spec.N != c.n || slices.Max(o.Axis.Values) != c.hi) {
			t.Errorf("over %v: %+v", c.over, plan)
		}
	}
	b := idle(t, "friedman", 800)
	b.Outcome.Finished = true
	if b.Receive(job.Preview, newOutcome(b.Setting, time.Now())); b.Shown() != b.Outcome {
		t.Error("a preview that comes late hides the curves of the sweep")
	}
}
