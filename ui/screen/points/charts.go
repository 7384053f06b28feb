package points

import (
	"fmt"
	"slices"
	"strings"

	"gramscope/model/number"
	"gramscope/ui/chart"
	"gramscope/ui/screen"
)

// who returns the method of a chart, "" for none.
func (s *Screen) who(side int) string {
	left, right := s.Pair()
	if side == 0 {
		return left
	}
	return right
}

// SmallHits counts a method's landmarks in the smallest cluster. ok is false if its landmarks are not known.
func (c *Cast) SmallHits(name string) (hits, size, all int, ok bool) {
	found, known := c.Rests[name]
	if !known || found.Missing != "" || c.Clusters == nil || len(c.Clusters.Sizes) < 2 {
		return 0, 0, 0, false
	}
	small := c.Clusters.Smallest()
	return found.Hits[small], c.Clusters.Sizes[small], len(found.Rows), true
}

// title says whose landmarks are marked, and how many of them are in the
// smallest cluster, which a narrow title begins with.
func (s *Screen) title(side, w int) string {
	name := s.who(side)
	if name == "" {
		return "points"
	}
	c, stale := s.seen()
	if s.over >= 0 && s.over < c.count() && !stale {
		return s.line(c, side, s.over, w)
	}
	sign, why := string(s.sign(name))+" ", ""
	called := sign + name
	if !slices.Contains(s.bench.Setting().Spec.Methods, name) {
		called += ", not ticked"
	}
	if side == 1 && name != s.bench.CurrentName() {
		why = s.bench.WhyNotPointed()
	}
	found, known := c.Rests[name]
	if stale || !known {
		return s.look.Longest(w, called+": computing the landmarks", sign+name+": computing the landmarks", sign+name+" …", name)
	}
	if found.Missing != "" {
		return s.look.Longest(w, found.Missing+why, found.Missing, name)
	}
	hits, size, all, ok := c.SmallHits(name)
	if !ok {
		return s.look.Longest(w, fmt.Sprintf("%s: %d landmarks", called, len(found.Rows)), name)
	}
	small := c.Clusters.Smallest() + 1
	share := number.Percent(float64(hits) / float64(size))
	landmarks := fmt.Sprintf("%d landmarks", hits)
	if hits == 1 {
		landmarks = "1 landmark"
	}
	var forms []string
	if why != "" {
		forms = []string{
			fmt.Sprintf("%s%s: %s in the smallest cluster (%d points)", called, why, landmarks, size),
			fmt.Sprintf("%s%s: %s in cluster %d (%d points)", called, why, landmarks, small, size),
			fmt.Sprintf("%s%s: %d in cluster %d", called, why, hits, small),
		}
	}
	return s.look.Longest(w, append(forms,
		fmt.Sprintf("%s: %d of its %d landmarks are in the smallest cluster (%d), which has %d points: %s", called, hits, all, small, size, share),
		fmt.Sprintf("%s: %s in the smallest cluster (%d points)", called, landmarks, size),
		fmt.Sprintf("%s: %s in cluster %d (%d points)", called, landmarks, small, size),
		fmt.Sprintf("%s: %s in cluster %d", called, landmarks, small),
		fmt.Sprintf("%s: %d in cluster %d", called, hits, small),
		fmt.Sprintf("%d in cluster %d: %s", hits, small, called),
		fmt.Sprintf("%d in cluster %d: %s%s", hits, small, sign, name), sign+name)...)
}

// text draws a scatter: a legend, the points, and a line about the point at the crosshair. Where area is not nil it is set to where the
// points are.
func (s *Screen) text(side, w, h int, area *chart.Area) string {
	l := s.look
	c, stale := s.seen()
	if c.Cloud == nil {
		return s.look.Filled(s.look.Message(s.bench.NoPicture(s.Failed), w, h), w)
	}
	name := s.who(side)
	if name == "" {
		return s.look.Filled(s.look.Message("no other method suits this kernel", w, h), w)
	}
	all := s.all(c, name, stale)
	dots := s.part(all)
	var lines []string
	above, under := s.around(c, h)
	if above > 0 {
		legend := l.Text(s.legend(c, name, all.Thinned(), w-1))
		if sign := string(s.sign(name)); strings.HasPrefix(legend, sign) {
			legend = l.Colored(sign, s.number(name)) + strings.TrimPrefix(legend, sign)
		}
		lines = append(lines, l.Fit(" "+legend, w))
	}
	below := ""
	if under > 0 {
		below = l.Strong.Render(l.Fit(" "+l.Text(s.line(c, side, c.row(s.at), w-1)), w))
	}
	h -= above + under
	if area != nil {
		*area = dots.AreaOf(w, h, l.Glyphs)
		area.Lower(above)
	}
	drawn := screen.Rendered(l, dots.Render, w, h)
	lines = append(lines, strings.Split(drawn, "\n")...)
	if below != "" {
		lines = append(lines, below)
	}
	return s.look.Filled(lines, w)
}

