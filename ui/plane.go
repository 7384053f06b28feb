package ui

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"gramscope/ui/number"
	"gramscope/ui/widget"
)

// coordinate is an axis of the plane.
type coordinate struct {
	name, doc string
	values    []float64
}

// coordinates are those that can be chosen.
func (c *cast) coordinates() []coordinate {
	if c.cloud == nil {
		return nil
	}
	var list []coordinate
	_, d := c.cloud.X.Dims()
	for k := range min(2, d) {
		if d > 1 {
			list = append(list, coordinate{fmt.Sprintf("pc%d", k+1), fmt.Sprintf("principal component %d: %s of the variance", k+1, number.Percent(c.cloud.Share[k])),
				mat.Col(nil, k, c.cloud.Principal)})
		}
	}
	for j, name := range c.cloud.Columns {
		list = append(list, coordinate{name, fmt.Sprintf("column %d of %d", j+1, d), mat.Col(nil, j, c.cloud.X)})
	}
	if c.cloud.Y != nil {
		list = append(list, coordinate{c.cloud.Target, "the target", c.cloud.Y})
	}
	return list
}

// plane are the axes that are shown: the two columns, or one and the target, or the
// first two principal components where there are more columns.
func (m *explorer) plane() (x, y coordinate) {
	c, _ := m.points.seen()
	list := c.coordinates()
	if len(list) == 0 {
		return coordinate{}, coordinate{}
	}
	_, d := c.cloud.X.Dims()
	x, y = list[0], list[min(1, len(list)-1)]
	switch {
	case d == 2:
		x, y = list[2], list[3]
	case d == 1 && len(list) == 1: // no target: all on a line
		n, _ := c.cloud.X.Dims()
		y = coordinate{"", "", make([]float64, n)}
	}
	for _, one := range list {
		if one.name == m.points.x {
			x = one
		}
		if one.name == m.points.y {
			y = one
		}
	}
	return x, y
}

// planeMenu offers the axes.
func (m *explorer) planeMenu(vertical bool) {
	c, _ := m.points.seen()
	list := c.coordinates()
	if len(list) == 0 {
		m.Tell("the points are not there yet")
		return
	}
	x, y := m.plane()
	now, title := x.name, "x axis"
	if vertical {
		now, title = y.name, "y axis"
	}
	m.menu = widget.Menu{Title: title}
	for i, one := range list {
		m.menu.Items = append(m.menu.Items, widget.Item{Name: one.name, Note: one.doc})
		if one.name == now {
			m.menu.At = i
		}
	}
	m.menu.Then = func(name string) {
		if vertical {
			m.points.y = name
		} else {
			m.points.x = name
		}
	}
}
