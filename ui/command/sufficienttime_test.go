package command

import (
	"bytes"
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gramscope/approx"
	"gramscope/model"
	"gramscope/model/sweep"
)

// patient fits as another fitter does, but with more than 60 landmarks it waits until it is told to stop.
type patient struct{ model.Fitter }

func (p patient) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	if m, _ := sweep.Parameter(p.Params(), model.BudgetName); m.Value() > 60 {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return p.Fitter.Fit(ctx, g, rng)
}

// TestSufficientTime: when the time ends, the rows so far stand, and the ridges without a row are named.
func TestSufficientTime(t *testing.T) {
	all := approx.Methods()
	nystrom := all[slices.IndexFunc(all, func(m model.Method) bool { return m.Name == "nystrom" })]
	slow := nystrom
	slow.Memory = func(f model.Fitter, n, d int) model.Memory { return nystrom.Memory(f.(patient).Fitter, n, d) }
	slow.New = func() model.Fitter { return patient{nystrom.New()} }
	for args, want := range map[string]struct {
		status     int
		rows       int
		note, fail string
	}{
		"--time 4s --mus 1000,100,0.01": {0, 2, "note: no time in 4s for nystrom at mu = 0.01; raise --time\n", ""},
		"--time 1ns --mus 1000":         {2, 0, "", "the time of 1ns ended before the first row; raise --time, or lower --n or --reps"},
	} {
		var out, errs bytes.Buffer
		line := "sufficient --n 100 --reps 2 --workers 1 --format csv " + args + " friedman"
		err := Run(context.Background(), []model.Method{slow}, strings.Fields(line), strings.NewReader(""), &out, &errs)
		status := Report(err, &errs)
		if rows := strings.Count(out.String(), "\nfriedman,"); status != want.status || rows != want.rows || !strings.Contains(errs.String(), want.note) || !strings.Contains(errs.String(), want.fail) {
			t.Errorf("%s: status %d, %d rows: %s", args, status, rows, errs.String())
		}
	}
}