// around returns the numbers of lines above and below the points in h lines.
func (s *Screen) around(c *Cast, h int) (above, below int) {
	if h >= 8 {
		above = 1
	}
	if s.at >= 0 && s.at < c.count() && h-above >= 4 {
		below = 1
	}
	return above, below
}

// legend explains the marks, in the longest form that fits.
func (s *Screen) legend(c *Cast, name, thinned string, w int) string {
	dots := chart.DotSamples(s.look.Glyphs)
	mark := string(s.sign(name)) + " landmark"
	if c.Rests[name].Missing != "" {
		mark = "no landmarks"
	}
	clusters := fmt.Sprintf("1–%d clusters", len(c.Clusters.Sizes))
	colours := clusters
	if len(s.look.Series) > 1 {
		clusters, colours = "colours: clusters "+strings.TrimSuffix(clusters, " clusters"), "colour: cluster"
	}
	if len(c.Clusters.Sizes) == 1 {
		clusters, colours = "one cluster", "one cluster"
	}
	size := fmt.Sprintf("leverage %s below the mean, %s above, %s twice", dots[0], dots[1], dots[2])
	middle := fmt.Sprintf("leverage %s low %s mid %s high", dots[0], dots[1], dots[2])
	brief := fmt.Sprintf("%s%s%s leverage", dots[0], dots[1], dots[2])
	switch {
	case c.Scores.Values == nil && c.Unscored != "":
		size, middle, brief = c.Unscored, "no leverage scores", "no leverage scores"
	case c.Scores.Values == nil:
		size, middle, brief = "leverage: computing", "leverage …", "leverage …"
	}
	if thinned != "" { // it matters more than the meaning of the dots' weights
		return s.look.Longest(w, mark+"   "+clusters+"   "+thinned+"   "+size, mark+"   "+clusters+"   "+thinned, mark+"  "+thinned, thinned)
	}
	return s.look.Longest(w, mark+"   "+clusters+"   "+size, mark+"  "+clusters+"  "+middle, mark+"  "+clusters+"  "+brief, mark+"  "+colours+"  "+brief, mark+"  "+colours, mark)
}

// level returns the weight of a point: 0 for a score below the mean, 1 above it, 2 above twice the mean.
func level(score, mean float64) int {
	switch {
	case score >= 2*mean:
		return 2
	case score >= mean:
		return 1
	}
	return 0
}

// dots returns the scatter of one method, in the part of the plane that is shown.
func (s *Screen) dots(c *Cast, name string, stale bool) chart.Lines {
	return s.part(s.all(c, name, stale))
}

// all returns the scatter of one method in the whole plane.
func (s *Screen) all(c *Cast, name string, stale bool) chart.Lines {
	x, y := s.plane()
	d := chart.Lines{Dots: make([]chart.Dot, 0, len(c.Drawn)), Of: c.count(), Faint: stale, X: x.axis(), Y: y.axis(), Empty: "no points"}
	weight := func(i int) int {
		if c.Scores.Values == nil {
			return 1
		}
		return level(c.Scores.Values[i], c.Mean)
	}
	centres := make([][3]float64, len(c.Clusters.Sizes))
	for _, i := range c.Drawn {
		s := c.Clusters.Owner[i]
		d.Dots = append(d.Dots, chart.Dot{X: x.at(i), Y: y.at(i), Color: s, Level: weight(i)})
		centres[s] = [3]float64{centres[s][0] + x.at(i), centres[s][1] + y.at(i), centres[s][2] + 1}
	}
	for s, at := range centres {
		if len(centres) > 1 {
			d.Labels = append(d.Labels, chart.DotLabel{X: at[0] / at[2], Y: at[1] / at[2], Text: fmt.Sprint(s + 1)})
		}
	}
	for _, i := range c.Rests[name].Rows {
		if i >= c.count() {
			continue
		}
		d.Points = append(d.Points, chart.Point{X: x.at(i), Y: y.at(i), Marker: s.sign(name), Color: s.number(name), Faint: stale})
	}
	if at := s.cursor(c); at >= 0 {
		d.Cursor = &chart.Point{X: x.at(at), Y: y.at(at), Marker: s.look.Glyphs.Mark(crosshair), Color: chart.MarkColor}
	}
	return d
}

// cursor returns the row under the mouse, or else at the crosshair; −1 for none.
func (s *Screen) cursor(c *Cast) int {
	switch {
	case s.over >= 0 && s.over < c.count():
		return s.over
	case s.over < 0 && s.at >= 0 && s.at < c.count():
		return c.row(s.at)
	}
	return -1
}

// crosshair is a character that no method has as its marker.
const crosshair = '╳'
