package ui

import (
	"fmt"
	"time"

	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/ui/look"
)

// newViewer is an explorer of results from files.
func newViewer(c Config, l look.Look, r *job.Runner, clock func() time.Time) *explorer {
	return explorerOn(lab.NewOfFiles(*c.Recorded, c.Methods, r, clock), c, l)
}

// filesHeader says what results from files are shown.
func (m *explorer) filesHeader(names []string, runs, w int) string {
	files := names[0]
	if n := len(names) - 1; n > 0 {
		files += fmt.Sprintf(" and %d more", n)
	}
	source, shown := m.Setting().Store.Source().Name(), fmt.Sprintf("%d of %d runs", m.Outcome().Done(), runs)
	return m.look.Longest(w+1, "gramscope view ── "+files+" ── "+source+" ── "+shown, files+" ── "+shown, shown)
}
