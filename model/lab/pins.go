package lab

import (
	"fmt"
	"maps"
	"slices"
)

// MostPins is the maximum number of pins. More curves would hide those of the outcome.
const MostPins = 3

// PinCurves pins a copy of the present curves and of the table's figures, without data and plans,
// which are large. If there are too many pins, the oldest is dropped.
func (b *Bench) PinCurves() {
	o := b.settled()
	if len(o.grid) == 0 {
		b.Info("there are no curves to pin yet")
		return
	}
	p := newOutcome(Setting{Axis: o.axis}, o.started)
	p.grid = maps.Clone(o.grid)
	for name, points := range p.grid {
		p.grid[name] = slices.Clone(points)
	}
	for _, method := range b.methods {
		rows := o.now[method.Name] // of the setting that the curves are of
		if len(rows) == 0 {
			rows, _ = b.Figures(method.Name)
		}
		if len(rows) > 0 {
			p.now[method.Name] = slices.Clone(rows)
		}
	}
	b.pins = append(b.pins, p)
	gone := ""
	if len(b.pins) > MostPins {
		b.pins, gone = b.pins[1:], ", without the oldest"
	}
	b.Info(fmt.Sprintf("pinned, %d of %d%s: the table compares with the latest; P clears", len(b.pins), MostPins, gone))
}

// Unpin removes all pins.
func (b *Bench) Unpin() {
	if len(b.pins) == 0 {
		b.Info("nothing is pinned")
	}
	b.pins = nil
}
