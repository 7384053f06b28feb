// Package explore is the screen of an error over a swept parameter, and of K itself.
package explore

import (
	"fmt"
	"slices"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/inspect"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/ui/curve"
	"gramscope/ui/look"
	"gramscope/ui/screen"
	"gramscope/ui/session"
	"gramscope/ui/widget"
)

// Jobs is the kind of the jobs that the screen starts.
const Jobs job.Kind = "explore"

// Screen is the screen of an error over a swept parameter, and of K itself. With results from files it shows only the
// former.
type Screen struct {
	screen.Base
	bench  *lab.State
	look   *look.Look
	curves curve.Curves
	errors figure
	ofK    curveOfK
	below  curve.Axes // of the third chart
}

// New returns the screen of a bench.
func New(b *lab.State, l *look.Look) *Screen {
	s := &Screen{Base: screen.Base{Title: "Explore", Topic: "explore", Jobs: Jobs}, bench: b, look: l}
	s.curves = curve.Curves{State: b}
	s.errors.values = menuOf(func(c sweep.Column) int { return c.Value })
	if !b.Computes() {
		s.Title = "Results"
		s.errors.values = b.ChartColumns()
		s.errors.value = max(0, slices.IndexFunc(s.errors.values, func(c sweep.Column) bool { return c.Name == "error" }))
	}
	return s
}

// Need returns what the shown figure needs, and the parameters that change the curve of K.
func (s *Screen) Need() lab.Need {
	need := lab.Need{}
	if s.unmet(s.errors.now()) == "" {
		need.Figures = s.errors.now().Needs()
	}
	switch {
	case s.errors.theory && s.limited():
		need.Figures = need.Figures.With(sweep.FigureStableRank)
	case s.errors.theory:
		need.Figures = need.Figures.With(sweep.FigureBounds)
	}
	if over := s.errors.against; over.Name != "" {
		need.Figures = need.Figures.With(over.Needs()...)
	}
	need.Figures = need.Figures.Without(sweep.FigureError) // which every run has
	if s.ofK.dimensionShown(s.bench.Setting) {
		need.Moving = []model.Name{model.ScoreRidgeName}
		if _, own := s.bench.Setting.Spec.Values[model.ScoreRidgeName]; !own {
			need.Moving = append(need.Moving, model.RidgeName)
		}
	}
	return need
}

// unmet returns the reason why the first chart can't show a column now, or "". All columns of files can be shown.
func (s *Screen) unmet(c sweep.Column) string {
	if !s.bench.Computes() {
		return ""
	}
	return s.bench.Setting.Lacks(c)
}

// Work computes the curve of K after the first figures of the sweep. It cancels work on another curve, so that points
// of two curves are not mixed.
func (s *Screen) Work() []screen.Do {
	if !s.bench.Computes() {
		return nil
	}
	v, b := &s.ofK, s.bench
	before := v.Key
	v.request(b.Setting)
	var list []screen.Do
	if v.Key != before {
		list = append(list, screen.Stop(Jobs))
	}
	if !v.wanted || b.Outcome.Plan == nil || !b.Outcome.Begun() {
		return list
	}
	v.wanted, v.Now = false, nil
	switch plan := b.Outcome.Plan; {
	case v.dimensionShown(b.Setting): // each value takes a Cholesky factorisation
		dimensions := b.Limits.Cubic.Limited(lab.CurveOf(inspect.EffectiveDimension, plan, v.axis()))
		list = append(list, screen.Launch{Kind: Jobs, Work: dimensions})
	case v.hi > 0:
		list = append(list, screen.Launch{Kind: Jobs, Work: lab.CurveOf(inspect.StableRank, plan, v.axis())})
	}
	return list
}

// Update handles points of the curve of K and requests.
func (s *Screen) Update(msg any) []screen.Do {
	switch b := msg.(type) {
	case screen.NewData:
		s.ofK = curveOfK{dimension: s.ofK.dimension, Axes: curve.Axes{X: s.ofK.X}}
		s.errors.Axes, s.below = curve.Axes{Y: s.errors.Y}, curve.Axes{}
	case screen.Frozen:
		s.ofK.wanted = s.ofK.wanted || !s.ofK.Done
	case screen.ShowValue:
		return s.showValue(string(b))
	case screen.ShowAgainst:
		s.showAgainst(string(b))
	case lab.CurvePoint:
		s.ofK.Now = append(s.ofK.Now, b)
	}
	return s.ofK.End(msg)
}

