package approx

import (
	"errors"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
	"gramscope/model"
)

// TestZeroKernel: where K = 0 each method, whatever is chosen, returns K̃ = 0 and says so, or an error that does.
func TestZeroKernel(t *testing.T) {
	x := mat.NewDense(30, 2, nil)
	for _, m := range Methods() {
		if m.Needs.Kernels == nil {
			t.Run(m.Name, func(t *testing.T) { zeroKernel(t, m, x) })
		}
	}
}

func zeroKernel(t *testing.T, m model.Method, x *mat.Dense) {
	for _, p := range m.New().Params() {
		for choice := range max(1, len(p.Choices)) {
			f := m.New()
			g := gramOf(t, x, "linear", 1)
			g.Give(x)
			if p.Choices != nil {
				parameterOf(t, f, p.Name, float64(choice))
			}
			for name, v := range (model.Values{model.BudgetName: 9, model.ScoreRidgeName: 0.1}) {
				if m.Uses(name) {
					parameterOf(t, f, name, v)
				}
			}
			if m.UnmetOn(g, f) != "" {
				continue
			}
			a, err := f.Fit(t.Context(), g, seeded(1))
			var degenerate *model.DegenerateError
			if errors.As(err, &degenerate) && degenerate.Value == 0 {
				continue
			}
			if err != nil {
				t.Errorf("%s = %d: %v", p.Name, choice, err)
				continue
			}
			checkZero(t, a)
		}
	}
}

func checkZero(t *testing.T, a model.Approximation) {
	t.Helper()
	size, largest, err := a.Norms(t.Context(), seeded(2))
	d := must(a.Decompose(t.Context()))
	if size != 0 || largest != 0 || err != nil {
		t.Errorf("K̃ has the norms %v and %v (%v)", size, largest, err)
	}
	if _, ok := a.(model.BlockDiagonal); ok {
		return // blocks of K, which keep their eigenpairs of 0
	}
	if d.Rank() != 0 {
		t.Errorf("K̃ has %d eigenpairs", d.Rank())
	}
	if w := strings.Join(a.Warnings(), "; "); !strings.Contains(w, "zero") {
		t.Errorf("warnings %q", w)
	}
	if factor, ok := a.(*form.Factor); ok {
		if scores := must(factor.LeverageScores(t.Context(), 1)); floats.Norm(scores, 1) != 0 {
			t.Errorf("leverage scores %v", scores)
		}
	}
}
