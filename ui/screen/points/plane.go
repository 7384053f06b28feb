package points

import (
	"fmt"

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
	_, d := c.Cloud.X.Dims()
	scaled, unit := "", func(_ int, v float64) float64 { return v }
	if rows := c.Cloud.Rows; rows != nil && rows.Scaling != nil {
		scaled = " of the standardised columns"
		unit = func(j int, v float64) float64 { return v*rows.Scaling.Deviation[j] + rows.Scaling.Mean[j] }
	}
	for k := range 2 {
		if d > 1 || c.Cloud.ByKernel {
			list = append(list, coordinate{fmt.Sprintf("pc%d", k+1), fmt.Sprintf("principal component %d%s: %s of the variance", k+1, scaled, number.Percent(c.Cloud.Share[k])),
				func(i int) float64 { return c.Cloud.Principal.At(i, k) }})
		}
	}
	for j, name := range c.Cloud.Columns {
		doc := fmt.Sprintf("column %d of %d", j+1, d)
		if c.Cloud.ByKernel {
			doc = "the number of the row in the kernel matrix"
		}
		list = append(list, coordinate{name, doc, func(i int) float64 { return unit(j, c.Cloud.X.At(i, j)) }})
	}
	if c.Cloud.Y != nil {
		list = append(list, coordinate{c.Cloud.Target, "the target", func(i int) float64 { return c.Cloud.Y[i] }})
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
	_, d := c.Cloud.X.Dims()
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

// whole returns the axes of the plane, with the points that are drawn and the one at the crosshair.
func (s *Screen) whole() (chart.Lines, bool) {
	c, _ := s.seen()
	if c.Cloud == nil {
		return chart.Lines{}, false
	}
	x, y := s.plane()
	d := chart.Lines{X: x.axis(), Y: y.axis()}
	for _, i := range c.Drawn {
		d.Dots = append(d.Dots, chart.Dot{X: x.at(i), Y: y.at(i)})
	}
	l, ok := d.Plane()
	if at := s.cursor(c); at >= 0 {
		l.Points = []chart.Point{{X: x.at(at), Y: y.at(at)}}
	}
	return l, ok
}

// menu offers the axes, of which one is chosen.
func (s *Screen) menu(title string, chosen *string) []screen.Do {
	c, _ := s.seen()
	list := c.coordinates()
	if len(list) == 0 {
		return []screen.Do{screen.Note("the points are not computed yet")}
	}
	x, y := s.plane()
	now := map[*string]string{&s.x: x.name, &s.y: y.name}[chosen]
	var items []widget.Item
	for _, one := range list {
		items = append(items, widget.Item{Name: one.name, Note: one.doc})
	}
	return []screen.Do{screen.Choose{Menu: widget.NewMenu(title, items, now), Then: func(name string) []screen.Do {
		*chosen = name
		return nil
	}}}
}
