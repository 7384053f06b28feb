// Package points is the screen of where the data are, and where the landmarks of the methods are among them.
package points

import (
	"slices"
	"strconv"
	"strings"

	"gramscope/model/inspect"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/ui/curve"
	"gramscope/ui/look"
	"gramscope/ui/screen"
	"gramscope/ui/session"
)

// Jobs is the kind of the jobs that the screen starts.
const Jobs job.Kind = "points"

// Screen shows the points once for each method that rests on some of them, with its landmarks.
type Screen struct {
	screen.Base
	bench *lab.State
	look  *look.Look

	x, y string     // chosen axes; "" for the defaults
	axes curve.Axes // of all charts: the part of the plane that is shown
	at   int        // the crosshair's place in the order of leverage; −1 for none
	over int        // the row under the mouse; −1 for none
	screen.Latest[Cast]
}

// Cast holds the results about the points.
type Cast struct {
	Points
	Scores
	Rests map[string]Landmarks // by method
}

// New returns the screen of a bench.
func New(b *lab.State, l *look.Look) *Screen {
	return &Screen{Base: screen.Base{Title: "Points", Topic: "points", Jobs: Jobs}, bench: b, look: l, at: -1, over: -1}
}

// Update handles the messages of the work.
func (s *Screen) Update(msg any) []screen.Do {
	switch b := msg.(type) {
	case screen.Left:
		s.over = -1
		return s.Leave(Jobs)
	case screen.Escaped:
		s.at = -1
	case screen.NewData:
		*s = *New(s.bench, s.look)
	case Points:
		s.Now.Points, s.Old = b, Cast{}
		s.at, s.over = min(s.at, s.Now.count()-1), -1
	case Landmarks:
		if s.Now.Rests != nil { // else the data of these landmarks are gone
			s.Now.Rests[b.Method] = b
		}
	case Scores:
		s.Now.Scores = b
	}
	return s.End(msg)
}

// count returns the number of points.
func (c *Cast) count() int {
	if c.Cloud == nil {
		return 0
	}
	n, _ := c.Cloud.Train.X.Dims()
	return n
}

// seen returns the results that are shown: the present ones, or until they are there the previous ones.
func (s *Screen) seen() (c *Cast, stale bool) {
	if s.Now.Cloud == nil && s.Old.Cloud != nil {
		return &s.Old, true
	}
	return &s.Now, false
}

// names returns the methods whose landmarks are shown: uniform sampling, and the methods that run. If that is only one,
// a method with leverage scores is added.
func (s *Screen) names() []string {
	usable, names := s.bench.Usable(), s.bench.Setting.Active(s.bench.Methods)
	if i := slices.Index(names, "nystrom"); i >= 0 {
		names = slices.Delete(names, i, i+1)
	}
	if slices.Contains(usable, "nystrom") {
		names = slices.Insert(names, 0, "nystrom")
	}
	scored := "rls"
	if inspect.NoScores(s.bench.Setting.Spec.N, s.bench.Setting.Spec.ExactLimit) != "" {
		scored = "recursive-rls" // without a factor of all of K
	}
	for _, name := range append([]string{scored}, usable...) {
		if len(names) < 2 && slices.Contains(usable, name) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// Panes returns the chart of all methods.
func (s *Screen) Panes() screen.Panes {
	return screen.Panes{Charts: []screen.Chart{{
		Title:  s.title,
		Draw:   s.text,
		Lines:  s.lines,
		Axes:   &s.axes,
		Walk:   s.step,
		Figure: s.figure,
		Pixels: true,
		Name:   "points " + strings.Join(s.marked(), " and "),
		Near:   func(x, y, w, h int) int { return s.near(x, y, w, h) + 1 },
		Hover:  func(at int) { s.over = at - 1 },
		Click:  func(x, y, w, h int) []screen.Do { return s.pick(s.near(x, y, w, h)) },
	}}}
}

// Keys returns the keys of the screen.
func (s *Screen) Keys(int) []screen.Key {
	x, y := s.plane()
	const one = "crosshair: the point with the next higher or lower leverage score"
	ten := func(by int) { s.step(10 * by) }
	over := "choose the x axis: a principal component, a column or the target"
	return []screen.Key{
		screen.NewPair("[ ]", "[ ]", one, "point", s.step).Early(),
		screen.NewPair("{ }", "{ }", "crosshair: ten points back or forward", "", ten),
		s.axisKey("o", over, "x axis", &s.x, x).Early(),
		s.axisKey("v", "choose the y axis in the same way", "y axis", &s.y, y),
	}
}

// State is the chosen axes, by their numbers. Which there are depends on the data.
func (s *Screen) State() (list []session.Field) {
	for i, at := range []*string{&s.x, &s.y} {
		list = append(list, session.Of(strconv.Itoa(i+1), *at, func(name string) (problem, remedy string) {
			*at = name
			return "", ""
		}))
	}
	return list
}
