package command_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"gramscope/approx"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/ui/command"
)

// greedy finds that it needs a terabyte.
type greedy struct{ model.Fitter }

func (f greedy) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	if err := g.Afford(model.Memory{Fit: 1e12}, "and such greed", remedy.Change(remedy.Lower, "greed")); err != nil {
		return nil, err
	}
	return f.Fitter.Fit(ctx, g, rng)
}

// TestGreedIsRefused: every command that fits holds a method to the limit in what it
// finds that it needs.
func TestGreedIsRefused(t *testing.T) {
	methods := approx.Methods()
	for i := range methods {
		fitter := methods[i].New
		methods[i].New = func() model.Fitter { return greedy{fitter()} }
		methods[i].Memory = func(model.Fitter, int, int) model.Memory { return model.Memory{} }
	}
	for _, line := range []string{
		"sweep --n 40 --methods nystrom",
		"tune --n 40 --methods nystrom friedman",
		"fit --n 40 --method nystrom friedman --out " + filepath.Join(t.TempDir(), "m.json"),
	} {
		var out, errs bytes.Buffer
		err := command.Run(t.Context(), methods, append(strings.Fields(line), "--max-memory", "2GB"), nil, &out, &errs)
		status := command.Report(err, &errs)
		if said := out.String() + errs.String(); status != 1 ||
			!strings.Contains(said, "TB of memory, more than the 2 GB allowed; lower --greed") {
			t.Errorf("%s: status %d: %s", line, status, said)
		}
	}
}
