//go:build long

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

// TestTuneTime: when the time ends the answer is from what is scored, and says what is not.
func TestTuneTime(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]struct{ searched, missed string }{
		"--over m=10,20,100 --n 150": {"2 on 120 rows", "\nno time in 4s (raise --time), on 120 rows, for nystrom m=100\n"},
		"--over m=10,20 --n 150":     {"2 on 120 rows", ""},
	} {
		var out, errs bytes.Buffer
		line := "tune --time 4s --methods nystrom --gammas 1 --mus 1 --workers 1 " + args + " friedman"
		err := Run(context.Background(), slowly(), strings.Fields(line), strings.NewReader(""), &out, &errs)
		text := out.String()
		if status := Report(err, &errs); status != 0 || !strings.Contains(text, "\nchosen: nystrom m=") ||
			!strings.Contains(text, want.missed) || want.missed == "" && strings.Contains(text, "no time") {
			t.Errorf("%s: status %d: %s\n%s", args, status, errs.String(), text)
		}
		if !strings.HasPrefix(text, "searched: settings of 1 method, "+want.searched+"\n") {
			t.Errorf("%s: what is searched is not in\n%s", args, text)
		}
	}
}

// patient fits as another fitter does, but with more than 60 landmarks it waits until it is told to stop.
type patient struct{ model.Fitter }

func (p patient) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	if m, _ := sweep.Parameter(p.Params(), model.BudgetName); m.Value() > 60 {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return p.Fitter.Fit(ctx, g, rng)
}

// slowly returns nystrom with such a fitter.
func slowly() []model.Method {
	all := approx.Methods()
	nystrom := all[slices.IndexFunc(all, func(m model.Method) bool { return m.Name == "nystrom" })]
	slow := nystrom
	slow.Memory = func(f model.Fitter, n, d int) model.Memory { return nystrom.Memory(f.(patient).Fitter, n, d) }
	slow.New = func() model.Fitter { return patient{nystrom.New()} }
	return []model.Method{slow}
}
