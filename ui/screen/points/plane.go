package points

import (
	"fmt"
	"slices"
	"strings"

	"gramscope/model/number"
	"gramscope/ui/chart"
	"gramscope/ui/screen"
	"gramscope/ui/widget"
)

// coordinate is an axis of the plane.
type coordinate struct {
	name, doc string
	at        func(row int) float64
}

// axis returns the axis of the coordinate.
func (c coordinate) axis() chart.Axis { return chart.Axis{Title: c.name, ID: c.name} }

// coordinates returns the coordinates to choose from. Columns are in the units of the data.
func (c *Cast) coordinates() []coordinate {
	if c.Cloud == nil {
		return nil
	}
	var list []coordinate
	train, byKernel := c.Cloud.Train, c.Cloud.Train.Matrix != nil
	_, d := train.X.Dims()
	scaled, unit := "", func(_ int, v float64) float64 { return v }
	if of := c.Cloud.Scaling; of != nil {
		scaled = " of the standardised columns"
		unit = func(j int, v float64) float64 { return v*of.Deviation[j] + of.Mean[j] }
	}
	for k := range 2 {
		if d > 1 || byKernel {
			doc := fmt.Sprintf("principal component %d%s: %s of the variance", k+1, scaled, number.Percent(c.Cloud.Share[k]))
			at := func(i int) float64 { return c.Cloud.Principal.At(i, k) }
			list = append(list, coordinate{fmt.Sprintf("pc%d", k+1), doc, at})
		}
	}
	for j, name := range train.Columns {
		doc := fmt.Sprintf("column %d of %d", j+1, d)
		if byKernel {
			doc = "the number of the row in the kernel matrix"
		}
		list = append(list, coordinate{name, doc, func(i int) float64 { return unit(j, train.X.At(i, j)) }})
	}
	if train.Y != nil {
		list = append(list, coordinate{train.Target, "the target", func(i int) float64 { return train.Y[i] }})
	}
	return list
}

// plane returns the axes that are shown. By default they are the two columns, or one column and the target, or the
// first two principal components of more columns or of a kernel matrix.
func (s *Screen) plane() (x, y coordinate) {
	c, _ := s.seen()
	list := c.coordinates()
	if len(list) == 0 {
		return coordinate{}, coordinate{}
	}
	_, d := c.Cloud.Train.X.Dims()
	x, y = list[0], list[min(1, len(list)-1)]
	switch {
	case d == 2:
		x, y = list[2], list[3]
	case len(list) == 1: // no target: all on a line
		y = coordinate{at: func(int) float64 { return 0 }}
	}
	for _, one := range list {
		if one.name == s.x {
			x = one
		}
		if one.name == s.y {
			y = one
		}
	}
	return x, y
}

// axisKey returns the key that offers the coordinates for an axis, and stores the name of the chosen one.
func (s *Screen) axisKey(name, does, title string, chosen *string, now coordinate) screen.Key {
	return screen.NewKey(name, does, strings.TrimSpace(title[:1]+": "+now.name), func() []screen.Do {
		var items []widget.Item
		c, _ := s.seen()
		for _, one := range c.coordinates() {
			items = append(items, widget.Item{Name: one.name, Note: one.doc})
		}
		if items == nil {
			return screen.Say("the points are not computed yet")
		}
		return screen.Ask(widget.NewMenu(title, items, now.name), func(name string) []screen.Do {
			*chosen = name
			return nil
		})
	})
}

// crosshair is a character that no method has as its marker.
const crosshair = '╳'

// cursor returns the row under the mouse, or else at the crosshair; −1 for none. The places of the crosshair are in
// descending order of scores, or in the order of the data while there are no scores.
func (s *Screen) cursor(c *Cast) int {
	switch {
	case s.over >= 0:
		return s.over
	case s.at < 0:
		return -1
	case len(c.Order) != c.count(): // no scores
		return s.at
	}
	return c.Order[s.at]
}

// near returns the row that is drawn nearest to a cell, −1 if none is near.
func (s *Screen) near(px, py, w, h int) int {
	c, stale := s.seen()
	if stale || c.Cloud == nil {
		return -1
	}
	at, names := s.arrange(c, w, h)
	k, px, py := at.At(px, py)
	if k < 0 {
		return -1
	}
	dots := s.inText(c, names[k], false)
	area := dots.AreaOf(at.W, at.H-1, s.look.Glyphs)
	settled, ok := dots.Settled()
	if py--; !ok || !area.Holds(px, py) {
		return -1
	}
	nearest, nearer := -1, settled.Nearer(area, px, py, 2)
	x, y := s.plane()
	for _, i := range slices.Concat(c.Drawn, c.Rests[names[k]].Rows) { // a sample of the points, and all landmarks
		if nearer(x.at(i), y.at(i)) {
			nearest = i
		}
	}
	return nearest
}

// pick moves the crosshair to a row, unless that is −1.
func (s *Screen) pick(row int) []screen.Do {
	if row < 0 {
		return nil
	}
	c, _ := s.seen()
	s.at = row
	if len(c.Order) == c.count() {
		s.at = slices.Index(c.Order, row)
	}
	return screen.Say(fmt.Sprintf("the crosshair is at %s, in cluster %d: esc hides the crosshair",
		c.called(row), c.Clusters.Owner[row]+1))
}

// line describes a row: its cluster, its score, the methods that have it as a landmark, and its values as far as there
// is room.
func (s *Screen) line(c *Cast, i int) string {
	group := c.Clusters.Owner[i]
	text := fmt.Sprintf("%c %s: cluster %d of %s", s.look.Glyphs.Mark(crosshair), c.called(i), group+1,
		number.Plural(c.Clusters.Sizes[group], "point"))
	if c.Scores.Values != nil {
		place := number.Ordinal(slices.Index(c.Order, i) + 1)
		text += fmt.Sprintf(", τ=%s, %s of %d", number.Figure(c.Scores.Values[i]), place, c.count())
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

// step moves the crosshair.
func (s *Screen) step(by int) {
	c, _ := s.seen()
	s.at = min(max(s.at+by, 0), c.count()-1)
}
