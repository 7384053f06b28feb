package ui

import (
	"slices"

	"gramscope/model/sweep"
)

// maxUndo is how many steps undo can go back.
const maxUndo = 200

// moment is a setting that was left, with the figure that the first chart showed then,
// where the change chose another.
type moment struct {
	setting setting
	figure  string
}

// change moves knobs: f changes the setting, and what is asked of it next starts anew.
func (b *bench) change(f func(*setting)) { b.changeFrom("", f) }

// changeFrom is change where the chart showed a figure that undo shall bring back.
func (b *bench) changeFrom(figure string, f func(*setting)) {
	before := b.setting.clone()
	f(&b.setting)
	for _, text := range b.setting.clamp(before) {
		b.tell(text)
	}
	b.history = append(b.history, moment{before, figure})
	if len(b.history) > maxUndo {
		b.history = b.history[1:]
	}
	b.stale = true
	if b.setting.sampled() && !before.sampled() {
		b.keep(b.setting.sampling())
	}
}

// undo goes one step back, and returns what there was before.
func (b *bench) undo() (was setting, figure string, ok bool) {
	if len(b.history) == 0 {
		b.tell("nothing to undo")
		return setting{}, "", false
	}
	last := len(b.history) - 1
	to := b.history[last]
	b.history = b.history[:last]
	was = b.setting
	if to.setting.store != was.store {
		b.forget()
	}
	b.setting, b.stale, b.restored = to.setting, true, true
	return was, to.figure, true
}

// trimHistory lets undo keep one other data set's figures, not more.
func (b *bench) trimHistory() {
	for i := len(b.history) - 1; i > 0; i-- {
		if b.history[i].setting.store != b.history[i-1].setting.store {
			b.history = slices.Clone(b.history[i:])
			break
		}
	}
}

// forget drops what belongs to the data that were shown.
func (b *bench) forget() {
	clear(b.known)
	clear(b.before)
	clear(b.warned)
	b.notes, b.old, b.own = nil, nil, sweep.Axis{}
	for l := range laneCount {
		if l != filesLane && l != sweepLane && !l.writes() {
			b.runner.stop(l)
		}
	}
}
