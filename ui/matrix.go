package ui

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/model"
	"gramscope/model/inspect"
	"gramscope/ui/chart"
	"gramscope/ui/drawing"
	"gramscope/ui/lab"
)

// matrix is the fourth screen: K, K̃ and what is between them, as pictures.
func matrix() screen {
	return screen{
		key: "4", name: "Matrix", first: firstPane,
		charts: []view{{mode: onMatrix, title: (*explorer).matrixTitle, draw: (*explorer).matrixText, figure: (*explorer).matrixFigure, name: (*explorer).matrixName}},
		need:   noMore, over: stay,
		start: (*explorer).startMatrix,
		stop: func(m *explorer) {
			m.Runner.Stop(lab.MatrixLane)
			if !m.maps.done {
				m.maps.key = ""
			}
		},
		hint: func(m *explorer, word string) string {
			switch word {
			case "value":
				return "first: " + mapNames()[m.maps.first]
			case "log":
				return ""
			}
			return word
		},
		keys: []binding{
			{keys: []string{"v"}, show: "v", does: "the next of K, K̃ and |K−K̃| first, where there is no room for all", hint: "value", in: onPanes,
				run: do(func(m *explorer) { m.maps.first = (m.maps.first + 1) % len(mapNames()) })},
		},
	}
}

// mapNames are the pictures.
func mapNames() []string { return []string{"K", "K̃", "|K−K̃|"} }

// mapsView is the state of the screen.
type mapsView struct {
	first    int // the picture at the left
	key      string
	now, old *mapsFound
	done     bool
	failed   error
}

// mapsFound is what the work posts.
type mapsFound struct {
	method string
	maps   *inspect.Maps
}

// startMatrix computes the pictures of the present setting and the method that is
// pointed at, unless they are there or on their way.
func (m *explorer) startMatrix() {
	v := &m.maps
	name := m.scored()
	if name == "" {
		m.Runner.Stop(lab.MatrixLane)
		v.key, v.now, v.old = "", nil, nil
		return
	}
	p, ok := m.PictureOf([]string{name})
	key := p.Key() + name
	if !ok || key == v.key {
		return
	}
	if v.now != nil {
		v.old = v.now
	}
	v.key, v.now, v.done, v.failed = key, nil, false, nil
	count := int(m.Setting.Value(model.Clusters(nil), m.Widths()))
	m.Launch(lab.MatrixLane, func(ctx context.Context, post func(any)) {
		plan, err := p.Prepare(ctx)
		if err == nil {
			var maps *inspect.Maps
			if maps, err = inspect.MapsOf(ctx, plan, plan.Cells[0], count); err == nil {
				post(mapsFound{name, maps})
			}
		}
		lab.RefuseUnlessDone(ctx, post, err)
	})
}

// receive takes in what the work has found.
func (v *mapsView) receive(body any) (notes []string, err error) {
	switch b := body.(type) {
	case mapsFound:
		v.now, v.old = &b, nil
	case lab.Finished:
		v.done = true
	}
	if err = lab.FailureOf(body); err != nil {
		v.failed, v.old = err, nil
	}
	return nil, err
}

// seen is what is shown: the present pictures, or those before.
func (v *mapsView) seen() (found *mapsFound, stale bool) {
	if v.now == nil && v.failed == nil {
		return v.old, true
	}
	return v.now, false
}

