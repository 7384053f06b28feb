package lab

import (
	"fmt"
	"maps"
	"slices"

	"gramscope/model/sweep"
)

// Pin is a copy of the curves and of the table's figures at the time when it was made. It holds
// neither data nor plans, which are large.
type Pin struct {
	Axis sweep.Axis
	Grid map[string][][]sweep.Result
	Now  map[string][]sweep.Result // the table's figures
}

// MostPins is how many pins there may be: more curves than that hide those of the outcome.
const MostPins = 3

// PinCurves pins the present curves, and drops the oldest pin if there are too many.
func (b *Bench) PinCurves() {
	o := b.Shown()
	if !o.rows {
		b.Info("there are no curves to pin yet")
		return
	}
	p := Pin{Axis: o.axis, Grid: maps.Clone(o.grid), Now: map[string][]sweep.Result{}}
	for name, points := range p.Grid {
		p.Grid[name] = slices.Clone(points)
	}
	for _, method := range b.methods {
		if rows, _ := b.Figures(method.Name); len(rows) > 0 {
			p.Now[method.Name] = rows
		}
	}
	b.pins = append(b.pins, p)
	gone := ""
	if len(b.pins) > MostPins {
		b.pins, gone = b.pins[1:], ", the oldest gave way"
	}
	b.Info(fmt.Sprintf("pinned, %d of %d%s: the table compares with the latest; P clears", len(b.pins), MostPins, gone))
}

// Unpin drops the pins.
func (b *Bench) Unpin() {
	if len(b.pins) == 0 {
		b.Info("nothing is pinned")
	}
	b.pins = nil
}
