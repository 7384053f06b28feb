package points

import (
	"context"
	"fmt"
	"slices"

	"gramscope/model/inspect"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/number"
	"gramscope/ui/chart"
	"gramscope/ui/screen"
)

// RowErrors has the squared norms of the rows of K−K̃ of a method, or the reason why there are none.
type RowErrors struct {
	Method  string
	Values  []float64
	Missing string
}

// drag marks the points in a box that the mouse draws on a chart.
func (s *Screen) drag(side int, from, to [2]int, w, h int, end bool) []screen.Do {
	c, stale := s.seen()
	name := s.who(side)
	if stale || c.Cloud == nil || name == "" {
		return nil
	}
	s.box, s.boxed = &chart.Box{From: from, To: to}, side
	above, below := s.around(c, h)
	dots := s.dots(c, name, false)
	area := dots.AreaOf(w, h-above-below, s.look.Glyphs)
	if area.Lower(above); end {
		s.box = nil
	}
	settled, ok := dots.Settled()
	if !ok {
		return nil
	}
	// The edges of the cells at the corners: half a cell beyond their middles.
	u0, v0 := area.Position(min(from[0], to[0]), max(from[1], to[1]))
	u1, v1 := area.Position(max(from[0], to[0]), min(from[1], to[1]))
	du, dv := 0.5/float64(max(area.Cols-1, 1)), 0.5/float64(max(area.Rows-1, 1))
	x, y := s.plane()
	box := lab.Region{X: x.name, Y: y.name, From: [2]float64{settled.X.Value(u0 - du), settled.Y.Value(v0 - dv)}, To: [2]float64{settled.X.Value(u1 + du), settled.Y.Value(v1 + dv)}}
	var rows []int
	for i := range c.count() {
		if inBox(box, x.at(i), y.at(i)) {
			rows = append(rows, i)
		}
	}
	marked := []screen.Do{screen.Mark{Rows: rows, By: box}}
	switch {
	case !end:
	case len(rows) == 0:
		marked = append(marked, screen.Note("no points are in the box"))
	default:
		marked = append(marked, screen.Note(s.markedNote(fmt.Sprintf("%d points are marked", len(rows)), "")))
	}
	return marked
}

// inBox reports whether a point is in the box of a region.
func inBox(r lab.Region, x, y float64) bool {
	return x >= r.From[0] && x <= r.To[0] && y >= r.From[1] && y <= r.To[1]
}

// markedNote says what has been marked, and the keys that are of use then.
func (s *Screen) markedNote(what, more string) string {
	keys := "D drops them, C crops the data to them, M unmarks"
	if !s.bench.Computes() {
		keys = "M unmarks"
	}
	return what + ", on screens 2 and 4 too: " + more + keys
}

// markCluster marks the points of a cluster: that of the point at the crosshair, or else the smallest one, and after a cluster the next one.
func (s *Screen) markCluster(int) []screen.Do {
	c, stale := s.seen()
	if stale || c.Clusters == nil {
		s.awaits = true
		return []screen.Do{screen.Note("the clusters are being computed: the smallest is marked once they are there")}
	}
	count, cluster := len(c.Clusters.Sizes), 0
	switch {
	case s.bench.Marks().By.Cluster > 0:
		cluster = s.bench.Marks().By.Cluster % count
	case s.at >= 0 && s.at < c.count():
		cluster = c.Clusters.Owner[c.row(s.at)]
	default:
		cluster = c.Clusters.Smallest()
	}
	var rows []int
	for i, owner := range c.Clusters.Owner {
		if owner == cluster {
			rows = append(rows, i)
		}
	}
	return []screen.Do{screen.Mark{Rows: rows, By: lab.Region{Cluster: cluster + 1, Of: count}},
		screen.Note(s.markedNote(fmt.Sprintf("cluster %d is marked", cluster+1), "m marks the next one, "))}
}

// unmark marks nothing.
func (s *Screen) unmark(int) []screen.Do {
	if len(s.bench.Marked()) == 0 {
		return []screen.Do{screen.Note("no points are marked")}
	}
	return []screen.Do{screen.Mark{}}
}

// isMarked returns a set of the marked rows, nil if there are none.
func (s *Screen) isMarked(c *Cast) []bool {
	marked := s.bench.Marked()
	if len(marked) == 0 {
		return nil
	}
	set := make([]bool, c.count())
	for _, i := range marked {
		if i < len(set) {
			set[i] = true
		}
	}
	return set
}

// markedLegend says of the marked points how many they are, how many landmarks of a method, and their share of its error.
func (s *Screen) markedLegend(c *Cast, name string, w int) string {
	marked := s.bench.Marked()
	count := fmt.Sprintf("%d of %d points", len(marked), c.count())
	text := chart.DotSamples(s.look.Glyphs)[2] + " marked: " + count
	brief := fmt.Sprintf("%d marked", len(marked))
	least := brief
	if found, known := c.Rests[name]; known && found.Missing == "" {
		hits := 0
		for _, i := range found.Rows {
			if _, is := slices.BinarySearch(marked, i); is {
				hits++
			}
		}
		text += fmt.Sprintf(", %d of %d landmarks", hits, len(found.Rows))
		least = brief + fmt.Sprintf(", %d/%d %c", hits, len(found.Rows), s.sign(name))
		brief += fmt.Sprintf(", %d/%d landmarks", hits, len(found.Rows))
	}
	share := s.errorShare(c, name, marked)
	return s.look.Longest(w, text+", "+share+" of ‖K−K̃‖²_F", text+", "+share+" of the error", brief+", "+share+" of the error", brief+", "+share+" error", brief, least)
}

// errorShare returns the share of ‖K−K̃‖²_F in the rows of the marked points.
func (s *Screen) errorShare(c *Cast, name string, marked []int) string {
	found, known := c.Errors[name]
	if !known {
		return "…"
	}
	all, part := 0.0, 0.0
	for _, v := range found.Values {
		all += v
	}
	for _, i := range marked {
		if i < len(found.Values) {
			part += found.Values[i]
		}
	}
	switch {
	case found.Missing != "":
		return "an unknown part"
	case !(all > 0):
		return "none"
	}
	return number.Percent(part / all)
}

// errorWork computes the row errors of the two methods once points are marked, after all other work.
func (s *Screen) errorWork() []screen.Do {
	if !s.Done || s.bench.Frozen() || s.Failed != nil || len(s.bench.Marked()) == 0 || s.errorsOf == s.Key || s.Now.Cloud == nil {
		return nil
	}
	var names []string
	for name := range s.Now.Rests {
		names = append(names, name)
	}
	slices.Sort(names)
	p, ok := s.bench.PictureOf(names)
	if !ok {
		return nil
	}
	s.errorsOf = s.Key
	return []screen.Do{screen.Launch{Kind: Jobs, Work: rowErrors(p)}}
}

func rowErrors(p lab.Picture) job.Work {
	return func(ctx context.Context, post func(any)) error {
		plan, err := p.Prepare()
		if err != nil {
			return err
		}
		for _, c := range plan.Cells {
			found := RowErrors{Method: c.Method.Name}
			if found.Values, err = inspect.RowErrors(ctx, plan, c); ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil {
				found.Missing = lab.Reason(err)
			}
			post(found)
		}
		return nil
	}
}