// matrixTitle says what is shown and how its rows are ordered.
func (m *explorer) matrixTitle(w int) string {
	found, _ := m.maps.seen()
	if found == nil {
		return m.look.Longest(w, "K, K̃ and |K−K̃|", "K and K̃")
	}
	name, n, clusters := found.method, found.maps.N, len(found.maps.Clusters.Sizes)
	order := fmt.Sprintf("%d points in %d clusters", n, clusters)
	if i := m.Place(name); i >= 0 && m.Methods[i].Clusters {
		order = fmt.Sprintf("%d points in its own %d clusters", n, clusters)
	}
	switch {
	case n == 1:
		order = "one point"
	case clusters == 1:
		order = fmt.Sprintf("%d points", n)
	}
	sampled := ""
	if found.maps.Sampled < n {
		sampled = fmt.Sprintf(", every %s drawn", ordinal(n/found.maps.Sampled))
	}
	return m.look.Longest(w, fmt.Sprintf("K and K̃ of %s: %s, each from its centre outwards%s", name, order, sampled),
		fmt.Sprintf("K and K̃ of %s: %s%s", name, order, sampled), fmt.Sprintf("K̃ of %s: %s", name, order), name+": "+order, name)
}

// ordinal writes 2nd, 3rd, 11th.
func ordinal(n int) string {
	suffix := "th"
	if n%100 < 11 || n%100 > 13 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return fmt.Sprint(n, suffix)
}

// pictures are those that there are, without scales yet.
func (f *mapsFound) pictures() []chart.Matrix {
	return []chart.Matrix{
		{Title: "K", Values: f.maps.K, Cuts: f.maps.Cuts},
		{Title: "K̃ of " + f.method, Values: f.maps.Approx, Cuts: f.maps.Cuts},
		{Title: "|K−K̃|, a scale of its own", Values: f.maps.Residual, Cuts: f.maps.Cuts},
	}
}

// leastMap is how many cells a picture needs.
const leastMap = 17

// matrixText draws as many pictures as there is room for, side by side. K and K̃
// have one scale, the difference its own, or nothing of it would be seen.
func (m *explorer) matrixText(w, h int) string {
	v, l := &m.maps, &m.look
	found, stale := v.seen()
	if found == nil || found.maps == nil {
		why := m.NoPicture(v.failed)
		if m.scored() == "" {
			why = "no method runs: choose one in the table"
		}
		return m.look.Filled(m.look.Message(why, w, h), w)
	}
	all := found.pictures()
	count := max(1, min(len(all), w/leastMap))
	if count > 1 && 2*(h-2) < w/count { // low and wide: they need not take it all
		w = max(count*leastMap, count*(2*(h-2)+2))
	}
	each := (w - (count - 1)) / count
	full := 0.0
	for _, c := range all[:2] {
		full = math.Max(full, c.Largest(each, h))
	}
	var columns [][]string
	for k := range count {
		which := (v.first + k) % len(all)
		c := all[which]
		c.Faint = stale
		if which < 2 {
			c.Full = full
		}
		columns = append(columns, strings.Split(c.Render(each, h, l.Glyphs, l.Paint), "\n"))
	}
	lines := make([]string, h)
	for y := range lines {
		var b strings.Builder
		for k, column := range columns {
			text := column[y]
			if k < len(columns)-1 {
				text += strings.Repeat(" ", max(0, each+1-ansi.StringWidth(text)))
			}
			b.WriteString(text)
		}
		lines[y] = b.String()
	}
	return m.look.Filled(lines, m.layout.panes[firstPane].w)
}

// matrixName is that of the pictures where they are written.
func (m *explorer) matrixName() string { return strings.TrimSpace("matrix " + m.scored()) }

// matrixFigure are the pictures as they are drawn to a file: none until those of
// the present setting are there.
func (m *explorer) matrixFigure() drawing.Chart {
	found, stale := m.maps.seen()
	if stale || found == nil || found.maps == nil {
		return drawing.Matrices{}
	}
	all := found.pictures()
	if m.Methods[m.Place(found.method)].Uses("m") {
		all[1].Title += fmt.Sprintf(", m=%g", m.Setting.Value(model.Budget(nil), m.Widths()))
	}
	full := 0.0
	for _, c := range all[:2] {
		for _, row := range c.Values {
			for _, v := range row {
				full = math.Max(full, math.Abs(v))
			}
		}
	}
	all[0].Full, all[1].Full = full, full
	return drawing.Matrices(all)
}
