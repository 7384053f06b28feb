// Package points is the screen of where the data are, and where the landmarks of two
// methods.
package points

import (
	"slices"
	"strconv"
	"strings"

	"gramscope/model/inspect"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/ui/chart"
	"gramscope/ui/curve"
	"gramscope/ui/look"
	"gramscope/ui/screen"
	"gramscope/ui/session"
)

// Jobs is the kind of the jobs that the screen starts.
const Jobs job.Kind = "points"

// Screen shows the points twice, with the landmarks of a method each.
type Screen struct {
	screen.Base
	bench *lab.State
	look  *look.Look

	x, y string     // chosen axes; "" for the defaults
	axes curve.Axes // of both charts: the part of the plane that is shown
	at   int        // the crosshair's place in the order of leverage; −1 for none

	over int // the row under the mouse; −1 for none

	base string
	screen.Latest[Cast]
}

// Cast holds the results about the points.
type Cast struct {
	Points
	Scores
	Unscored string
	Rests    map[string]Landmarks // by method
}

// about explains how to read the screen.
const about = "The data points, and the landmarks of two methods: uniform sampling, and the method that is pointed at in the table. If that method does not run, or is uniform sampling itself, the second is rls, which samples by exact leverage scores. A dot is heavier if its leverage score is at least the mean, and heavier still from twice the mean. Landmarks have the method's marker and colour, and where the terminal has backgrounds, the cluster under them as a tint. The colours of dots are k-means clusters; the knob `clusters` sets their number. Of more than 10000 points, 10000 are drawn, always the same ones: from each cluster in proportion to its size, and from small clusters more. All landmarks are drawn, and counts refer to all points. Under the mouse, and at the crosshair, is a point's row in the file, its score and its values, in the units of the data; a click moves the crosshair to it."

// New returns the screen of a bench.
func New(b *lab.State, l *look.Look) *Screen {
	return &Screen{Base: screen.Base{Title: "Points", Text: about, Jobs: Jobs}, bench: b, look: l, at: -1, over: -1}
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
	case screen.Pointed:
		return []screen.Do{screen.Show(s.sideOf(s.bench.Methods()[s.bench.Pointed()].Name))}
	case Points:
		s.take(b)
	case Landmarks:
		s.Now.Rests[b.Method] = b
	case Scores:
		if b.Missing != "" {
			s.Now.Unscored = b.Missing
			break
		}
		s.Now.Scores = b
	}
	return s.End(msg)
}

func (s *Screen) take(b Points) {
	s.Now.Points = b
	s.Old = Cast{}
	s.at, s.over = min(s.at, s.Now.count()-1), -1
}

// count returns the number of points.
func (c *Cast) count() int {
	if c.Cloud == nil {
		return 0
	}
	n, _ := c.Cloud.X.Dims()
	return n
}

// row returns the row at a place of the crosshair, in descending order of scores, or in the order of the data while
// there are no scores.
func (c *Cast) row(at int) int {
	if len(c.Order) != c.count() {
		return at
	}
	return c.Order[at]
}

// seen returns the results that are shown: the present ones, or until they are there the previous ones.
func (s *Screen) seen() (c *Cast, stale bool) {
	if s.Now.Cloud == nil && s.Old.Cloud != nil {
		return &s.Old, true
	}
	return &s.Now, false
}

// Pair returns the methods of the two charts: uniform sampling, and the method that the table points at, or a method
// with leverage scores if that one is uniform sampling or has no landmarks; "" for none.
func (s *Screen) Pair() (left, right string) {
	names := s.bench.Usable()
	if len(names) == 0 {
		return "", ""
	}
	active := s.bench.Setting().Active(s.bench.Methods())
	left = append(slices.Clone(active), names...)[0]
	if slices.Contains(names, "nystrom") {
		left = "nystrom"
	}
	pointed := s.bench.Methods()[s.bench.Pointed()].Name
	if pointed != left && slices.Contains(active, pointed) {
		return left, pointed
	}
	scored := "rls"
	if inspect.NoScores(s.bench.Setting().Spec.N, s.bench.Setting().Spec.ExactLimit) != "" {
		scored = "recursive-rls" // without a factor of all of K
	}
	if left != scored && slices.Contains(names, scored) {
		return left, scored
	}
	for _, name := range append(active, names...) {
		if name != left {
			return left, name
		}
	}
	return left, ""
}

