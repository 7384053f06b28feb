package points

import (
	"context"
	"fmt"
	"slices"

	"gramscope/data"
	"gramscope/model/inspect"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/number"
	"gramscope/model/trial"
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
	within := func(a chart.Axis, v, from, to float64) bool {
		u, ok := a.Map(v)
		return ok && u >= from && u <= to
	}
	var rows []int
	for i := range c.count() {
		if within(settled.X, x.at(i), u0-du, u1+du) && within(settled.Y, y.at(i), v0-dv, v1+dv) {
			rows = append(rows, i)
		}
	}
	s.cluster = -1
	return []screen.Do{screen.Mark(rows)}
}

// markCluster marks the points of a cluster: that of the point at the crosshair, or else the smallest one, and when pressed again
// the next ones.
func (s *Screen) markCluster(int) []screen.Do {
	c, stale := s.seen()
	if stale || c.Clusters == nil {
		return []screen.Do{screen.Note("the clusters are not computed yet")}
	}
	count := len(c.Clusters.Sizes)
	switch {
	case len(s.bench.Marked()) > 0 && s.cluster >= 0:
		s.cluster = (s.cluster + 1) % count
	case s.at >= 0 && s.at < c.count():
		s.cluster = c.Clusters.Owner[c.row(s.at)]
	default:
		s.cluster = c.Clusters.Smallest()
	}
	s.cluster = min(s.cluster, count-1)
	var rows []int
	for i, owner := range c.Clusters.Owner {
		if owner == s.cluster {
			rows = append(rows, i)
		}
	}
	return []screen.Do{screen.Mark(rows), screen.Note(fmt.Sprintf("cluster %d is marked, on screens 2 and 4 too; m marks the next one, M none", s.cluster+1))}
}

// unmark marks nothing.
func (s *Screen) unmark(int) []screen.Do {
	s.cluster = -1
	return []screen.Do{screen.Mark(nil)}
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
	if found, known := c.Rests[name]; known && found.Missing == "" {
		hits := 0
		for _, i := range found.Rows {
			if _, is := slices.BinarySearch(marked, i); is {
				hits++
			}
		}
		text += fmt.Sprintf(", %d of %d landmarks", hits, len(found.Rows))
		brief += fmt.Sprintf(", %d/%d landmarks", hits, len(found.Rows))
	}
	share := s.errorShare(c, name, marked)
	return s.look.Longest(w, text+", "+share+" of ‖K−K̃‖²_F", text+", "+share+" of the error", brief+", "+share+" of the error", brief+", "+share+" error", brief)
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

// restricted is a source without the marked points, or of only them.
type restricted struct {
	source data.Source
	err    error
}

// restrict leaves the marked points out of the data, or keeps only them.
func (s *Screen) restrict(only bool) []screen.Do {
	marked, set := s.bench.Marked(), s.bench.Setting()
	switch {
	case len(marked) == 0:
		return []screen.Do{screen.Note("no points are marked: m marks those of a cluster, and the mouse those in a box")}
	case !s.Done:
		return []screen.Do{screen.Note("the landmarks are being computed: one moment")}
	}
	return []screen.Do{screen.Launch{Kind: Jobs, Work: func(_ context.Context, post func(any)) error {
		rng := trial.Stream(set.Spec.Seed, "draw", 1)
		source, err := data.Restrict(set.Store.Source(), set.Spec.N, set.Spec.Test, rng, marked, only)
		post(restricted{source, err})
		return nil
	}}}
}

// use takes the restricted data.
func (r restricted) use() []screen.Do {
	if r.err != nil {
		return []screen.Do{screen.Complain{Err: r.err}}
	}
	return []screen.Do{screen.Use{Source: r.source}, screen.NoteOnce("u takes the points back; a session has all points again")}
}
