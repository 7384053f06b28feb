package points

import (
	"fmt"
	"slices"
	"strings"

	"gramscope/model/number"
	"gramscope/ui/chart"
	"gramscope/ui/screen"
)

// marked returns the methods that have landmarks.
func (s *Screen) marked() []string {
	c, _ := s.seen()
	return slices.DeleteFunc(s.names(), func(name string) bool { return len(c.Rests[name].Rows) == 0 })
}

// shown returns the methods that have a chart, or "" for one chart without landmarks, and why the others have none.
func (s *Screen) shown(c *Cast) (names, missing []string) {
	var none []string
	for _, name := range s.names() {
		switch found, known := c.Rests[name]; {
		case found.Missing != "":
			missing = append(missing, found.Missing)
		case known && len(found.Rows) == 0:
			none = append(none, name)
		default:
			names = append(names, name)
		}
	}
	if len(none) > 0 {
		missing = append(missing, "not on points: "+strings.Join(none, ", "))
	}
	if len(names) == 0 {
		names = []string{""}
	}
	return names, missing
}

// arrange returns the methods whose charts fit into w×h cells, and where the charts are; below them is a line.
func (s *Screen) arrange(c *Cast, w, h int) (chart.Multiples, []string) {
	names, _ := s.shown(c)
	at := chart.Arrange(len(names), w, h-1)
	return at, screen.Visible(s.bench, names, at.Count)
}

// SmallHits counts a method's landmarks in the smallest cluster. ok is false if it has none that are known, or if all
// points are in one cluster.
func (c *Cast) SmallHits(name string) (hits int, ok bool) {
	found := c.Rests[name]
	if len(found.Rows) == 0 || len(c.Clusters.Sizes) < 2 {
		return 0, false
	}
	return found.Hits[c.Clusters.Smallest()], true
}

// expected returns the expected number of landmarks in the smallest cluster if as many as a method has were drawn
// uniformly.
func (c *Cast) expected(name string) float64 {
	size := c.Clusters.Sizes[c.Clusters.Smallest()]
	return float64(len(c.Rests[name].Rows)) * float64(size) / float64(c.count())
}

// title says what the bars are.
func (s *Screen) title(_ chart.Lines, w int) string {
	c, stale := s.seen()
	for _, name := range s.names() {
		if _, ok := c.SmallHits(name); stale || !ok {
			continue
		}
		small, all := c.Clusters.Smallest(), len(c.Rests[name].Rows)
		size, in := c.Clusters.Sizes[small], fmt.Sprintf("in cluster %d", small+1)
		mark := fmt.Sprintf("expected %s of %d", number.Figure(c.expected(name)), all)
		draw := "points); ┊ a uniform draw expects" + strings.TrimPrefix(mark, "expected")
		isOther := func(other string) bool { n := len(c.Rests[other].Rows); return n > 0 && n != all }
		if slices.ContainsFunc(s.names(), isOther) {
			mark, draw = "expected", "points); ┊ expected of a uniform draw" // each bar has its own
		}
		return s.look.Longest(w,
			fmt.Sprintf("landmarks %s, the smallest (%d of %d %s", in, size, c.count(), draw),
			fmt.Sprintf("landmarks %s (%d %s", in, size, draw),
			"landmarks "+in+"; ┊ "+mark, in+"; ┊ "+strings.TrimPrefix(mark, "expected "), "landmarks")
	}
	if stale || c.Cloud != nil && len(c.Rests) < len(s.names()) {
		return s.look.Longest(w, "points, computing the landmarks", "points")
	}
	return "points and landmarks"
}

