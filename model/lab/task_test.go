package lab

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"gramscope/approx"
	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
)

// defaultSweep returns the explorer's sweep on friedman with its default methods, on one worker.
func defaultSweep(t *testing.T, n int) *Task {
	t.Helper()
	source, ok, err := synthetic.Find("friedman")
	if !ok || err != nil {
		t.Fatal(err)
	}
	spec := sweep.DefaultSpec(n)
	spec.Reps, spec.Test = 3, UsualTest(source)
	b := New(Config{Source: source, Spec: spec, Methods: approx.Methods(), Workers: 1}, job.NewRunner(t.Context()),
		time.Now)
	task := &Task{Setting: b.Setting.Clone(), Methods: b.Methods, Workers: 1}
	task.Setting.Spec, task.Setting.Axis = b.Setting.Runnable(), b.Swept()
	task.Setting.Spec.Methods = b.Setting.Active(b.Methods)
	return task
}

// idle returns a bench of nystrom on a built-in set that launches nothing.
func idle(t *testing.T, set string, n int) *Bench {
	t.Helper()
	source, ok, err := synthetic.Find(set)
	if !ok || err != nil {
		t.Fatal(set, err)
	}
	spec := sweep.DefaultSpec(n)
	spec.Methods = []string{"nystrom"}
	b := New(Config{Source: source, Spec: spec, Methods: approx.Methods(), Workers: 1}, job.NewRunner(t.Context()),
		time.Now)
	b.Launch = func(job.Kind, job.Work) {}
	return b
}

// TestFormulasWaitForTheWidth: a formula of σ is taken before σ is known, and one without a value is refused.
func TestFormulasWaitForTheWidth(t *testing.T) {
	b := idle(t, "friedman", 100)
	rank := func() float64 { return b.Setting.Value(model.TargetRank(nil)) }
	was := rank()
	change, err := b.Coupled(model.TargetRankName, "10*sigma")
	b.Change(change)
	if err != nil || rank() != was {
		t.Errorf("rank = %v while σ is not known, before %v: %v", rank(), was, err)
	}
	b.Receive(job.Sweep, FoundDistances{b.Setting, kernel.Distances{Known: true, Median: 2, Mean: 2}})
	if want := math.Floor(10*b.Setting.Sigma() + 0.5); rank() != want || rank() == was {
		t.Errorf("rank = %v, want 10σ = %v", rank(), want)
	}
	var refused *sweep.SpecError
	if _, err := b.Coupled(model.TargetRankName, "0-20"); !errors.As(err, &refused) {
		t.Errorf("rank = −20: %v", err)
	}
}

// TestGridThatIsRefused: where a formula has no value along the axis, the figures of the setting come, and the note and
// the chart say why there are no curves.
func TestGridThatIsRefused(t *testing.T) {
	r := job.NewRunner(t.Context())
	defer r.Close(10 * time.Second)
	b := idle(t, "friedman", 60)
	b.Runner, b.Launch = r, r.Start
	b.Setting.Axis = sweep.Axis{Name: model.BudgetName, Values: []float64{10, 20, 40}}
	b.Setting.Spec.Values["m"] = 20
	b.Setting.Spec.With = []sweep.Coupling{{Name: model.TargetRankName, Formula: "m-15"}}
	b.Require(Need{})
	for !b.Outcome.Finished {
		r.Wait()
		for e := range r.Drain() {
			b.Receive(e.Kind, e.Body)
		}
	}
	if rows := b.Outcome.Now("nystrom"); len(rows) == 0 || rows[0].Failure != "" || b.Outcome.Grid("nystrom") != nil {
		t.Errorf("at the setting: %+v, along the axis: %v", rows, b.Outcome.Grid("nystrom"))
	}
	const why = "rank"
	if !b.Note.Alarm || !strings.Contains(b.Note.Text, why) || !strings.Contains(b.WhyEmpty(""), why) {
		t.Errorf("the note: %q, the chart: %q", b.Note.Text, b.WhyEmpty(""))
	}
}

// The kernel's width is computed even if all methods need too much memory, because screens that show only
// K need it.
func TestWidthsWhereAllMethodsAreTooLarge(t *testing.T) {
	task := defaultSweep(t, 1000)
	task.Setting.Spec.Methods, task.Setting.Spec.MaxMemory = []string{"bka"}, 1<<20
	var found []kernel.Distances
	err := task.rows(t.Context(), func(body any) {
		if f, ok := body.(FoundDistances); ok {
			found = append(found, f.Distances)
		}
	})
	var large *model.MemoryError
	if !errors.As(err, &large) || len(found) != 1 || !(found[0].Median > 0) || math.IsInf(found[0].Mean, 0) {
		t.Errorf("%v; distances %+v", err, found)
	}
}

