package lab

import (
	"fmt"

	"gramscope/model/sweep"
)

// pin is what the charts showed when it was made, without data and plans, which
// are large.
type pin struct {
	Axis sweep.Axis
	Grid map[string][][]sweep.Result
	Now  map[string][]sweep.Result // the table's figures
}

// MostPins is how many there may be: more ghosts than that hide the curves.
const MostPins = 3

// PinCurves keeps the present curves to compare with; the oldest gives way.
func (b *Bench) PinCurves() {
	o := b.Shown()
	if !o.rows {
		b.Info("there are no curves to pin yet")
		return
	}
	p := pin{Axis: o.Axis, Grid: map[string][][]sweep.Result{}, Now: map[string][]sweep.Result{}}
	for name, points := range o.Grid {
		p.Grid[name] = append([][]sweep.Result(nil), points...)
	}
	for _, method := range b.Methods {
		if rows, _ := b.Figures(method.Name); len(rows) > 0 {
			p.Now[method.Name] = rows
		}
	}
	b.Pins = append(b.Pins, p)
	gone := ""
	if len(b.Pins) > MostPins {
		b.Pins, gone = b.Pins[1:], ", the oldest gave way"
	}
	b.Info(fmt.Sprintf("pinned, %d of %d%s: the table compares with the latest; P clears", len(b.Pins), MostPins, gone))
}

// Unpin clears the pins.
func (b *Bench) Unpin() {
	if len(b.Pins) == 0 {
		b.Info("nothing is pinned")
	}
	b.Pins = nil
}