// heading heads a method's chart: a bar of its landmarks in the smallest cluster, on the scale of all methods, with a
// mark at what a uniform draw of as many has there.
func (s *Screen) heading(c *Cast, name string, w int) string {
	if name == "" {
		_, missing := s.shown(c)
		return s.look.Text(strings.Join(missing, "; "))
	}
	scale, widest, end := 1.0, 0, map[string]string{} // of one landmark, if there are none
	for _, other := range s.names() {
		if !slices.Contains(s.bench.Setting.Spec.Methods, other) {
			end[other] = ", not ticked"
		}
		hits, _ := c.SmallHits(other)
		scale, widest = max(scale, float64(hits), c.expected(other)), max(widest, len(other+end[other]))
	}
	hits, ok := c.SmallHits(name)
	room, count := min(w-widest-9, 40), fmt.Sprint(hits)
	switch _, known := c.Rests[name]; {
	case !known:
		return screen.Heading(s.bench, s.look, name, w, ": computing the landmarks", ": computing", " …")
	case !ok:
		return screen.Heading(s.bench, s.look, name, w, ": "+number.Plural(len(c.Rests[name].Rows), "landmark"))
	case room < 4:
		return screen.Heading(s.bench, s.look, name, w, end[name]+": "+count, ": "+count, " "+count)
	}
	bar := []rune(chart.Bar(8*hits, int(8*scale+0.5), room, s.look.Glyphs))
	bar[min(int(c.expected(name)/scale*float64(room)), room-1)] = s.look.Glyphs.Mark('┊')
	sign := screen.Sign(s.bench, name)
	head := screen.Heading(s.bench, s.look, name, widest+2, end[name])
	return s.look.Fit(head, widest+2) + fmt.Sprintf(" %3d ", hits) + s.look.Colored(string(bar), sign)
}

// text draws the charts, and below them a line about the point at the crosshair, or a legend.
func (s *Screen) text(built chart.Lines, w, h int) []string {
	l := s.look
	c, stale := s.seen()
	if c.Cloud == nil {
		return l.Message(s.bench.NoPicture(s.Failed), w, h)
	}
	at, names := s.arrange(c, w, h)
	var texts []string
	for _, name := range names {
		d := s.inText(c, name, stale)
		if built.Area != nil {
			*built.Area = d.AreaOf(at.W, at.H-1, l.Glyphs)
			built.Area.Lower(1)
			built.Area.Across, built.Area.Down = at.W+1, at.H
		}
		texts = append(texts, s.heading(c, name, at.W)+"\n"+d.Render(at.W, at.H-1, l.Glyphs, l.Paint))
	}
	lines := at.Join(texts)
	if l.Blank != 0 {
		lines = screen.Blank(l, w, len(lines))
	}
	below := l.Text(" " + s.legend(c))
	if at := s.cursor(c); at >= 0 {
		below = l.Strong.Render(l.Fit(l.Text(" "+s.line(c, at)), w))
	}
	return append(lines, below)
}

// legend explains the axes and the marks, and names the methods without a chart.
func (s *Screen) legend(c *Cast) string {
	x, y := s.plane()
	text, groups := x.name, "; numbers are clusters"
	if y.name != "" {
		text = y.name + " over " + x.name
	}
	if len(s.look.Series) > 1 {
		groups = ", coloured by cluster"
	}
	if len(c.Clusters.Sizes) == 1 {
		groups = ""
	}
	parts := []string{text + groups}
	if thinned := s.shownDots(c, "", false).Thinned(); thinned != "" {
		parts = append(parts, "dots: "+thinned)
	}
	switch {
	case c.Scores.Values != nil:
		parts = append(parts, "dot size: leverage")
	case c.Missing != "":
		parts = append(parts, c.Missing)
	}
	_, missing := s.shown(c)
	return strings.Join(append(parts, missing...), "; ")
}

// level returns the weight of a point: 0 for a score below the mean, 1 above it, 2 above twice the mean.
func level(score, mean float64) (weight int) {
	for _, least := range []float64{mean, 2 * mean} {
		if score >= least {
			weight++
		}
	}
	return weight
}

// inText returns the scatter of one method as text shows it: the points dim, and the axes without titles, which the
// legend has.
func (s *Screen) inText(c *Cast, name string, stale bool) chart.Lines {
	d := s.shownDots(c, name, stale)
	d.Faint, d.X.Title, d.Y.Title, d.Of = true, "", "", 0
	return d
}

// lines returns the scatter of the points, without landmarks.
func (s *Screen) lines() chart.Lines {
	c, stale := s.seen()
	if c.Cloud == nil {
		return chart.Lines{}
	}
	return s.dots(c, "", stale)
}