// sideOf returns the chart of a method.
func (s *Screen) sideOf(name string) int {
	if _, right := s.Pair(); right == name {
		return 1
	}
	return 0
}

// step moves the crosshair.
func (s *Screen) step(by int) {
	c, _ := s.seen()
	if c.count() == 0 {
		return
	}
	if s.at < 0 && by > 0 { // the first step shows the first point
		by--
		s.at = 0
	}
	s.at = min(max(s.at+by, 0), c.count()-1)
}

// Panes returns the two charts.
func (s *Screen) Panes() screen.Panes {
	chartOf := func(side int) screen.Chart {
		return screen.Chart{
			Title:  func(_ chart.Lines, w int) string { return s.title(side, w) },
			Draw:   func(built chart.Lines, w, h int) string { return s.text(side, w, h, built.Area) },
			Plane:  s.whole,
			Axes:   func() *curve.Axes { return &s.axes },
			Figure: s.figure,
			Pixels: func() chart.Chart { return s.pixels(side) },
			Drawn:  s.drawn,
			Name:   func() string { return s.name(side) },
			Near:   func(x, y, w, h int) int { return s.near(side, x, y, w, h) + 1 },
			Hover:  func(at int) { s.over = at - 1 },
			Pick:   func(at int) []screen.Do { return s.pick(at - 1) },
		}
	}
	return screen.Panes{Charts: []screen.Chart{chartOf(0), chartOf(1)}, Abreast: 50, Even: true}
}

// Keys returns the keys of the screen.
func (s *Screen) Keys() []screen.Key {
	step := func(by int) func(int) []screen.Do { return func(int) []screen.Do { s.step(by); return nil } }
	pick := func(y bool) func(int) []screen.Do { return func(int) []screen.Do { return s.menu(y) } }
	return []screen.Key{
		{First: true, Keys: []string{"]"}, Show: "]", Does: "crosshair: the point with the next lower or higher leverage score", On: screen.Anywhere, Run: step(1)},
		{First: true, Keys: []string{"["}, Show: "[", Does: "crosshair: the point with the next lower or higher leverage score", On: screen.Anywhere, Run: step(-1)},
		{Keys: []string{"}"}, Show: "}", Does: "crosshair: ten points forward or back", On: screen.Anywhere, Run: step(10)},
		{Keys: []string{"{"}, Show: "{", Does: "crosshair: ten points forward or back", On: screen.Anywhere, Run: step(-10)},
		{Show: "[ ]", Hint: "point", On: screen.Anywhere},
		{First: true, Keys: []string{"o"}, Show: "o", Does: "choose the x axis: a principal component, a column or the target", Hint: "over", On: screen.Anywhere, Run: pick(false)},
		{Keys: []string{"v"}, Show: "v", Does: "choose the y axis in the same way", Hint: "value", On: screen.Anywhere, Run: pick(true)},
	}
}

// Hint returns the word for a key in the footer.
func (s *Screen) Hint(word string, _ int, _ screen.Place) string {
	x, y := s.plane()
	switch word {
	case "over":
		return strings.TrimSpace("x: " + x.name)
	case "value":
		return strings.TrimSpace("y: " + y.name)
	case "log":
		return ""
	}
	return word
}

// State is the chosen axes, by their numbers. Which there are depends on the data.
func (s *Screen) State() (list []session.Field) {
	for i, at := range []*string{&s.x, &s.y} {
		list = append(list, session.Of(strconv.Itoa(i+1), *at, func(name string) (string, string) { *at = name; return "", "" }))
	}
	return list
}

// number returns the number of a method's marker and colour.
func (s *Screen) number(name string) int {
	return curve.Sign(s.bench, max(s.bench.MethodIndex(name), 0))
}

// sign returns the marker of a method.
func (s *Screen) sign(name string) rune { return s.look.Sign(s.number(name)) }