// showValue makes the first chart show another figure, given its label or its column.
func (s *Screen) showValue(name string) []screen.Do {
	v := &s.errors
	at := slices.IndexFunc(v.values, func(c sweep.Column) bool { return name == c.Title() || name == c.Name })
	if at < 0 {
		return nil
	}
	why := s.unmet(v.values[at])
	if why == "" {
		v.value = at
		return nil
	}
	var remedies remedy.List
	if at != v.value && s.bench.Setting.Store.Source().HasTarget() {
		remedies = remedy.Change(remedy.Lower, model.TrainRowsName)
	}
	return []screen.Do{screen.Complain{Err: &sweep.SpecError{Problem: why, Remedies: remedies}}}
}

// Panes returns the chart of the figure, the curve of K, and what the methods take.
func (s *Screen) Panes() screen.Panes {
	p := screen.Panes{Abreast: 50, Knobs: true, Charts: []screen.Chart{
		{Title: s.errorTitle, Lines: s.errorLines, Axes: &s.errors.Axes, Methods: true, Draw: s.errorText},
		{Title: s.rankTitle, Lines: s.rankLines, Axes: &s.ofK.Axes},
		{Title: s.belowTitle, Lines: s.belowLines, Axes: &s.below, Methods: true},
	}}
	if !s.bench.Computes() {
		p.Charts = p.Charts[:1]
	}
	return p
}

// Keys returns the keys of the screen.
func (s *Screen) Keys(at int) []screen.Key {
	over := screen.OverKey(s.bench, "choose the parameter that is swept").Early()
	value := screen.NewKey("v", "choose the first chart's figure", "value: "+s.errors.now().Title(), s.valueMenu).Early()
	against := screen.NewKey("X", "first chart: choose its x axis, the parameter or a result (time, memory, entries, "+
		"rank, effective dimension)", "", s.againstMenu)
	if result := s.errors.against.Title(); result != "" { // most charts are over the parameter
		against.Hint = "against: " + result
	}
	keys := []screen.Key{over, value.In(screen.Anywhere &^ screen.OnSecond)}
	if !s.bench.Computes() {
		keys = append(keys, against)
	} else {
		curve := screen.NewKey("v", "second chart: stable rank over σ, or effective dimension over γₛ", "curve", s.otherCurve)
		theory := screen.NewKey("b", theoryHelp, "theory", s.toggleTheory)
		keys = append(keys, curve.In(screen.OnSecond), against, theory)
	}
	return append(keys, screen.LogKeys("x", s, at)...)
}

// valueMenu offers the figures of the first chart, without those that the kind of target rules out.
func (s *Screen) valueMenu() []screen.Do {
	set := s.bench.Setting
	items := slices.DeleteFunc(s.Values(), func(it widget.Item) bool {
		of := lab.Column(it.Column).Target
		return s.bench.Computes() && of != sweep.AnyTarget && (!set.Store.Source().HasTarget() || !of.Suits(set.Classifies()))
	})
	return screen.Ask(widget.NewMenu("show", items, s.errors.now().Title()), s.showValue)
}

// otherCurve switches the second chart.
func (s *Screen) otherCurve() []screen.Do {
	if !s.bench.Setting.Family().HasGamma() {
		kernel := s.bench.Setting.Spec.Kernel
		return screen.Say(fmt.Sprintf("the kernel %s has no width σ to show the stable rank over", kernel))
	}
	s.ofK = curveOfK{dimension: !s.ofK.dimension}
	return []screen.Do{screen.Stop(Jobs)}
}

// Values returns the figures that the first chart can show.
func (s *Screen) Values() []widget.Item {
	var list []widget.Item
	for _, c := range s.errors.values {
		list = append(list, widget.Item{Group: string(c.Group), Name: c.Title(), Note: c.Doc, Unmet: s.unmet(c),
			Column: c.Name, Head: c.Table.Head})
	}
	return list
}

// State is what the charts show.
func (s *Screen) State() []session.Field {
	names := widget.Names(s.Values())
	show := func(name string) { s.errors.value = slices.Index(names, name) }
	list := []session.Field{
		session.Choice("value", s.errors.now().Title(), names, show),
		session.Choice("against", s.errors.against.Title(), append(widget.Names(Axes(nil)[1:]), ""), s.showAgainst),
	}
	list = append(list, session.Scales("x", "y", &s.errors.Axes)...)
	list = append(list, session.Flag("theory", &s.errors.theory), session.Flag("effective_dimension", &s.ofK.dimension))
	return slices.Concat(list,
		session.Scales("rank_x", "rank_y", &s.ofK.Axes), session.Scales("below_x", "below_y", &s.below))
}