// shownDots returns the scatter of one method in the part of the plane that is shown.
func (s *Screen) shownDots(c *Cast, name string, stale bool) chart.Lines {
	d := s.dots(c, name, stale)
	if whole, ok := d.Settled(); ok && s.axes.Zoom.On() {
		d = s.axes.Zoom.Over(whole)
		d.Dots = slices.DeleteFunc(d.Dots, func(dot chart.Dot) bool { return !d.Shows(dot.X, dot.Y) })
		d.Of, d.Empty = 0, "no points here" // what is left is no sample
	}
	return d
}

// dots returns the scatter of one method, "" for none.
func (s *Screen) dots(c *Cast, name string, stale bool) chart.Lines {
	x, y := s.plane()
	d := chart.Lines{X: x.axis(), Y: y.axis(), Of: c.count(), Faint: stale, Empty: "no points"}
	centres := make([][3]float64, len(c.Clusters.Sizes))
	for _, i := range c.Drawn {
		group, weight := c.Clusters.Owner[i], 1
		if c.Scores.Values != nil {
			weight = level(c.Scores.Values[i], c.Mean)
		}
		d.Dots = append(d.Dots, chart.Dot{X: x.at(i), Y: y.at(i), Color: group, Level: weight})
		at := centres[group]
		centres[group] = [3]float64{at[0] + x.at(i), at[1] + y.at(i), at[2] + 1}
	}
	for group, at := range centres {
		if len(centres) > 1 {
			d.Labels = append(d.Labels, chart.DotLabel{X: at[0] / at[2], Y: at[1] / at[2], Text: fmt.Sprint(group + 1)})
		}
	}
	color := screen.Sign(s.bench, name)
	for _, i := range c.Rests[name].Rows {
		d.Points = append(d.Points, chart.Point{X: x.at(i), Y: y.at(i), Color: color, Faint: stale})
	}
	if at := s.cursor(c); at >= 0 {
		d.Cursor = &chart.Point{X: x.at(at), Y: y.at(at), Marker: crosshair, Color: chart.MarkColor}
	}
	return d
}

// figure returns the charts of text in w×h cells, or for a file those of all methods that have landmarks, with a
// legend: empty until the present points and landmarks are there.
func (s *Screen) figure(w, h int) chart.Chart {
	c, stale := s.seen()
	names, d := s.marked(), chart.Panes{}
	switch unknown := func(name string) bool { _, known := c.Rests[name]; return !known }; {
	case c.Cloud == nil || w == 0 && (stale || slices.ContainsFunc(s.names(), unknown)):
		return d
	case w > 0:
		d.At, names = s.arrange(c, w, h+1)
	case len(names) > 0:
		d.Heading = "landmarks of " + strings.Join(names, " and ")
	default:
		names = []string{""}
	}
	for _, name := range names {
		one := s.shownDots(c, name, stale)
		hits, ok := c.SmallHits(name)
		one.Title = name + ": " + number.Plural(len(c.Rests[name].Rows), "landmark")
		switch {
		case name == "":
			one.Title = "no landmarks"
		case ok && w > 0: // in one line, as in text
			one.Title = fmt.Sprintf("%s: %d", name, hits)
		case ok:
			one.Title += fmt.Sprintf(", %d in cluster %d", hits, c.Clusters.Smallest()+1)
		}
		d.Charts = append(d.Charts, one)
	}
	for k, size := range c.Clusters.Sizes {
		var hits []string
		for _, name := range s.marked() {
			hits = append(hits, fmt.Sprint(c.Rests[name].Hits[k]))
		}
		of := ""
		if len(hits) > 0 {
			of = strings.Join(hits, " and ") + " of "
		}
		d.Groups = append(d.Groups, fmt.Sprintf("cluster %d: %s", k+1, of)+number.Plural(size, "point"))
	}
	if c.Scores.Values != nil {
		d.Levels = [chart.DotLevels]string{
			"leverage below the mean", "leverage above the mean", "leverage above twice the mean",
		}
	}
	return d
}
