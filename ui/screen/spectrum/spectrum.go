// Package spectrum is the screen of the eigenvalues of K and K̃, leverage scores, degrees of freedom and coherence.
package spectrum

import (
	"slices"
	"strconv"

	"gramscope/model"
	"gramscope/model/inspect"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/ui/chart"
	"gramscope/ui/curve"
	"gramscope/ui/look"
	"gramscope/ui/screen"
	"gramscope/ui/session"
	"gramscope/ui/widget"
)

// Jobs is the kind of the jobs that the screen starts.
const Jobs job.Kind = "spectrum"

// Screen shows two of the charts, of the present setting.
type Screen struct {
	screen.Base
	bench *lab.State
	look  *look.Look
	shown [2]int // of kinds
	axes  [4]curve.Axes
	screen.Latest[Spectra]
}

// The charts, in the order of kinds.
const (
	eigenvalues = iota
	scores
	degrees
	coherence
)

// kinds returns the charts to choose from.
func kinds() []widget.Item {
	return []widget.Item{
		{Name: "eigenvalues", Note: "of K and of the methods' K̃, the largest first, and their ratios λ̃/λ"},
		{Name: "leverage scores",
			Note: "τᵢ = [K(K+γₛI)⁻¹]ᵢᵢ of all points, the largest first, with the landmarks of the method pointed at"},
		{Name: "degrees of freedom", Note: "d_eff = Σ τᵢ and Bach's d_max = n·max τᵢ over the ridge γₛ"},
		{Name: "coherence", Note: "(n/r)·maxᵢ‖Uᵣ(i,:)‖² of the r leading eigenvectors: 1 where all points count alike"},
	}
}

// New returns the screen of a bench.
func New(b *lab.State, l *look.Look) *Screen {
	return &Screen{Base: screen.Base{Title: "Spectrum", Topic: "spectrum", Jobs: Jobs}, bench: b, look: l,
		shown: [2]int{eigenvalues, scores}}
}

// ridge returns γₛ.
func (s *Screen) ridge() float64 {
	return s.bench.Setting.Value(model.ScoreRidge(nil))
}

// Panes returns the two charts.
func (s *Screen) Panes() screen.Panes {
	chartOf := func(side int) screen.Chart {
		return screen.Chart{
			Title: func(_ chart.Lines, w int) string { return s.title(s.shown[side], w) },
			Lines: func() chart.Lines { return s.lines(s.shown[side]) },
			Axes:  &s.axes[s.shown[side]], Methods: true,
			Draw: func(built chart.Lines, w, h int) []string { return s.text(s.shown[side], built, w, h) },
		}
	}
	return screen.Panes{Charts: []screen.Chart{chartOf(0), chartOf(1)}, Abreast: 70}
}

// Keys returns the keys of the screen.
func (s *Screen) Keys(at int) []screen.Key {
	const does = "choose what the chart shows: eigenvalues, leverage scores, degrees of freedom or coherence"
	value := screen.NewKey("v", does, "value: "+kinds()[s.shown[at]].Name, func() []screen.Do { return s.menu(at) })
	return append([]screen.Key{value.Early()}, screen.LogKeys("x", s, at)...)
}

// menu offers what a chart can show.
func (s *Screen) menu(at int) []screen.Do {
	items := kinds()
	for k := range items[1:] {
		items[k+1].Unmet = inspect.NoScores(s.bench.Setting.Spec.N, s.bench.Setting.Spec.ExactLimit)
	}
	return screen.Ask(widget.NewMenu("show", items, items[s.shown[at]].Name), func(name string) []screen.Do {
		s.shown[at] = slices.Index(widget.Names(items), name)
		return nil
	})
}

// State is which charts are shown, and the scales of all.
func (s *Screen) State() (list []session.Field) {
	names := widget.Names(kinds())
	for side, k := range s.shown {
		set := func(name string) { s.shown[side] = slices.Index(names, name) }
		list = append(list, session.Choice("charts."+strconv.Itoa(side+1), names[k], names, set))
	}
	for k := range s.axes {
		list = append(list, session.Scales("axes."+names[k]+".1", "axes."+names[k]+".2", &s.axes[k])...)
	}
	return list
}
