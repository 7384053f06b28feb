package points

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gramscope/model/number"
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
		du, okX := settled.X.Shows(x)
		dv, okY := settled.Y.Shows(y)
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
	return []screen.Do{screen.Note(fmt.Sprintf("the crosshair is at %s, in cluster %d: esc hides the crosshair", c.called(row), c.Clusters.Owner[row]+1))}
}

// line describes a row: on the first chart its score and its values, on the second its cluster, and the methods that have it as a landmark.
func (s *Screen) line(c *Cast, side, i, w int) string {
	n := c.count()
	head := fmt.Sprintf("%c %s", s.look.Glyphs.Mark(crosshair), c.called(i))
	if side == 1 {
		var parts, by []string
		for _, name := range []string{s.who(0), s.who(1)} {
			if found, ok := c.Rests[name]; ok && found.Missing == "" {
				word := "no landmark of "
				if slices.Contains(found.Rows, i) {
					word, by = "a landmark of ", append(by, name)
				}
				parts = append(parts, word+name)
			}
		}
		brief := "no landmark"
		if len(by) > 0 {
			brief = "landmark of " + strings.Join(by, ", ")
		}
		full := fmt.Sprintf("cluster %d of %d points", c.Clusters.Owner[i]+1, c.Clusters.Sizes[c.Clusters.Owner[i]])
		return s.look.Longest(w, head+": "+full+"; "+strings.Join(parts, ", "), full+"; "+strings.Join(parts, ", "), full+"; "+brief,
			fmt.Sprintf("cluster %d; %s", c.Clusters.Owner[i]+1, brief), full)
	}
	brief := head
	if c.Scores.Values != nil {
		brief += ": τ=" + number.Figure(c.Scores.Values[i])
		head = brief + ", " + number.Ordinal(slices.Index(c.Order, i)+1) + fmt.Sprintf(" of %d,", n)
	} else {
		head += fmt.Sprintf(" of %d:", n)
	}
	x, y := s.plane()
	axes := fmt.Sprintf(" %s=%s", x.name, number.Figure(x.at(i)))
	if y.name != "" {
		axes += fmt.Sprintf(" %s=%s", y.name, number.Figure(y.at(i)))
	}
	rest := ""
	for _, one := range c.coordinates() {
		if one.name == x.name || one.name == y.name || strings.HasPrefix(one.name, "pc") {
			continue
		}
		next := fmt.Sprintf(" %s=%s", one.name, number.Figure(one.at(i)))
		if len([]rune(head+axes+rest+next)) > w {
			rest += " …"
			break
		}
		rest += next
	}
	return s.look.Longest(w, head+axes+rest, head+axes, brief+axes, brief)
}

// called names a row: by its number in the file, or among the points that are drawn.
func (c *Cast) called(i int) string {
	if i < len(c.Cloud.Numbers) {
		return fmt.Sprintf("row %d", c.Cloud.Numbers[i])
	}
	return fmt.Sprintf("point %d", i+1)
}
