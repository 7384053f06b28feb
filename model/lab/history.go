package lab

import (
	"slices"

	"gramscope/model/sweep"
)

// MaxUndo is the maximum number of steps that undo can go back.
const MaxUndo = 200

// History is the list of the settings before the present one, the latest last.
type History []moment

// moment is an earlier setting. If the change from it also changed what the first screen shows, it has
// what was shown before.
type moment struct {
	setting Setting
	shown   any
}

// Trim keeps the latest settings whose data have one name, and drops those before. Data without some rows, or with
// another target, have the name of the whole. A store keeps the figures of its data in memory: settings on other rows
// or another target than the latest one get a store without figures.
func (h *History) Trim() {
	list := *h
	name := func(i int) string { return list[i].setting.Store.Source().Name() }
	from := len(list) - 1
	for from > 0 && name(from) == name(from-1) {
		from--
	}
	list = slices.Clone(list[max(0, from):])
	for i := range list[:max(0, len(list)-1)] {
		if s := &list[i].setting; s.Store != list[len(list)-1].setting.Store {
			s.Store = sweep.NewStore(s.Store.Source())
		}
	}
	*h = list
}

// Change changes the setting by f and adds one step to the history.
func (b *Bench) Change(f func(*Setting)) { b.ChangeFrom(nil, f) }

// ChangeFrom is Change with what the first screen shows, which undo restores.
func (b *Bench) ChangeFrom(shown any, f func(*Setting)) {
	before := b.Setting.Clone()
	f(&b.Setting)
	b.follow()
	for _, text := range b.Setting.Clamp(before) {
		b.Info(text)
	}
	if b.History = append(b.History, moment{before, shown}); len(b.History) > MaxUndo {
		b.History = b.History[1:]
	}
	b.stale = true
	if b.Setting.sampled() && !before.sampled() {
		b.InfoOnce(b.Setting.sampling())
	}
}

// Undo goes one step back. It returns the setting before the undo, and what the first screen
// showed, or nil. ok is false if there is nothing to undo.
func (b *Bench) Undo() (was Setting, shown any, ok bool) {
	if len(b.History) == 0 {
		b.Info("nothing to undo")
		return Setting{}, nil, false
	}
	last := len(b.History) - 1
	to := b.History[last]
	b.History = b.History[:last]
	was = b.Setting
	if to.setting.Store != was.Store {
		b.Forget()
	}
	b.Setting, b.stale, b.restored = to.setting, true, true
	return was, to.shown, true
}