// TestMedianOfZeroIsNoted: a note of the explorer says what stands for a median distance of 0.
func TestMedianOfZeroIsNoted(t *testing.T) {
	source, _, err := synthetic.Find("friedman")
	if err != nil {
		t.Fatal(err)
	}
	for _, isZero := range []bool{false, true} {
		b := New(Config{Source: source, Spec: sweep.DefaultSpec(100), Methods: approx.Methods(), Workers: 1},
			job.NewRunner(t.Context()), time.Now)
		b.Receive(job.Sweep, FoundDistances{b.Setting,
			kernel.Distances{Known: true, Median: 2, Mean: 2, MedianIsZero: isZero}})
		if said := strings.Contains(strings.Join(b.Notes, "\n"), "the median distance of the rows is 0"); said != isZero {
			t.Errorf("%v: %q", isZero, b.Notes)
		}
	}
}

// TestExactRegressionAboveTheLimit: figures of exact regression are computed above the exact limit if they are asked
// for, as estimates with standard errors. If they need too much memory, all others are computed all the same.
func TestExactRegressionAboveTheLimit(t *testing.T) {
	df, ratio := Column("df_exact"), Column("risk_ratio")
	run := func(asked sweep.Figures, memory int64) (found []float64, ses int, rows int, err error) {
		task := defaultSweep(t, 600)
		spec := &task.Setting.Spec
		spec.Methods, spec.Reps, spec.ExactLimit, spec.MaxMemory = []string{"nystrom"}, 1, 300, memory
		task.Setting.Axis = sweep.Axis{Name: model.BudgetName, Values: []float64{20, 40}}
		task.Wants = asked
		err = task.run(job.Limits{Runs: make(job.Semaphore, 1), Cubic: make(job.Semaphore, 1)})(t.Context(), func(body any) {
			if r, ok := body.(Row); ok {
				if rows++; math.IsNaN(r.Result.Get("df_exact")) {
					return
				}
				if v, ok := df.Number(&r.Result); ok {
					found = append(found, v)
				}
				if _, ok := ratio.Number(&r.Result); ok != (asked != nil) || r.Result.Failure != "" {
					t.Errorf("a risk ratio: %v, asked for %v; %q", ok, asked, r.Result.Failure)
				}
				if _, se := Mean([]sweep.Result{r.Result}, df); se > 0 {
					ses++
				}
			}
		})
		return found, ses, rows, err
	}
	found, ses, rows, err := run(df.Needs(), 1<<40)
	if err != nil || rows == 0 || len(found) != 3 || ses != 3 {
		t.Errorf("%v, %d standard errors, %d rows: %v", found, ses, rows, err)
	}
	if found, _, _, err = run(nil, 1<<40); err != nil || len(found) > 0 {
		t.Errorf("nobody asked for %v: %v", found, err)
	}
	var large *model.MemoryError
	if found, _, rows, err = run(ratio.Needs(), 50e6); !errors.As(err, &large) || len(found) > 0 || rows == 0 {
		t.Errorf("%v, %d rows with little memory: %v", found, rows, err)
	}
}

// TestFloorsAreMeans: the floor is at the values of the grid and at the present one, where it is what the table shows
// for a method of that rank: the mean over the repetitions.
func TestFloorsAreMeans(t *testing.T) {
	r := job.NewRunner(t.Context())
	defer r.Close(10 * time.Second)
	spec := sweep.DefaultSpec(60)
	spec.Methods, spec.Reps, spec.Values["m"] = []string{"nystrom"}, 3, 20
	spec.Over = []sweep.Axis{{Name: model.BudgetName, Values: []float64{10, 40}}}
	b := New(Config{Source: synthetic.Generators()[0], Spec: spec, Methods: approx.Methods(), Workers: 2}, r, time.Now)
	b.Require(Need{})
	for o := b.Outcome; !o.Finished; {
		r.Wait()
		for e := range r.Drain() {
			b.Receive(e.Kind, e.Body)
		}
	}
	own := map[float64]bool{}
	for _, one := range b.Outcome.now["nystrom"] {
		own[one.Get("error_best")] = true
	}
	mean, _ := Mean(b.Outcome.now["nystrom"], Column("error_best"))
	if xs, got := b.Outcome.Floor(); len(own) != 3 || !slices.Equal(xs, []float64{10, 20, 40}) ||
		math.Abs(got[1]-mean) > 1e-12 || !(got[0] > got[1] && got[1] > got[2]) {
		t.Errorf("the floor is %v at %v, of the repetitions %v", got, xs, own)
	}
}

