package command

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"gramscope/approx"
	"gramscope/data/synthetic"
	"gramscope/model/sweep"
)

// The bar tells what the oldest run is at, and once one has ended how long the rest
// takes by its kind.
func TestBarForesees(t *testing.T) {
	spec := sweep.DefaultSpec(20)
	spec.Methods, spec.Figures = []string{"nystrom", "best"}, sweep.Figures{}
	plan, err := sweep.Prepare(spec, approx.Methods(), sweep.NewStore(synthetic.Generators()[0]))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	b := &bar{w: &out, total: 2}
	b.foresee(plan, plan.Cells, 2)
	b.start(0)
	shows := func(want string, not string) {
		t.Helper()
		out.Reset()
		b.draw()
		if text := out.String(); !strings.HasSuffix(text, want) || not != "" && strings.Contains(text, not) {
			t.Errorf("the bar wrote %q, want %q at the end and no %q", text, want, not)
		}
	}
	shows("0/2 runs, 0.0s so far", "")
	plan.Watch(1, sweep.StageFit)
	shows("so far, best: fit", "left")
	plan.Watch(0, sweep.StageKernel)
	shows("so far, nystrom: kernel", "left")
	plan.Watch(0, sweep.StageFit)
	time.Sleep(20 * time.Millisecond) // some clocks are coarse
	plan.Watch(0, sweep.StageEnd)
	b.step()
	if shows("left, best: fit", "so far"); !strings.Contains(out.String(), "1/2 runs, about ") {
		t.Errorf("the bar wrote %q", out.String())
	}
	plan.Watch(1, sweep.StageEnd)
	b.step()
	shows("2/2 runs, about 0.0s left", "")
}

// Rows are written with a bar that foresees those that are not known.
func TestRowsForesee(t *testing.T) {
	spec := sweep.DefaultSpec(600) // which takes some time on a coarse clock
	spec.Methods, spec.Figures, spec.Reps = []string{"nystrom"}, sweep.Figures{}, 3
	plan, err := sweep.Prepare(spec, approx.Methods(), sweep.NewStore(synthetic.Generators()[0]))
	if err != nil {
		t.Fatal(err)
	}
	w, err := sweep.NewWriter(new(bytes.Buffer), "csv", plan.Columns())
	if err != nil {
		t.Fatal(err)
	}
	r := &rows{plan: plan, columns: plan.Columns(), known: make([]sweep.Record, 3), out: w, bar: &bar{w: new(bytes.Buffer), total: 3}}
	r.known[1] = sweep.Record{"m": "known"}
	if err := r.write(t.Context(), 2); err != nil {
		t.Fatal(err)
	}
	if left, known, _ := r.bar.left(); left != 0 || !known || len(r.bar.under) != 2 {
		t.Errorf("%v left after all, %v, of %d runs", left, known, len(r.bar.under))
	}
}
