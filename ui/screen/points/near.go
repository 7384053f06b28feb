package points

import (
	"fmt"
	"math"
	"slices"

	"gramscope/ui/screen"
)

// near returns the row that is drawn nearest to a cell of a chart, −1 if none is near.
func (s *Screen) near(side, px, py, w, h int) int {
	c, stale := s.seen()
	name := s.who(side)
	if stale || c.Cloud == nil || name == "" {
		return -1
	}
	above, below := s.around(c, h)
	dots := s.dots(c, name, false)
	area := dots.AreaOf(w, h-above-below, s.look.Glyphs)
	area.Lower(above)
	settled, ok := dots.Settled()
	if !ok || !area.Holds(px, py) {
		return -1
	}
	u, v := area.Position(px, py)
	const most = 2 // rows, each as wide as two columns
	nearest, least := -1, float64(most)
	look := func(i int, x, y float64) {
		du, okX := settled.X.Map(x)
		dv, okY := settled.Y.Map(y)
		distance := math.Hypot((du-u)*float64(area.Cols)/2, (dv-v)*float64(area.Rows))
		if okX && okY && distance < least {
			nearest, least = i, distance
		}
	}
	for k, d := range dots.Dots {
		look(c.Drawn[k], d.X, d.Y)
	}
	x, y := s.plane()
	for _, i := range c.Rests[name].Rows { // all landmarks are drawn, of the points a sample
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
	return []screen.Do{screen.Note(fmt.Sprintf("the crosshair is at %s, in cluster %d: m marks it, esc hides the crosshair", c.called(row), c.Clusters.Owner[row]+1))}
}