// TestRowsWithoutRoomForFloors: where memory suffices for the rows and not for the eigenvalues of K, the rows come and
// the error says what did not.
func TestRowsWithoutRoomForFloors(t *testing.T) {
	task := defaultSweep(t, 600)
	spec := &task.Setting.Spec
	spec.Methods, spec.Reps, spec.Test, spec.Values["m"] = []string{"nystrom"}, 1, 0, 40
	task.Setting.Axis = sweep.Axis{Name: model.BudgetName, Values: []float64{20, 40}}
	for spec.MaxMemory = 1 << 20; ; spec.MaxMemory += 1 << 18 { // the least that the rows take
		rows := spec.Clone()
		rows.Figures, rows.Over = sweep.Figures{sweep.FigureError, sweep.FigureApproxRank, sweep.FigureRegression},
			[]sweep.Axis{task.Setting.Axis}
		if _, err := sweep.Prepare(rows, task.Methods, task.Setting.Store); err == nil {
			break
		}
	}
	rows := 0
	err := task.run(job.Limits{Runs: make(job.Semaphore, 1), Cubic: make(job.Semaphore, 1)})(t.Context(), func(body any) {
		if r, ok := body.(Row); ok && r.Result.Failure == "" {
			rows++
		}
	})
	if large := (*model.MemoryError)(nil); !errors.As(err, &large) || rows < 3 {
		t.Errorf("%d rows: %v", rows, err)
	}
}

// TestLargeMatricesWait: runs of methods that read all of a large K come after all others, whose curves don't wait.
func TestLargeMatricesWait(t *testing.T) {
	task := defaultSweep(t, 5000)
	spec := &task.Setting.Spec
	spec.Methods, spec.Reps, spec.Test, spec.ExactLimit = []string{"nystrom", "column-norm"}, 2, 0, 100
	task.Setting.Axis = sweep.Axis{Name: model.BudgetName, Values: []float64{5, 10}}
	spec.Values["norm"] = approx.NormColumn
	var order []string
	points := map[float64]int{}
	o := newOutcome(task.Setting, time.Now())
	if err := task.rows(t.Context(), func(body any) {
		if p, ok := body.(Prepared); ok {
			o.prepare(p)
		}
		if r, ok := body.(Row); ok {
			if r.Result.Method == "column-norm" && len(order) == 8 && !o.Drawable() {
				t.Error("the curve of nystrom waits for column-norm")
			}
			if left, ok := o.Left(time.Now().Add(time.Minute)); ok && len(order) == 8 {
				t.Errorf("%v are left for runs of which none has ended", left)
			}
			o.add(r)
			order = append(order, r.Result.Method)
			if r.OnGrid {
				points[r.Result.Params["m"]] += r.Point
			}
		}
	}); err != nil {
		t.Fatal(err)
	}
	if at := slices.Index(order, "column-norm"); at != 8 || slices.Contains(order[at:], "nystrom") || len(order) != 16 {
		t.Errorf("%q", order)
	}
	if points[5] != 0 || points[10] != 4 {
		t.Errorf("points of the grid: %v", points)
	}
}

// TestTheFirstOfTheRulesIsTried: the method that package advice names first runs at all repetitions, as the ticked
// methods do, unless it runs anyway.
func TestTheFirstOfTheRulesIsTried(t *testing.T) {
	ticked := []string{"fourier"}
	for _, want := range []int{DefaultReps, 0} {
		task := defaultSweep(t, 200)
		task.Setting.Spec.Methods = ticked
		ignore := func(any) {}
		if err := task.prepare(ignore); err != nil {
			t.Fatal(err)
		}
		var tried []sweep.Result
		if err := task.try(t.Context(), func(body any) { tried = append(tried, body.(sweep.Result)) }); err != nil {
			t.Fatal(err)
		}
		if len(tried) != want {
			t.Fatalf("beside %v these are tried: %+v", ticked, tried)
		}
		for _, r := range tried {
			if slices.Contains(ticked, r.Method) || r.Failure != "" || !(r.Get("error") > 0) {
				t.Errorf("%s is tried: %s, error %v", r.Method, r.Failure, r.Get("error"))
			}
		}
		if len(tried) > 0 {
			ticked = append(ticked, tried[0].Method)
		}
	}
}
