package lab

import (
	"testing"
	"time"

	"gramscope/approx"
	"gramscope/data/synthetic"
	"gramscope/model/job"
	"gramscope/model/sweep"
)

// TestRunsReportTheirStages: runs of the grid and at the present setting report their stages, and no time
// is left when all have ended.
func TestRunsReportTheirStages(t *testing.T) {
	r := job.NewRunner(t.Context())
	defer r.Close(10 * time.Second)
	spec := sweep.DefaultSpec(60)
	spec.Methods, spec.Reps = []string{"nystrom", "accumulation", "fourier", "bka"}, 2
	spec.Values["m"] = 20
	b := New(Config{Source: synthetic.Generators()[0], Spec: spec, Methods: approx.Methods(), Workers: 2}, r, time.Now)
	b.Require(Need{})
	o := b.Outcome()
	seen := map[bool]bool{}
	for !o.finished {
		r.Wait()
		for e := range r.Drain() {
			b.Receive(e.Body)
			for run, s := range o.running {
				seen[o.planned[run].onGrid] = s < sweep.StageEnd
			}
		}
	}
	if len(o.running) > 0 || o.done != len(o.planned) || !seen[true] || !seen[false] {
		t.Errorf("%d of %d done, %v under way; seen %v", o.done, len(o.planned), o.running, seen)
	}
	if _, known := b.Speed().Time(sweep.Kind{Stage: sweep.StageFit, Method: "nystrom"}, 1e9); !known {
		t.Error("nothing was learned of fits")
	}
	if left, known := o.forecast.Left(0, 1); !known || left != 0 {
		t.Errorf("%v left of nothing, %v", left, known)
	}
}
