package ui

import (
	"slices"
	"strings"
	"testing"

	"gramscope/approx"
	"gramscope/model/job"
	"gramscope/ui/frame"
)

// rowsOf returns the names in the table's rows, and the headings in brackets.
func rowsOf(m *explorer) (names []string) {
	r := m.layout.Panes[frame.Methods]
	text := m.paneText(frame.Methods, r, 0, false)
	for i, line := range strings.Split(text, "\n")[1:] {
		fields := strings.Fields(line)
		switch {
		case len(fields) == 0 || strings.HasPrefix(fields[0], "+"):
		case strings.ContainsAny(line, "☐☑"):
			fields = slices.DeleteFunc(fields, func(s string) bool { return strings.Contains("▸☐☑", s) })
			names = append(names, fields[1])
		case len(fields) == 1 && i < r.H:
			names = append(names, "["+fields[0]+"]")
		}
	}
	return names
}

// TestTableIsFiltered: the filter looks at names, families and descriptions of all methods as it is typed, the charts keep their
// place meanwhile, enter keeps it, space ticks what it lists, and esc ends it.
func TestTableIsFiltered(t *testing.T) {
	for _, size := range [][2]int{{160, 45}, {120, 36}, {80, 24}, {60, 16}, {40, 12}} {
		m := newToyWith(t, approx.Methods(), "braille", "none", size[0], size[1])
		m.Launch = func(job.Kind, job.Work) {}
		press(m, "/")
		if m.mode() != inFilter || m.focus != frame.Methods {
			t.Fatalf("%v: / does not open the filter of the table", size)
		}
		before := m.layout
		press(m, "landmarks SCORES estimated")
		if got := rowsOf(m); !slices.Equal(got, []string{"recursive-rls"}) {
			t.Errorf("%v: by description: %v", size, got)
		}
		checkFits(t, m)
		if m.layout.Panes != before.Panes {
			t.Errorf("%v: typing moves the panes", size)
		}
		press(m, "esc")
		if m.mode() != onMethods || m.table().Filters() {
			t.Errorf("%v: esc does not end the filter", size)
		}
		press(m, "/", "features", "down", "enter")
		if got := rowsOf(m); !slices.Contains(got, "fourier") || !slices.ContainsFunc(got, func(s string) bool { return strings.HasPrefix(s, "orthogonal-fo") }) || slices.Contains(got, "nystrom") || m.mode() != onMethods {
			t.Errorf("%v: by family, kept: %v", size, got)
		}
		at := m.Methods()[m.Pointed()].Name
		ticked := slices.Contains(m.Setting().Spec.Methods, at)
		if press(m, "space"); slices.Contains(m.Setting().Spec.Methods, at) == ticked {
			t.Errorf("%v: space does not tick %s", size, at)
		}
		press(m, "/", "no such method", "down", "up")
		if got := rowsOf(m); len(got) > 0 || size[0] > 80 && !strings.Contains(m.View(), "no method has no such method") {
			t.Errorf("%v: nothing matches: %v\n%s", size, got, m.View())
		}
		checkFits(t, m)
		press(m, "enter", "down", "space", "esc")
		if got := rowsOf(m); m.table().Filters() || len(got) == 0 {
			t.Errorf("%v: after the filter: %v", size, got)
		}
	}
}

// TestHeadingsNeedRoom: families head their methods where all lines fit, or the list is long and scrolls, and never in a window that
// would leave the charts too few rows.
func TestHeadingsNeedRoom(t *testing.T) {
	for _, c := range []struct {
		w, h int
		of   []string
		want bool
	}{
		{160, 45, []string{"nystrom", "kmeans-nystrom", "fourier", "orthogonal-fourier"}, true},
		{160, 45, []string{"nystrom", "bka", "fourier"}, false}, // a heading a method
		{80, 24, []string{"nystrom", "kmeans-nystrom", "fourier", "orthogonal-fourier"}, false},
		{80, 24, nil, false},
		{160, 45, nil, true},
	} {
		m := newToyWith(t, approx.Methods(), "braille", "none", c.w, c.h)
		m.Launch = func(job.Kind, job.Work) {}
		var of []string
		for _, method := range m.Methods() {
			if c.of == nil && m.Setting().Unmet(method) == "" || slices.Contains(c.of, method.Name) {
				of = append(of, method.Name)
			}
		}
		charts := m.layout.Panes[frame.First].H
		press(m, ":", "methods "+strings.Join(of, ","), "enter")
		m.Point(m.MethodIndex(of[0]))
		press(m, "esc")
		got := rowsOf(m)
		if heads := slices.ContainsFunc(got, func(s string) bool { return s[0] == '[' }); heads != c.want {
			t.Errorf("%d×%d, %d methods: %v", c.w, c.h, len(of), got)
		}
		if now := m.layout.Panes[frame.First].H; c.want && c.of != nil && (now < 20 || now >= charts+4) {
			t.Errorf("%d×%d: charts have %d rows, before %d", c.w, c.h, now, charts)
		}
		m.focusOn(frame.Methods)
		press(m, "z")
		if slices.ContainsFunc(rowsOf(m), func(s string) bool { return s[0] == '[' }) {
			t.Errorf("a sorted table has headings: %v", rowsOf(m))
		}
	}
}
