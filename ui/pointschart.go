package ui

import (
	"fmt"
	"slices"
	"strings"

	"gramscope/ui/chart"
	"gramscope/ui/drawing"
	"gramscope/ui/number"
)

// who is the method of a chart, "" for none.
func (m *explorer) who(side int) string {
	left, right := m.pair()
	if side == 0 {
		return left
	}
	return right
}

// smallHits counts a method's landmarks in the smallest cluster; not ok where
// there are none to count.
func (c *cast) smallHits(name string) (hits, size, all int, ok bool) {
	found, known := c.rests[name]
	if !known || found.missing != "" || c.clusters == nil || len(c.clusters.Sizes) < 2 {
		return 0, 0, 0, false
	}
	small := c.clusters.Smallest()
	for _, i := range found.rows {
		if c.clusters.Owner[i] == small {
			hits++
		}
	}
	return hits, c.clusters.Sizes[small], len(found.rows), true
}

// pointsTitle says whose landmarks are marked, and how many of them are in the
// smallest cluster.
func (m *explorer) pointsTitle(side, w int) string {
	name := m.who(side)
	if name == "" {
		return "points"
	}
	c, stale := m.points.seen()
	sign := string(m.sign(name)) + " "
	found, known := c.rests[name]
	if stale || !known {
		return m.look.Longest(w, sign+name+": computing the landmarks", sign+name+" …", name)
	}
	if found.missing != "" {
		return m.look.Longest(w, found.missing, name)
	}
	hits, size, all, ok := c.smallHits(name)
	if !ok {
		return m.look.Longest(w, fmt.Sprintf("%s%s: %d landmarks", sign, name, len(found.rows)), name)
	}
	small := c.clusters.Smallest() + 1
	share := number.Percent(float64(hits) / float64(size))
	return m.look.Longest(w,
		fmt.Sprintf("%s%s: %d of its %d landmarks are in the smallest cluster (%d), which has %d points: %s", sign, name, hits, all, small, size, share),
		fmt.Sprintf("%s%s: landmarks are %d of the %d points of the smallest cluster", sign, name, hits, size),
		fmt.Sprintf("%s%s: %d of %d in the smallest cluster (%s)", sign, name, hits, size, share),
		fmt.Sprintf("%s%s: %d of %d in the smallest cluster", sign, name, hits, size),
		fmt.Sprintf("%s%s: %d of %d in cluster %d", sign, name, hits, size, small),
		fmt.Sprintf("%s%s %d/%d", sign, name, hits, size))
}

// pointsText is a scatter: a line that explains it, the points, and, beside the
// first, what is under the crosshair.
func (m *explorer) pointsText(side, w, h int) string {
	v, l := &m.points, &m.look
	c, stale := v.seen()
	if c.cloud == nil {
		return m.look.Filled(m.look.Message(m.NoPicture(v.failed), w, h), w)
	}
	name := m.who(side)
	if name == "" {
		return m.look.Filled(m.look.Message("no other method suits this kernel", w, h), w)
	}
	var lines []string
	if h >= 8 {
		lines = append(lines, l.Fit(" "+l.Text(m.pointsLegend(c, name, w-1)), w))
		h--
	}
	below := ""
	if v.at >= 0 && v.at < len(c.order) && h >= 4 {
		below = l.Strong.Render(l.Fit(" "+l.Text(m.pointLine(c, side, w-1)), w))
		h--
	}
	drawn := m.dots(c, name, stale).Render(w, h, l.Glyphs, l.Paint)
	lines = append(lines, strings.Split(drawn, "\n")...)
	if below != "" {
		lines = append(lines, below)
	}
	return m.look.Filled(lines, w)
}

// pointsLegend explains the marks, in the longest form that fits.
func (m *explorer) pointsLegend(c *cast, name string, w int) string {
	s := chart.DotSamples(m.look.Glyphs)
	mark := string(m.sign(name)) + " landmark"
	if c.rests[name].missing != "" {
		mark = "no landmarks"
	}
	clusters := fmt.Sprintf("1–%d clusters", len(c.clusters.Sizes))
	if len(c.clusters.Sizes) == 1 {
		clusters = "one cluster"
	}
	size := fmt.Sprintf("leverage %s below the mean, %s above, %s twice", s[0], s[1], s[2])
	middle := fmt.Sprintf("leverage %s low %s mid %s high", s[0], s[1], s[2])
	brief := fmt.Sprintf("%s%s%s leverage", s[0], s[1], s[2])
	switch {
	case c.scores == nil && c.unscored != "":
		size, middle, brief = c.unscored, "no leverage scores", "no leverage scores"
	case c.scores == nil:
		size, middle, brief = "leverage: computing", "leverage …", "leverage …"
	}
	return m.look.Longest(w, mark+"   "+clusters+"   "+size, mark+"  "+clusters+"  "+middle, mark+"  "+brief+"  "+clusters, mark+"  "+brief, mark)
}

// level is the weight of a point: its score below the mean, above, or above twice
// the mean.
func level(score, mean float64) int {
	switch {
	case score >= 2*mean:
		return 2
	case score >= mean:
		return 1
	}
	return 0
}

