package lab

import "slices"

// MaxUndo is how many steps undo can go back.
const MaxUndo = 200

// History holds the settings before the present one, the latest last.
type History []moment

// moment is a setting that was left, with the figure that the first chart showed then,
// if the change chose another.
type moment struct {
	setting Setting
	figure  string
}

func (h *History) push(m moment) {
	*h = append(*h, m)
	if len(*h) > MaxUndo {
		*h = (*h)[1:]
	}
}

// Trim drops all settings before the last change of the data but one: a setting holds the
// figures of its data in memory.
func (h *History) Trim() {
	for i := len(*h) - 1; i > 0; i-- {
		if (*h)[i].setting.Store != (*h)[i-1].setting.Store {
			*h = slices.Clone((*h)[i:])
			break
		}
	}
}

// Change changes the setting by f, as one step of the history.
func (b *Bench) Change(f func(*Setting)) { b.ChangeFrom("", f) }

// ChangeFrom is Change for when the first chart showed a figure that undo shall bring back.
func (b *Bench) ChangeFrom(figure string, f func(*Setting)) {
	before := b.setting.Clone()
	f(&b.setting)
	b.extendTrail(before, b.setting)
	b.follow()
	for _, text := range b.setting.Clamp(before) {
		b.Info(text)
	}
	if text := b.setting.keepsWidth(before); text != "" {
		b.Info(text)
	}
	b.History.push(moment{before, figure})
	b.stale = true
	if b.setting.sampled() && !before.sampled() {
		b.InfoOnce(b.setting.sampling())
	}
}

// Undo goes one step back. It returns the setting that it has left, and the figure that the
// first chart is to show; ok is false if there is nothing to undo.
func (b *Bench) Undo() (was Setting, figure string, ok bool) {
	if len(b.History) == 0 {
		b.Info("nothing to undo")
		return Setting{}, "", false
	}
	last := len(b.History) - 1
	to := b.History[last]
	b.History = b.History[:last]
	was = b.setting
	if to.setting.Store != was.Store {
		b.Forget()
	}
	b.extendTrail(was, to.setting)
	b.setting, b.stale, b.restored = to.setting, true, true
	return was, to.figure, true
}

// SetSetting replaces the setting, which is no step of the history.
func (b *Bench) SetSetting(s Setting) { b.setting = s }
