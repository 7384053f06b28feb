package lab

import (
	"slices"

	"gramscope/model/job"
	"gramscope/model/sweep"
)

// MaxUndo is how many steps undo can go back.
const MaxUndo = 200

// moment is a setting that was left, with the figure that the first chart showed then,
// where the change chose another.
type moment struct {
	setting Setting
	figure  string
}

// Change moves knobs: f changes the setting, and what is asked of it next starts anew.
func (b *Bench) Change(f func(*Setting)) { b.ChangeFrom("", f) }

// ChangeFrom is change where the chart showed a figure that undo shall bring back.
func (b *Bench) ChangeFrom(figure string, f func(*Setting)) {
	before := b.Setting.Clone()
	f(&b.Setting)
	b.follow()
	for _, text := range b.Setting.Clamp(before) {
		b.Info(text)
	}
	b.History = append(b.History, moment{before, figure})
	if len(b.History) > MaxUndo {
		b.History = b.History[1:]
	}
	b.stale = true
	if b.Setting.sampled() && !before.sampled() {
		b.InfoOnce(b.Setting.sampling())
	}
}

// Undo goes one step back, and returns what there was before.
func (b *Bench) Undo() (was Setting, figure string, ok bool) {
	if len(b.History) == 0 {
		b.Info("nothing to undo")
		return Setting{}, "", false
	}
	last := len(b.History) - 1
	to := b.History[last]
	b.History = b.History[:last]
	was = b.Setting
	if to.setting.Store != was.Store {
		b.Forget()
	}
	b.Setting, b.stale, b.restored = to.setting, true, true
	return was, to.figure, true
}

// TrimHistory lets undo keep one other data set's figures, not more.
func (b *Bench) TrimHistory() {
	for i := len(b.History) - 1; i > 0; i-- {
		if b.History[i].setting.Store != b.History[i-1].setting.Store {
			b.History = slices.Clone(b.History[i:])
			break
		}
	}
}

// Forget drops what belongs to the data that were shown.
func (b *Bench) Forget() {
	clear(b.widths)
	clear(b.Before)
	clear(b.warned)
	b.Notes, b.Old, b.ScreenAxis = nil, nil, sweep.Axis{}
	b.Runner.StopComputing(job.Sweep)
}