// dots is the scatter of one method.
func (m *explorer) dots(c *cast, name string, stale bool) chart.Dots {
	x, y := m.plane()
	d := chart.Dots{Faint: stale, X: chart.Axis{Title: x.name}, Y: chart.Axis{Title: y.name}, Empty: "no points"}
	mean := 0.0
	for _, v := range c.scores {
		mean += v / float64(len(c.scores))
	}
	weight := func(i int) int {
		if c.scores == nil {
			return 1
		}
		return level(c.scores[i], mean)
	}
	centres := make([][3]float64, len(c.clusters.Sizes))
	for i := range x.values {
		s := c.clusters.Owner[i]
		d.Dots = append(d.Dots, chart.Dot{X: x.values[i], Y: y.values[i], Color: s, Level: weight(i)})
		centres[s] = [3]float64{centres[s][0] + x.values[i], centres[s][1] + y.values[i], centres[s][2] + 1}
	}
	for s, at := range centres {
		if len(centres) > 1 {
			d.Labels = append(d.Labels, chart.DotLabel{X: at[0] / at[2], Y: at[1] / at[2], Text: fmt.Sprint(s + 1)})
		}
	}
	for _, i := range c.rests[name].rows {
		if i < len(x.values) {
			d.Marks = append(d.Marks, chart.Point{X: x.values[i], Y: y.values[i], Marker: m.sign(name), Color: chart.MarkColor, Faint: stale})
		}
	}
	if at := m.points.at; at >= 0 && at < len(c.order) {
		i := c.order[at]
		d.Cursor = &chart.Point{X: x.values[i], Y: y.values[i], Marker: crosshair(m.look.Glyphs), Color: chart.MarkColor}
	}
	return d
}

// pointsName is that of a chart where it is written.
func (m *explorer) pointsName(side int) string { return strings.TrimSpace("points " + m.who(side)) }

// pointsFigure is the scatter of a chart as it is drawn to a file: empty until the
// present points and landmarks are there.
func (m *explorer) pointsFigure(side int) drawing.Chart {
	c, stale := m.points.seen()
	name := m.who(side)
	found, known := c.rests[name]
	if stale || c.cloud == nil || !known {
		return drawing.Dots{}
	}
	d := drawing.Dots{Dots: m.dots(c, name, false), Of: name, Marked: fmt.Sprintf("landmarks: %d of %d", len(found.rows), len(c.order))}
	hits := make([]int, len(c.clusters.Sizes))
	for _, i := range found.rows {
		hits[c.clusters.Owner[i]]++
	}
	for s, size := range c.clusters.Sizes {
		text := fmt.Sprintf("cluster %d: %d of %d", s+1, hits[s], size)
		if found.missing != "" {
			text = fmt.Sprintf("cluster %d: %d points", s+1, size)
		}
		d.Groups = append(d.Groups, text)
	}
	if c.scores != nil {
		d.Levels = [chart.DotLevels]string{"leverage below the mean", "above the mean", "above twice the mean"}
	}
	return d
}

// crosshair is its character: unlike those of methods.
func crosshair(g chart.Glyphs) rune {
	if g == chart.ASCII {
		return 'X'
	}
	return '╳'
}

// pointLine names the row under the crosshair: in the first chart with its score
// and values, in the second with what the methods make of it.
func (m *explorer) pointLine(c *cast, side, w int) string {
	i := c.order[m.points.at]
	n := len(c.order)
	head := fmt.Sprintf("%c row %d", crosshair(m.look.Glyphs), i+1)
	if side == 1 {
		var parts []string
		for _, name := range []string{m.who(0), m.who(1)} {
			if found, ok := c.rests[name]; ok && found.missing == "" {
				word := "no landmark of "
				if slices.Contains(found.rows, i) {
					word = "a landmark of "
				}
				parts = append(parts, word+name)
			}
		}
		full := fmt.Sprintf("cluster %d of %d points", c.clusters.Owner[i]+1, c.clusters.Sizes[c.clusters.Owner[i]])
		return m.look.Longest(w, head+": "+full+"; "+strings.Join(parts, ", "), full+"; "+strings.Join(parts, ", "), full)
	}
	if c.scores != nil {
		head += fmt.Sprintf(": τ=%s, %s of %d,", number.Figure(c.scores[i]), number.Ordinal(m.points.at+1), n)
	} else {
		head += fmt.Sprintf(" of %d:", n)
	}
	x, y := m.plane()
	Axes := fmt.Sprintf(" %s=%s", x.name, number.Figure(x.values[i]))
	if y.name != "" {
		Axes += fmt.Sprintf(" %s=%s", y.name, number.Figure(y.values[i]))
	}
	rest := ""
	for _, one := range c.coordinates() {
		if one.name == x.name || one.name == y.name || strings.HasPrefix(one.name, "pc") {
			continue
		}
		next := fmt.Sprintf(" %s=%s", one.name, number.Figure(one.values[i]))
		if len([]rune(head+Axes+rest+next)) > w {
			rest += " …"
			break
		}
		rest += next
	}
	return m.look.Longest(w, head+Axes+rest, head+Axes, strings.TrimSuffix(head, ","))
}
