// Package spectrum is the screen of what K is made of, and what of it the
// approximations keep.
package spectrum

import (
	"slices"
	"strconv"

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

	shown [2]kind
	axes  [kinds]curve.Axes

	base string // of the figures of K
	screen.Latest[Spectra]
}

// about explains how to read the screen.
const about = "The eigenvalues of K, and how many of them the approximations keep, in repetition 1 at the present setting. The line is K, the markers are the methods' K̃. A log axis leaves out eigenvalues below 1e-15 of the largest. The chart of leverage scores sorts them, and marks the landmarks of the method that is pointed at in the table; if that method does not run, those of the first one that does. Points that are marked on screen 3 are crossed there, and the title has their share of d_eff."

// New is the screen of a bench.
func New(b *lab.State, l *look.Look) *Screen {
	s := &Screen{Base: screen.Base{Title: "Spectrum", Text: about, Jobs: Jobs}, bench: b, look: l, shown: [2]kind{asEigenvalues, asScores}}
	for k := range s.axes {
		s.axes[k] = curve.Axes{X: curve.Log{Auto: true}, Y: curve.Log{Auto: true}}
	}
	return s
}

// Panes returns the two charts.
func (s *Screen) Panes() screen.Panes {
	chartOf := func(side int) screen.Chart {
		return screen.Chart{
			Title: func(_ chart.Lines, w int) string { return s.title(side, w) },
			Lines: func(a curve.Axes) (chart.Lines, curve.Axes) { return s.lines(side, a), a },
			Axes:  func() *curve.Axes { return s.axesOf(side) }, Methods: true,
			Draw: func(built chart.Lines, w, h int) string { return s.text(side, built, w, h) },
		}
	}
	return screen.Panes{Charts: []screen.Chart{chartOf(0), chartOf(1)}, Abreast: 70}
}

// axesOf returns the axes of a chart.
func (s *Screen) axesOf(side int) *curve.Axes { return &s.axes[s.shown[side]] }

// Keys returns the keys of the screen.
func (s *Screen) Keys() []screen.Key {
	return append([]screen.Key{
		{First: true, Keys: []string{"v"}, Show: "v", Does: "choose what the chart shows: eigenvalues, leverage scores, degrees of freedom or coherence", Hint: "value", On: screen.Anywhere, Run: s.menu},
	}, screen.LogKeys("", "x", screen.Anywhere, s.axesOf)...)
}

// Hint is the word of a key in the footer.
func (s *Screen) Hint(word string, at int, _ screen.Place) string {
	if word == "value" {
		return "value: " + s.shown[at].label()
	}
	return word
}

// menu offers what a chart can show.
func (s *Screen) menu(at int) []screen.Do {
	var items []widget.Item
	for k := range kinds {
		it := widget.Item{Name: k.label(), Note: k.doc()}
		if k != asEigenvalues {
			it.Unmet = inspect.NoScores(s.bench.Setting().Spec.N, s.bench.Setting().Spec.ExactLimit)
		}
		items = append(items, it)
	}
	return []screen.Do{screen.Choose{Menu: widget.NewMenu("show", items, s.shown[at].label()), Then: func(label string) []screen.Do {
		s.shown[at] = kind(slices.Index(labels(), label))
		return nil
	}}}
}

// State is which charts are shown, and the scales of all.
func (s *Screen) State() (list []session.Field) {
	for side, k := range s.shown {
		list = append(list, session.Choice("charts."+strconv.Itoa(side+1), k.label(), labels(), func(label string) { s.shown[side] = kind(slices.Index(labels(), label)) }))
	}
	for k := range s.axes {
		name := "axes." + kind(k).label()
		list = append(list, session.Scales(name+".1", name+".2", &s.axes[k])...)
	}
	return list
}

// kind is one of the charts that the spectrum screen can show.
type kind int

const (
	asEigenvalues kind = iota
	asScores
	asDegrees
	asCoherence
	kinds
)

func (k kind) label() string { return labels()[k] }

// labels returns the names of the charts, by kind.
func labels() []string {
	return []string{"eigenvalues", "leverage scores", "degrees of freedom", "coherence"}
}

func (k kind) doc() string {
	return [...]string{
		"of K and of the methods' K̃, the largest first",
		"τᵢ = [K(K+γₛI)⁻¹]ᵢᵢ of all points, the largest first, with the landmarks of the method pointed at",
		"d_eff = Σ τᵢ and Bach's d_max = n·max τᵢ over the ridge γₛ",
		"(n/r)·maxᵢ‖Uᵣ(i,:)‖² of the r leading eigenvectors: 1 where all points count alike",
	}[k]
}
