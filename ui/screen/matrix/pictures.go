package matrix

import (
	"fmt"
	"math"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/model"
	"gramscope/model/number"
	"gramscope/ui/chart"
	"gramscope/ui/look"
	"gramscope/ui/screen"
)

// title names the picture and the order of its rows.
func (s *Screen) title(w int) string {
	f, _ := s.seen()
	if f == nil {
		return s.look.Longest(w, "K, K̃ and |K−K̃|", "K and K̃")
	}
	name, n, clusters := f.Method, f.Maps.N, len(f.Maps.Clusters.Sizes)
	order := fmt.Sprintf("%d points in %d clusters", n, clusters)
	if i := s.bench.MethodIndex(name); i >= 0 && s.bench.Methods()[i].Clusters {
		order = fmt.Sprintf("%d points in the %d clusters that the method found", n, clusters)
	}
	switch {
	case n == 1:
		order = "one point"
	case clusters == 1:
		order = fmt.Sprintf("%d points", n)
	}
	sampled := ""
	if f.Maps.Sampled < n {
		sampled = fmt.Sprintf(", every %s drawn", number.Ordinal(n/f.Maps.Sampled))
	}
	of := name + s.bench.WhyNotPointed()
	return s.look.Longest(w, fmt.Sprintf("K and K̃ of %s: %s, each from its centre outwards%s", of, order, sampled),
		fmt.Sprintf("K and K̃ of %s: %s%s", of, order, sampled), fmt.Sprintf("K̃ of %s: %s", of, order), "K̃ of "+of, fmt.Sprintf("K̃ of %s: %s", name, order), name+": "+order, name)
}

// pictures returns the matrices that have been computed. Their scales are not set yet.
func (f *Found) pictures() []chart.Matrix {
	return []chart.Matrix{
		{Title: "K", Values: f.Maps.K, Cuts: f.Maps.Cuts},
		{Title: "K̃ of " + f.Method, Values: f.Maps.Approx, Cuts: f.Maps.Cuts},
		{Title: "|K−K̃|, own scale", Values: f.Maps.Residual, Cuts: f.Maps.Cuts},
	}
}

// leastMap is the smallest width of a picture in cells.
const leastMap = 17

// fitting returns how many pictures fit into w cells.
func fitting(w int) int { return max(1, min(len(names()), w/leastMap)) }

// text draws as many pictures as there is room for, side by side. K and K̃
// have one scale, the difference its own, or nothing of it would be seen.
func (s *Screen) text(w, h int) string {
	l, room := s.look, w
	f, stale := s.seen()
	if f == nil || f.Maps == nil {
		why := s.bench.NoPicture(s.Failed)
		if s.bench.CurrentName() == "" {
			why = "no method runs: choose one in the table"
		}
		return l.Filled(l.Message(why, w, h), w)
	}
	if l.Blank != 0 {
		return screen.Rendered(l, nil, w, h)
	}
	all := f.pictures()
	count, first := fitting(w), s.first
	if count == len(all) {
		first = 0
	}
	if count > 1 && 2*(h-2) < w/count { // low and wide: they need not take it all
		w = max(count*leastMap, count*(2*(h-2)+2))
	}
	each := (w - (count - 1)) / count
	full, signed := 0.0, false
	for k := range all {
		all[k].Fine = l.Fine()
	}
	for _, c := range all[:2] {
		full = math.Max(full, c.Largest(each, h))
	}
	for _, c := range all[:2] {
		least, _ := c.Extent()
		signed = signed || least <= -full/(2*chart.HeatLevels)
	}
	var columns [][]string
	for k := range count {
		which := (first + k) % len(all)
		c := all[which]
		c.Faint = stale
		c.Signed = which < 2 && signed
		if which < 2 {
			c.Full = full
		} else {
			c.Title = s.residualTitle(c, each)
		}
		columns = append(columns, strings.Split(look.Compact(c.Render(each, h, l.Glyphs, l.Paint)), "\n"))
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
	return l.Filled(lines, room)
}

// residualTitle names |K−K̃| with its largest value, and that of the method shown before, in w cells: scales differ, and
// pictures of two methods look alike. The largest value does not depend on the size of the picture, whose cells are averages.
func (s *Screen) residualTitle(c chart.Matrix, w int) string {
	title := "|K−K̃|"
	_, largest := c.Extent()
	if !(largest > 0) {
		return title
	}
	upTo := title + " up to " + number.Figure(largest)
	before, ok := s.others[s.compared]
	if f, _ := s.seen(); !ok || f.Method == s.compared || c.Faint {
		return s.look.Longest(w, upTo, title)
	}
	c.Values = before
	_, most := c.Extent()
	other := fmt.Sprintf(" (%s %s)", s.compared, number.Figure(most))
	return s.look.Longest(w, upTo+other, title+" "+number.Figure(largest)+other, upTo, title)
}

// pixels are those of the pictures for which text has room, with its titles.
func (s *Screen) pixels() chart.Chart {
	f, stale := s.seen()
	if f == nil || f.Maps == nil {
		return chart.Matrices{}
	}
	all := chart.Matrices(f.pictures())
	count, first := fitting(s.room), s.first
	all[2].Title = s.residualTitle(all[2], (s.room-(count-1))/count)
	scaleTogether(all)
	for k := range all {
		all[k].Faint = stale
	}
	if count == len(all) {
		return all
	}
	return append(all[first:len(all):len(all)], all[:first]...)[:count]
}

// name returns the name of the pictures for files.
func (s *Screen) name() string { return strings.TrimSpace("matrix " + s.bench.CurrentName()) }

// figure are the pictures as they are drawn to a file: none until those of
// the present setting are there.
func (s *Screen) figure() chart.Chart {
	f, stale := s.seen()
	if stale || f == nil || f.Maps == nil {
		return chart.Matrices{}
	}
	all := chart.Matrices(f.pictures())
	if s.bench.Methods()[s.bench.MethodIndex(f.Method)].Uses(model.BudgetName) {
		if c := s.bench.Setting().Condition(model.BudgetName); !c.IsZero() {
			all[1].Title += fmt.Sprintf(", m by %s", c)
		} else {
			all[1].Title += fmt.Sprintf(", m=%g", s.bench.Setting().Value(model.Budget(nil), s.bench.Widths()))
		}
	}
	all[2].Title = "|K−K̃|"
	full, rest := scaleTogether(all)
	if all[2].Full == 0 && full > 0 {
		all[2].Title += fmt.Sprintf(", own scale: up to %s of K's", number.Percent(rest/full))
	}
	return all
}

// scaleTogether gives K and K̃ one scale, and their difference, too, where it is seen well on that one. It returns the largest entry
// of the two, and that of the difference.
func scaleTogether(all chart.Matrices) (full, rest float64) {
	largest := func(of ...chart.Matrix) (full float64) {
		for _, c := range of {
			_, one := c.Extent()
			full = math.Max(full, one)
		}
		return full
	}
	full, rest = largest(all[:2]...), largest(all[2])
	all[0].Full, all[1].Full = full, full
	const visible = 0.5 // of the largest entry
	if rest >= visible*full {
		all[2].Full = full
	}
	return full, rest
}
