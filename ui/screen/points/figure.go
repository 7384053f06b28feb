package points

import (
	"fmt"
	"strings"

	"gramscope/ui/chart"
)

// name returns the name of a chart for files.
func (s *Screen) name(side int) string { return strings.TrimSpace("points " + s.who(side)) }

// drawn returns the name of what figure draws.
func (s *Screen) drawn() string {
	c, _ := s.seen()
	if names := s.marked(c); len(names) > 0 {
		return "points " + strings.Join(names, " and ")
	}
	return s.name(0)
}

// marked returns the methods of the two charts that have landmarks.
func (s *Screen) marked(c *Cast) (names []string) {
	left, right := s.Pair()
	for _, name := range []string{left, right} {
		if found, known := c.Rests[name]; known && found.Missing == "" {
			names = append(names, name)
		}
	}
	return names
}

// figure is the scatters of the methods that have landmarks as they are drawn to a file, side by
// side: empty until the present points and landmarks are there.
func (s *Screen) figure() chart.Chart {
	c, stale := s.seen()
	left, right := s.Pair()
	for _, name := range []string{left, right} {
		if _, known := c.Rests[name]; stale || c.Cloud == nil || name != "" && !known {
			return chart.Panes{}
		}
	}
	names := s.marked(c)
	var d chart.Panes
	for _, name := range names {
		d.Charts = append(d.Charts, s.scatter(c, name))
	}
	if len(names) > 0 {
		d.Heading = "landmarks of " + strings.Join(names, " and ")
	} else if left != "" {
		d.Charts = []chart.Lines{s.scatter(c, left)}
	}
	for k, size := range c.Clusters.Sizes {
		var hits []string
		for _, name := range names {
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

// pixels is what text draws between its lines.
func (s *Screen) pixels(side int) chart.Chart {
	c, stale := s.seen()
	name := s.who(side)
	if c.Cloud == nil || name == "" {
		return chart.Lines{}
	}
	return s.dots(c, name, stale)
}

// scatter is the scatter of a method as it is drawn to a file, with its landmarks in the method's colour.
func (s *Screen) scatter(c *Cast, name string) chart.Lines {
	d := s.dots(c, name, false)
	d.Title = name + ": no landmarks"
	if found := c.Rests[name]; found.Missing == "" {
		d.Title = fmt.Sprintf("%s: %d landmarks", name, len(found.Rows))
		if hits, _, _, ok := c.SmallHits(name); ok {
			d.Title += fmt.Sprintf(", %d in cluster %d", hits, c.Clusters.Smallest()+1)
		}
	}
	return d
}
