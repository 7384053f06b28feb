// Package explore is the screen of an error over a swept parameter, and of K itself.
package explore

import (
	"fmt"
	"slices"

	"gramscope/model/sweep"
	"gramscope/remedy"
	"gramscope/ui/chart"
	"gramscope/ui/curve"
	"gramscope/ui/lab"
	"gramscope/ui/look"
	"gramscope/ui/screen"
	"gramscope/ui/session"
	"gramscope/ui/widget"
)

// Lane is that of the screen's work.
const Lane lab.Lane = "explore"

// Screen is the screen of an error over a swept parameter, and of K itself. Of
// results from files it has the former only.
type Screen struct {
	bench  *lab.Bench
	look   *look.Look
	Curves *curve.Curves
	Errors Figure
	Curve  CurveOfK
}

// New is the screen of a bench.
func New(b *lab.Bench, l *look.Look) *Screen {
	s := &Screen{bench: b, look: l, Curves: curve.New(b, l), Errors: newErrorView(), Curve: NewRankView()}
	if columns := b.OnlyColumns(); columns != nil {
		s.Errors = Figure{Values: shownOf(columns)}
		s.Errors.value = max(0, slices.IndexFunc(s.Errors.Values, func(f Shown) bool { return f.Label == "error" }))
		s.Errors.Y.Auto = s.Errors.Now().startsLog()
	}
	return s
}

// Name is what the screen is called.
func (s *Screen) Name() string {
	if s.ofFiles() {
		return "Results"
	}
	return "Explore"
}

// ofFiles tells whether the results are of files.
func (s *Screen) ofFiles() bool { return s.bench.OnlyColumns() != nil }

// About says how the screen is read.
func (s *Screen) About() string {
	return "The first chart shows an error, or another figure, over a parameter. Every marker is a computed sample; the band is ± one standard error over the repetitions. The dashed curve is the floor: the smallest error that an approximation of rank m, or of the target rank, can have. The vertical line is the present setting; the table has its figures. The second chart shows K itself: its stable rank over σ, with the methods' K̃ as markers at the present σ, or its effective dimension over γₛ."
}

// Lane is that of its work.
func (s *Screen) Lane() lab.Lane { return Lane }

// Need is what the figure that is shown needs, and the knobs that move the curve of K.
func (s *Screen) Need() lab.Need {
	need := lab.Need{Theory: s.Errors.Theory}
	if s.Errors.Now().unmet(s.bench.Setting) == "" {
		need.Figures = s.Errors.Now().wants
	}
	if s.Curve.DimensionShown(s.bench.Setting) {
		need.Moving = []string{"score-ridge"}
		if _, own := s.bench.Setting.Spec.Values["score-ridge"]; !own {
			need.Moving = append(need.Moving, "mu")
		}
	}
	return need
}

// Work computes the curve of K, once the sweep has shown its first figures. Work on
// another one ends: its points are not to be taken for this one's.
func (s *Screen) Work() []screen.Do {
	if s.ofFiles() {
		return nil
	}
	v, b := &s.Curve, s.bench
	before := v.Key
	v.Request(b.Setting, b.Widths())
	var list []screen.Do
	if v.Key != before {
		list = append(list, screen.Stop(Lane))
	}
	if !v.Wanted || b.Out.Plan == nil || !b.Out.Begun() {
		return list
	}
	v.Wanted, v.Points = false, nil
	if v.DimensionShown(b.Setting) {
		return append(list, screen.Launch{Lane: Lane, Work: lab.EffectiveDimensions(b.Runner, b.Out.Plan, v.Axis())})
	} else if v.Key.Hi > 0 {
		list = append(list, screen.Launch{Lane: Lane, Work: lab.StableRanks(b.Out.Plan, v.Axis())})
	}
	return list
}

// Update takes in the curve of K, and what is asked for.
func (s *Screen) Update(msg any) []screen.Do {
	switch b := msg.(type) {
	case screen.NewData:
		s.Curve = CurveOfK{Dimension: s.Curve.Dimension, Axes: curve.Axes{X: s.Curve.X}}
		s.Errors.Axes = s.Errors.Axes.For("", s.Errors.Now().startsLog())
	case screen.Frozen:
		s.Curve.Wanted = s.Curve.Wanted || !s.Curve.Done
	case screen.ShowValue:
		return s.showValue(string(b))
	case lab.CurvePoint:
		s.Curve.Points = append(s.Curve.Points, b)
	case lab.Finished:
		s.Curve.Done = true
	}
	if err := lab.FailureOf(msg); err != nil {
		return []screen.Do{screen.Complain{Err: err}}
	}
	return nil
}

// showValue lets the first chart show another figure, by its label or its column.
func (s *Screen) showValue(name string) []screen.Do {
	v := &s.Errors
	before := v.value
	at := slices.IndexFunc(v.Values, func(f Shown) bool { return f.Label == name })
	if at < 0 {
		at = slices.IndexFunc(v.Values, func(f Shown) bool { return f.Column.Name == name })
	}
	if at < 0 {
		return nil
	}
	label := v.Values[at].Label
	v.Choose(label)
	why := v.Now().unmet(s.bench.Setting)
	if why == "" {
		return nil
	}
	v.Choose(v.Values[before].Label)
	var remedies remedy.List
	if v.Values[before].Label != label && s.bench.Setting.Store.Source().HasTarget() {
		remedies = remedy.Change(remedy.Lower, "n")
	}
	return []screen.Do{screen.Complain{Err: &sweep.SpecError{Problem: why, Remedies: remedies}}}
}

