package lab

import (
	"errors"
	"math"
	"testing"

	"gramscope/model"
	"gramscope/model/kernel"
)

// The kernel's width is computed even if all methods need too much memory, because screens that show only
// K need it.
func TestWidthsWhereAllMethodsAreTooLarge(t *testing.T) {
	task := defaultSweep(t, 1000)
	task.Widths = kernel.Distances{}
	task.Setting.Spec.Methods, task.Setting.Spec.MaxMemory = []string{"bka"}, 1<<20
	var found []FoundWidths
	_, err := task.rows(t.Context(), func(body any) {
		if w, ok := body.(FoundWidths); ok {
			found = append(found, w)
		}
	})
	var large *model.MemoryError
	if !errors.As(err, &large) || len(found) != 1 || !(found[0].Widths.Median > 0) || math.IsInf(found[0].Widths.Mean, 0) {
		t.Errorf("%v; widths %+v", err, found)
	}
}
