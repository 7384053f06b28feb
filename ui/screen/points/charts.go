package points

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gramscope/model/number"
	"gramscope/ui/chart"
	"gramscope/ui/screen"
)

// crosshair is a character that no method has as its marker.
const crosshair = '╳'

// marked returns the methods that have landmarks.
func (s *Screen) marked() []string {
	c, _ := s.seen()
	return slices.DeleteFunc(s.names(), func(name string) bool { return len(c.Rests[name].Rows) == 0 })
}

// shown returns the methods that have a chart, "" for one without landmarks, and of the others why they have none.
func (s *Screen) shown(c *Cast) (names, missing []string) {
	var none []string
	for _, name := range s.names() {
		switch why := c.Rests[name].Missing; {
		case why == "":
			names = append(names, name)
		case why == name+noPoints:
			none = append(none, name)
		default:
			missing = append(missing, why)
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

// arrange returns the methods whose charts fit into w×h cells, and where these are; below them is a line.
func (s *Screen) arrange(c *Cast, w, h int) (chart.Multiples, []string) {
	names, _ := s.shown(c)
	at := chart.Arrange(len(names), w, max(h-1, 1))
	return at, screen.Visible(s.bench, names, at.Count)
}

// SmallHits counts a method's landmarks in the smallest cluster. ok is false if its landmarks are not known.
func (c *Cast) SmallHits(name string) (hits, size, all int, ok bool) {
	found, known := c.Rests[name]
	if !known || found.Missing != "" || c.Clusters == nil || len(c.Clusters.Sizes) < 2 {
		return 0, 0, len(found.Rows), false
	}
	small := c.Clusters.Smallest()
	return found.Hits[small], c.Clusters.Sizes[small], len(found.Rows), true
}

// expected returns how many landmarks a uniform draw of as many as a method has is expected to have in the smallest
// cluster.
func (c *Cast) expected(name string) float64 {
	_, size, all, _ := c.SmallHits(name)
	return float64(all) * float64(size) / float64(c.count())
}

// title says what the bars are.
func (s *Screen) title(_ chart.Lines, w int) string {
	c, stale := s.seen()
	for _, name := range s.names() {
		_, size, all, ok := c.SmallHits(name)
		if stale || !ok {
			continue
		}
		small, expected := c.Clusters.Smallest()+1, fmt.Sprintf("%s of %d", number.Figure(c.expected(name)), all)
		return s.look.Longest(w,
			fmt.Sprintf("landmarks in cluster %d, the smallest (%d of %d points); ┊ a uniform draw expects %s", small, size, c.count(), expected),
			fmt.Sprintf("landmarks in cluster %d (%d points); ┊ a uniform draw expects %s", small, size, expected),
			fmt.Sprintf("landmarks in cluster %d; ┊ expected %s", small, expected), fmt.Sprintf("in cluster %d; ┊ %s", small, expected), "landmarks")
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
	scale, widest, end := 0.0, 0, map[string]string{}
	for _, other := range s.names() {
		if !slices.Contains(s.bench.Setting().Spec.Methods, other) {
			end[other] = ", not ticked"
		}
		hits, _, _, _ := c.SmallHits(other)
		scale, widest = max(scale, float64(hits), c.expected(other)), max(widest, len(other+end[other]))
	}
	hits, _, all, ok := c.SmallHits(name)
	room := min(w-widest-9, 40)
	switch _, known := c.Rests[name]; {
	case !known:
		return screen.Heading(s.bench, s.look, name, w, ": computing the landmarks", ": computing", " …")
	case !ok:
		return screen.Heading(s.bench, s.look, name, w, fmt.Sprintf(": %d landmarks", all))
	case room < 4:
		return screen.Heading(s.bench, s.look, name, w, fmt.Sprintf("%s: %d", end[name], hits), fmt.Sprintf(": %d", hits), fmt.Sprintf(" %d", hits))
	}
	bar := []rune(chart.Bar(8*hits, int(8*scale+0.5), room, s.look.Glyphs))
	bar[min(int(c.expected(name)/scale*float64(room)), room-1)] = s.look.Glyphs.Mark('┊')
	sign, _ := screen.Sign(s.bench, s.look, name)
	head := screen.Heading(s.bench, s.look, name, widest+2, end[name])
	return s.look.Fit(head, widest+2) + fmt.Sprintf(" %3d ", hits) + s.look.Colored(string(bar), sign)
}

// text draws the charts, and below them a line about the point at the crosshair, or a legend.
func (s *Screen) text(built chart.Lines, w, h int) string {
	l := s.look
	c, stale := s.seen()
	if c.Cloud == nil {
		return l.Filled(l.Message(s.bench.NoPicture(s.Failed), w, h), w)
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
		lines = strings.Split(screen.Rendered(l, nil, w, len(lines)), "\n")
	}
	below := l.Text(" " + s.legend(c))
	if at := s.cursor(c); at >= 0 {
		below = l.Strong.Render(l.Fit(l.Text(" "+s.line(c, at)), w))
	}
	return l.Page(append(lines, below), w, h)
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
	if thinned := s.dots(c, "", false).Thinned(); thinned != "" {
		parts = append(parts, "dots: "+thinned)
	}
	switch {
	case c.Scores.Values != nil:
		parts = append(parts, "dot size: leverage")
	case c.Unscored != "":
		parts = append(parts, c.Unscored)
	}
	_, missing := s.shown(c)
	return strings.Join(append(parts, missing...), "; ")
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

// inText returns the scatter of one method as text shows it: the points dim, and the axes without titles, which the
// legend has.
func (s *Screen) inText(c *Cast, name string, stale bool) chart.Lines {
	d := s.dots(c, name, stale)
	d.Faint, d.X.Title, d.Y.Title, d.Of = true, "", "", 0
	return d
}

// dots returns the scatter of one method, "" for none, in the part of the plane that is shown.
func (s *Screen) dots(c *Cast, name string, stale bool) chart.Lines {
	x, y := s.plane()
	d := chart.Lines{Dots: make([]chart.Dot, 0, len(c.Drawn)), Of: c.count(), Faint: stale, X: x.axis(), Y: y.axis(), Empty: "no points"}
	centres := make([][3]float64, len(c.Clusters.Sizes))
	for _, i := range c.Drawn {
		group, weight := c.Clusters.Owner[i], 1
		if c.Scores.Values != nil {
			weight = level(c.Scores.Values[i], c.Mean)
		}
		d.Dots = append(d.Dots, chart.Dot{X: x.at(i), Y: y.at(i), Color: group, Level: weight})
		centres[group] = [3]float64{centres[group][0] + x.at(i), centres[group][1] + y.at(i), centres[group][2] + 1}
	}
	for group, at := range centres {
		if len(centres) > 1 {
			d.Labels = append(d.Labels, chart.DotLabel{X: at[0] / at[2], Y: at[1] / at[2], Text: fmt.Sprint(group + 1)})
		}
	}
	color, marker := screen.Sign(s.bench, s.look, name)
	for _, i := range c.Rests[name].Rows {
		if i < c.count() {
			d.Points = append(d.Points, chart.Point{X: x.at(i), Y: y.at(i), Marker: marker, Color: color, Faint: stale})
		}
	}
	if at := s.cursor(c); at >= 0 {
		d.Cursor = &chart.Point{X: x.at(at), Y: y.at(at), Marker: s.look.Glyphs.Mark(crosshair), Color: chart.MarkColor}
	}
	if whole, ok := d.Plane(); ok && s.axes.Zoom.On() {
		d = d.Within(s.axes.Zoom.Over(whole))
		d.Empty = "no points here"
	}
	return d
}

// figure is the charts of text, in so many cells, or for a file those of all methods that have landmarks, with a legend:
// empty until the present points and landmarks are there.
func (s *Screen) figure(w, h int) chart.Chart {
	c, stale := s.seen()
	names, d := s.marked(), chart.Panes{}
	switch unknown := func(name string) bool { _, known := c.Rests[name]; return !known }; {
	case c.Cloud == nil || w == 0 && (stale || slices.ContainsFunc(s.names(), unknown)):
		return d
	case w > 0:
		_, names = s.arrange(c, w, h+1)
	case len(names) > 0:
		d.Heading = "landmarks of " + strings.Join(names, " and ")
	default:
		names = []string{""}
	}
	for _, name := range names {
		one := s.scatter(c, name, stale)
		if hits, _, _, ok := c.SmallHits(name); ok && w > 0 { // in one line, as in text
			one.Title = fmt.Sprintf("%s: %d", name, hits)
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
		d.Groups = append(d.Groups, fmt.Sprintf("cluster %d: %s%d points", k+1, of, size))
	}
	if c.Scores.Values != nil {
		d.Levels = [chart.DotLevels]string{"leverage below the mean", "leverage above the mean", "leverage above twice the mean"}
	}
	return d
}

// scatter is the scatter of a method in a drawing, with its landmarks in the method's colour.
func (s *Screen) scatter(c *Cast, name string, stale bool) chart.Lines {
	d := s.dots(c, name, stale)
	if d.Title = fmt.Sprintf("%s: %d landmarks", name, len(c.Rests[name].Rows)); name == "" {
		d.Title = "no landmarks"
	}
	if hits, _, _, ok := c.SmallHits(name); ok {
		d.Title += fmt.Sprintf(", %d in cluster %d", hits, c.Clusters.Smallest()+1)
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

// near returns the row that is drawn nearest to a cell, −1 if none is near.
func (s *Screen) near(px, py, w, h int) int {
	c, stale := s.seen()
	if stale || c.Cloud == nil {
		return -1
	}
	at, names := s.arrange(c, w, h)
	k, px, py := at.At(px, py)
	if k < 0 || k >= len(names) {
		return -1
	}
	dots := s.inText(c, names[k], false)
	area := dots.AreaOf(at.W, at.H-1, s.look.Glyphs)
	settled, ok := dots.Settled()
	if py--; !ok || !area.Holds(px, py) {
		return -1
	}
	u, v := area.Position(px, py)
	const most = 2 // rows, each as wide as two columns
	nearest, least := -1, float64(most)
	look := func(i int, x, y float64) {
		du, okX := settled.X.Shows(x)
		dv, okY := settled.Y.Shows(y)
		distance := math.Hypot((du-u)*float64(area.Cols)/2, (dv-v)*float64(area.Rows))
		if okX && okY && distance < least {
			nearest, least = i, distance
		}
	}
	x, y := s.plane()
	for _, i := range c.Drawn {
		look(i, x.at(i), y.at(i))
	}
	for _, i := range c.Rests[names[k]].Rows { // all landmarks are drawn, of the points a sample
		if i < c.count() {
			look(i, x.at(i), y.at(i))
		}
	}
	return nearest
}

// pick moves the crosshair to a row.
func (s *Screen) pick(row int) []screen.Do {
	c, stale := s.seen()
	if stale || row < 0 || row >= c.count() {
		return nil
	}
	s.at = row
	if len(c.Order) == c.count() {
		s.at = slices.Index(c.Order, row)
	}
	return []screen.Do{screen.Note(fmt.Sprintf("the crosshair is at %s, in cluster %d: esc hides the crosshair", c.called(row), c.Clusters.Owner[row]+1))}
}

// line describes a row: its cluster, its score, the methods that have it as a landmark, and its values as far as there
// is room.
func (s *Screen) line(c *Cast, i int) string {
	group := c.Clusters.Owner[i]
	text := fmt.Sprintf("%c %s: cluster %d of %d points", s.look.Glyphs.Mark(crosshair), c.called(i), group+1, c.Clusters.Sizes[group])
	if c.Scores.Values != nil {
		text += fmt.Sprintf(", τ=%s, %s of %d", number.Figure(c.Scores.Values[i]), number.Ordinal(slices.Index(c.Order, i)+1), c.count())
	}
	by := slices.DeleteFunc(s.marked(), func(name string) bool { return !slices.Contains(c.Rests[name].Rows, i) })
	if len(by) == 0 {
		text += ", no landmark;"
	} else {
		text += ", landmark of " + strings.Join(by, ", ") + ";"
	}
	x, y := s.plane()
	for _, one := range append([]coordinate{x, y}, slices.DeleteFunc(c.coordinates(), func(o coordinate) bool {
		return strings.HasPrefix(o.name, "pc") || o.name == x.name || o.name == y.name
	})...) {
		if one.name != "" {
			text += fmt.Sprintf(" %s=%s", one.name, number.Figure(one.at(i)))
		}
	}
	return text
}

// called names a row: by its number in the file, or among the points that are drawn.
func (c *Cast) called(i int) string {
	if i < len(c.Cloud.Numbers) {
		return fmt.Sprintf("row %d", c.Cloud.Numbers[i])
	}
	return fmt.Sprintf("point %d", i+1)
}
