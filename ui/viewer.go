package ui

import (
	"fmt"
	"slices"
	"time"

	"gramscope/ui/lab"
	"gramscope/ui/look"
)

// recordedKeys are those that make sense for results from files: nothing is
// computed, and there are no other data.
func recordedKeys(all []binding) []binding {
	return slices.DeleteFunc(all, func(b binding) bool {
		computes := b.section == "Data chooser" || b.hint == "data" || b.hint == "type" || b.hint == "screen"
		for _, k := range []string{"d", "u", "r", "f", "c", "b", "backspace", "1", ":"} {
			computes = computes || b.in&onPanes != 0 && slices.Contains(b.keys, k)
		}
		return computes || b.in&onKnobs != 0 && slices.Contains(b.keys, "enter")
	})
}

// newViewer is an explorer of results from files.
func newViewer(c Config, l look.Look, r *lab.Runner, clock func() time.Time) *explorer {
	return explorerOn(lab.NewOfFiles(*c.Recorded, c.Methods, c.Warnings, r, clock), c, l)
}

// recordedHeader says what is shown.
func (m *explorer) recordedHeader(w int) string {
	r := m.Recorded
	files := r.Files[0]
	if n := len(r.Files) - 1; n > 0 {
		files += fmt.Sprintf(" and %d more", n)
	}
	source, shown := m.Setting.Store.Source().Name(), fmt.Sprintf("%d of %d runs", m.Out.Done, len(r.Rows))
	return m.look.Longest(w+1, "gramscope view ── "+files+" ── "+source+" ── "+shown, files+" ── "+shown, shown)
}
