package points

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gramscope/data"
	"gramscope/model/lab"
	"gramscope/model/trial"
	"gramscope/ui/screen"
)

// restricted is a source without the marked points, or of only them, and what is to be said about it.
type restricted struct {
	source *data.Subset
	by     lab.Region
	told   bool // whether other rows in the region went with the points
	only   bool
	reps   int
	err    error
}

// restrict leaves the marked points out of the data, or keeps only them. All other rows stay what they are: training rows, or test rows. Test
// rows, and rows of a file that are not drawn, go with the points if they are in the same box or nearest to the same centre.
func (s *Screen) restrict(only bool) []screen.Do {
	c, stale := s.seen()
	marks, set := s.bench.Marks(), s.bench.Setting()
	switch {
	case s.awaits:
		return []screen.Do{screen.Note("the clusters are being computed: one moment, until the smallest is marked")}
	case len(marks.Rows) == 0 && (stale || c.Clusters == nil):
		return []screen.Do{screen.Note("the points are being computed: one moment, then m marks those of a cluster, and the mouse those in a box")}
	case len(marks.Rows) == 0:
		return []screen.Do{screen.Note("no points are marked: m marks those of a cluster, and the mouse those in a box")}
	case stale || c.Cloud == nil:
		return []screen.Do{screen.Note("the points are being computed: one moment")}
	case s.bench.Frozen():
		return []screen.Do{screen.Note("computing is frozen: f goes on")}
	case len(marks.Rows) == set.Spec.N:
		return []screen.Do{screen.Note("all points are marked: none would be left, or none would go")}
	}
	draw := trial.Draw{Seed: set.Spec.Seed, Rep: 1, N: set.Spec.N, Test: set.Spec.Test}
	return []screen.Do{screen.Launch{Kind: Jobs, Work: func(_ context.Context, post func(any)) error {
		others := c.inRegion(marks)
		source, err := data.Restrict(set.Store.Source(), data.Drawn{N: draw.N, Test: draw.Test, Rand: draw.Rand}, marks.Rows, others, only)
		post(restricted{source, marks.By, others != nil, only, set.Spec.Reps, err})
		return nil
	}}}
}

// inRegion returns a function that tells which rows of a set are in the region of the marked points; nil if that can't be told, or if
// the region does not have just the marked ones of the points.
func (c *Cast) inRegion(marks lab.Marks) func(*data.Set) []bool {
	holds := c.holds(marks.By)
	if holds == nil {
		return nil
	}
	for i := range c.count() {
		y := 0.0
		if c.Cloud.Y != nil {
			y = c.Cloud.Y[i]
		}
		if _, is := slices.BinarySearch(marks.Rows, i); is != holds(c.Cloud.X.RawRowView(i), y) {
			return nil
		}
	}
	return func(set *data.Set) []bool {
		x := mat.DenseCopyOf(set.X)
		if c.scaling() != nil {
			c.scaling().Apply(x)
		}
		n, _ := x.Dims()
		in := make([]bool, n)
		for i := range in {
			y := 0.0
			if set.Y != nil {
				y = set.Y[i]
			}
			in[i] = holds(x.RawRowView(i), y)
		}
		return in
	}
}

// holds returns a function that tells whether a row that is scaled as the points is in a region, nil if that can't be told.
func (c *Cast) holds(r lab.Region) func(x []float64, y float64) bool {
	if r.Cluster > 0 {
		if _, ok := c.Clusters.Nearest(c.Cloud.X.RawRowView(0)); !ok || r.Of != len(c.Clusters.Sizes) {
			return nil
		}
		return func(x []float64, _ float64) bool { k, _ := c.Clusters.Nearest(x); return k+1 == r.Cluster }
	}
	var x, y coordinate
	for _, one := range append(c.coordinates(), constant()) {
		if one.name == r.X {
			x = one
		}
		if one.name == r.Y {
			y = one
		}
	}
	if r == (lab.Region{}) || x.of == nil || y.of == nil {
		return nil
	}
	return func(row []float64, target float64) bool { return inBox(r, x.of(row, target), y.of(row, target)) }
}

// use takes the restricted data.
func (r restricted) use() []screen.Do {
	if r.err != nil {
		return []screen.Do{screen.Complain{Err: r.err}}
	}
	return []screen.Do{screen.Keep{Rows: r.source, Says: r.text()}}
}

// text says which rows have gone or are left.
func (r restricted) text() string {
	n, tests := r.source.Left()
	gone, goneTests := r.source.Gone()
	where, of := "in the same box", ""
	if r.reps > 1 { // the others draw their training and test rows anew, as they did before
		of = " in repetition 1"
	}
	if r.by.Cluster > 0 {
		where = fmt.Sprintf("nearest to the centre of cluster %d", r.by.Cluster)
	}
	if r.only {
		switch {
		case tests+goneTests == 0:
			return fmt.Sprintf("cropped to %d points; u takes the others back", n)
		case !r.told:
			return fmt.Sprintf("cropped to %d points, without test rows, as it can't be told which are %s; u takes the others back", n, where)
		}
		return fmt.Sprintf("cropped to %d points, and to %d test rows %s; u takes the others back", n, tests, where)
	}
	switch {
	case tests+goneTests == 0:
		return fmt.Sprintf("%d points dropped: n = %d; u takes them back", gone, n)
	case !r.told:
		return fmt.Sprintf("%d points dropped: n = %d; all %d test rows stay, as it can't be told which are %s; u takes the points back", gone, n, tests, where)
	}
	return fmt.Sprintf("%d points dropped, and %d test rows %s: n = %d, %d test rows; no other row changed sides%s; u takes them back", gone, goneTests, where, n, tests, of)
}
