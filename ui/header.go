package ui

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/data"
	"gramscope/model/number"
	"gramscope/model/sweep"
	"gramscope/ui/chart"
)

// header makes the text of the frame's first line.
type header struct{ *window }

// text names the screen, the data, the kernel and the progress. In a narrow window it leaves parts out.
func (h header) text(w int) string {
	if files, runs := h.Files(); files != nil {
		return h.look.Text(h.files(files, runs, w))
	}
	l, s, screen := &h.look, h.Setting, h.screens[h.at]
	source := s.Store.Source()
	kernel, gamma, width := s.Spec.Kernel, "", s.Spec.Kernel // width has no σ
	if g := s.Gamma(); !math.IsNaN(g) {
		gamma = "γ=" + number.Short(g)
		width = kernel + " " + gamma
		kernel = width + " σ=" + number.Short(s.Sigma())
	}
	on := screen.key + " " + screen.Name()
	of := fmt.Sprintf(" n=%d", s.Spec.N)
	brief := source.Name() + of
	if all := source.Rows(); all > s.Spec.N {
		of += fmt.Sprintf(" of %d", all)
	}
	stem, _, _ := strings.Cut(source.Name(), ".")
	base, dims := ansi.Truncate(cmp.Or(stem, source.Name()), 24, "…")+of, ""
	if data.MatrixOf(source) == nil {
		dims = fmt.Sprintf(" d=%d", source.Dims())
	}
	long, short := source.Name()+of+dims, base+dims
	bar, left, count := h.progress(barred), h.progress(timed), h.progress(counted)
	forms := [][4]string{ // two parts before the target, and two after it
		{"gramscope " + on, long, kernel, bar}, {on, long, kernel, bar}, {on, long, kernel, left}, {on, short, kernel, left},
		{on, short, width, left}, {on, short, gamma, left}, {on, base, gamma, left}, {on, short, gamma, count},
		{on, base, gamma, count}, {on, base, "", count}, {screen.key, base, "", count},
	}
	const whole = 3 // forms with the whole name; only these have the target, too
	fit := func(f [4]string, target string) (text string, room int) {
		parts := slices.DeleteFunc([]string{f[0], f[1], target, f[2], f[3]}, func(part string) bool { return part == "" })
		text = l.Text(strings.Join(parts, " ── "))
		room = w - ansi.StringWidth(text) // with space for the time left, so that nothing moves when it becomes known
		return strings.TrimRight(text, " "), room
	}
	target := ""
	if file, ok := source.(*data.File); ok && file.Target() != "" {
		target = "target " + file.Target()
	}
	for _, f := range forms[:whole] {
		if text, room := fit(f, target); room >= 0 {
			return text
		}
	}
	const least = 16 // cells of a name that is cut
	if _, room := fit(forms[whole-1], ""); target != "" && room-len(" -- ") >= least {
		text, _ := fit(forms[whole-1], ansi.Truncate(target, room-len(" -- "), "…"))
		return text
	}
	for _, f := range forms {
		if text, room := fit(f, ""); room >= 0 {
			return text
		}
	}
	return l.Text(l.Longest(w, brief+" ── "+count, brief, source.Name()))
}

// files describes the results that are shown from files.
func (h header) files(names []string, runs, w int) string {
	files := names[0]
	if n := len(names) - 1; n > 0 {
		files += fmt.Sprintf(" and %d more", n)
	}
	source, shown := h.Setting.Store.Source().Name(), fmt.Sprintf("%d of %d runs", h.Outcome.Done, runs)
	return h.look.Longest(w+1, "gramscope view ── "+files+" ── "+source+" ── "+shown, files+" ── "+shown, shown)
}

// Levels of detail of the progress.
const (
	counted = iota // done of total
	timed          // the time left as well
	barred         // a bar as well
)

// progress returns the progress at a level of detail. Its width is constant during a sweep.
func (h header) progress(more int) string {
	o := h.Outcome
	switch {
	case h.learning != nil:
		return fmt.Sprintf("learning widths: step %3d", h.learning.evaluations)
	case h.Frozen && more >= timed:
		return "frozen: f resumes"
	case h.Frozen:
		return "frozen"
	case h.Failed != nil:
		return "stopped"
	case o.Total == 0 && !o.Finished:
		return "starting"
	case o.Total == 0:
		return "idle"
	}
	counts := fmt.Sprintf("%*d/%d", len(fmt.Sprint(o.Total)), o.Done, o.Total)
	switch {
	case more == counted:
		return counts
	case more == timed && o.Done >= o.Total:
		return counts + " runs"
	case o.Done >= o.Total && !o.Finished:
		return counts + " runs, exact …"
	case o.Done >= o.Total:
		return counts + " runs, done"
	case more >= barred:
		counts += " runs " + chart.Bar(o.Done, o.Total, 8, h.look.Glyphs)
	}
	left := strings.Repeat(" ", len("12m34s left"))
	if d, ok := o.Left(h.Clock()); ok {
		left = fmt.Sprintf("%6s left", sweep.FormatTime(d))
	}
	return counts + " " + left
}
