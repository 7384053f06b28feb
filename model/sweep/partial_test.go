package sweep

import (
	"context"
	"errors"
	"strings"
	"testing"

	"gramscope/model"
)

// TestPartialPlan: of a plan that may be partial, the runs that fit go on beside
// those that don't, and these say why; any other plan is refused.
func TestPartialPlan(t *testing.T) {
	s := DefaultSpec(60)
	s.Methods, s.Values, s.MaxMemory = []string{"heavy", "plain"}, map[string]float64{"gamma": 1}, 50e6
	heavy := loaded(model.Memory{Fit: 1e9})
	heavy.Name = "heavy"
	methods := append([]model.Method{heavy}, toyMethods()...)
	var short *model.MemoryError
	if _, err := Prepare(t.Context(), s, methods, NewStore(generator(t, "bimodal"))); !errors.As(err, &short) {
		t.Fatalf("a plan of a gigabyte: %v", err)
	}
	s.Partial = true
	p, err := Prepare(t.Context(), s, methods, NewStore(generator(t, "bimodal")))
	if err != nil {
		t.Fatal(err)
	}
	if err := p.CheckMemory(2); err != nil {
		t.Errorf("what fits, on two workers: %v", err)
	}
	rows := collect(p.Run(context.Background(), 1))
	if len(rows) != 2 || !strings.Contains(rows[0].Failure, "more than the 50 MB allowed") || rows[1].Failure != "" {
		t.Errorf("%+v", rows)
	}
	for i, refused := range []bool{true, false} {
		if _, err := p.Approximation(t.Context(), p.Cells[i]); errors.As(err, &short) != refused {
			t.Errorf("K̃ of %s: %v", p.Cells[i].Method.Name, err)
		}
	}
}