// Panes are the figure, and the curve of K.
func (s *Screen) Panes() screen.Panes {
	p := screen.Panes{Abreast: 50, Knobs: true, Charts: []screen.Chart{
		{Title: s.errorTitle, Lines: s.errorLines, Axes: func() *curve.Axes { return &s.Errors.Axes }, Methods: true},
		{Title: func(_ chart.Lines, w int) string { return s.rankTitle(w) }, Lines: s.rankLines, Axes: func() *curve.Axes { return &s.Curve.Axes }},
	}}
	if s.ofFiles() {
		p.Charts = p.Charts[:1]
	}
	return p
}

// Keys are those of the screen.
func (s *Screen) Keys() []screen.Key {
	menu := screen.Key{Keys: []string{"v"}, Show: "v", Does: "choose the value that the first chart shows", Hint: "value", On: screen.Anywhere &^ screen.OnSecond, Run: s.valueMenu}
	over := screen.Key{Keys: []string{"o"}, Show: "o", Does: "choose the swept parameter", Hint: "over", On: screen.Anywhere, Run: s.overMenu}
	logs := []screen.Key{
		{Keys: []string{"x"}, Show: "x", Does: "x axis of the chart: log or linear", On: screen.Anywhere, Run: func(at int) []screen.Do { s.axesOf(at).X.Toggle(); return nil }},
		{Keys: []string{"y"}, Show: "y", Does: "y axis of the chart: log or linear", On: screen.Anywhere, Run: func(at int) []screen.Do { s.axesOf(at).FlipY(); return nil }},
	}
	if s.ofFiles() {
		return append([]screen.Key{over, menu}, logs...)
	}
	return append([]screen.Key{over, menu,
		{Keys: []string{"v"}, Show: "v", Does: "second chart: stable rank over σ, or effective dimension over γₛ", Hint: "curve", On: screen.OnSecond, Run: s.otherCurve},
		{Keys: []string{"b"}, Show: "b", Does: "theory over m: the rate 1/√m, Bach's d = n·max[K(K+μI)⁻¹]ᵢᵢ and p uniform columns that suffice for a risk ratio of 1.4, SQUEAK's 3q̄·d_eff", Hint: "theory", On: screen.Anywhere, Run: func(int) []screen.Do { s.Errors.Theory = !s.Errors.Theory; return nil }},
	}, logs...)
}

// axesOf are those of a chart.
func (s *Screen) axesOf(at int) *curve.Axes {
	if at == 1 {
		return &s.Curve.Axes
	}
	return &s.Errors.Axes
}

// overMenu asks for another swept parameter.
func (s *Screen) overMenu(int) []screen.Do {
	return []screen.Do{screen.Choose{Menu: widget.OverMenu(s.bench.Sweepables(), s.bench.Swept().Name), Then: func(name string) []screen.Do { return []screen.Do{screen.Sweep(name)} }}}
}

// valueMenu offers the figures of the first chart.
func (s *Screen) valueMenu(int) []screen.Do {
	menu := widget.Menu{Title: "show", At: s.Errors.value}
	for _, f := range s.Errors.Values {
		it := widget.Item{Name: f.Label, Note: f.Column.Doc}
		if why := f.unmet(s.bench.Setting); why != "" {
			it.Note, it.Unmet = why, true
		}
		menu.Items = append(menu.Items, it)
	}
	return []screen.Do{screen.Choose{Menu: menu, Then: s.showValue}}
}

// otherCurve switches the second chart.
func (s *Screen) otherCurve(int) []screen.Do {
	if !s.bench.Setting.Family().HasParam("gamma") {
		return []screen.Do{screen.Tell(fmt.Sprintf("the kernel %s has no width σ to show the stable rank over", s.bench.Setting.Spec.Kernel))}
	}
	s.Curve = CurveOfK{Dimension: !s.Curve.Dimension, Axes: curve.Axes{X: curve.Log{Auto: true}}}
	return []screen.Do{screen.Stop(Lane)}
}

// Hint is the word of a key in the footer.
func (s *Screen) Hint(word string, _ int, _ screen.Place) string {
	switch word {
	case "over":
		return "over: " + s.bench.AxisParam().Symbol
	case "value":
		return "value: " + s.Errors.Now().Label
	}
	return word
}

// Values are the figures that the first chart can show.
func (s *Screen) Values() []widget.Item {
	var list []widget.Item
	for _, f := range s.Errors.Values {
		list = append(list, widget.Item{Name: f.Label, Note: f.Column.Doc, Column: f.Column.Name})
	}
	return list
}

// Save notes what the charts show.
func (s *Screen) Save(to *session.Session) {
	to.Value, to.X, to.Y, to.Theory = s.Errors.Now().Label, session.LogOf(s.Errors.X), session.LogOf(s.Errors.Y), s.Errors.Theory
	to.Dimension, to.RankX, to.RankY = s.Curve.Dimension, session.LogOf(s.Curve.X), session.LogOf(s.Curve.Y)
}

// Restore takes that from a session.
func (s *Screen) Restore(from *session.Session) {
	s.Errors.Choose(from.Value)
	from.X.Restore(&s.Errors.X)
	from.Y.Restore(&s.Errors.Y)
	s.Curve.Dimension, s.Errors.Theory = from.Dimension, from.Theory
	from.RankX.Restore(&s.Curve.X)
	from.RankY.Restore(&s.Curve.Y)
}
