package ui

import (
	"gramscope/model/inspect"
	"gramscope/ui/chart"
	"gramscope/ui/curve"
	"gramscope/ui/lab"
	"gramscope/ui/widget"
)

// spectrum is the second screen: what K is made of, and what of it the
// approximations keep.
func spectrum() board {
	return board{
		key: "2", name: "Spectrum", abreast: 70, first: firstPane,
		charts: []view{
			{mode: onSpectrum, title: func(m *explorer, w int) string { return m.spectrumTitle(0, w) }, legend: (*explorer).legend,
				lines: func(m *explorer, a curve.Axes) (chart.Lines, curve.Axes) { return m.spectrumLines(0, a), a },
				axes:  func(m *explorer) *curve.Axes { return m.spectrumAxes(0) }},
			{mode: onScores, title: func(m *explorer, w int) string { return m.spectrumTitle(1, w) }, legend: (*explorer).legend,
				lines: func(m *explorer, a curve.Axes) (chart.Lines, curve.Axes) { return m.spectrumLines(1, a), a },
				axes:  func(m *explorer) *curve.Axes { return m.spectrumAxes(1) }},
		},
		need: noMore, over: stay,
		start: (*explorer).startSpectrum,
		stop: func(m *explorer) {
			m.Runner.Stop(lab.SpectrumLane)
			if !m.spectrum.done {
				m.spectrum.key = ""
			}
		},
		hint: func(m *explorer, word string) string {
			if word == "value" {
				return "value: " + m.spectrum.shown[m.spectrumSide()].label()
			}
			return word
		},
		keys: []binding{
			{keys: []string{"v"}, show: "v", does: "choose what the chart shows: eigenvalues, leverage scores, degrees of freedom or coherence", hint: "value", in: onPanes, run: do((*explorer).spectrumMenu)},
			{keys: []string{"x"}, show: "x", does: "x axis of the chart: log or linear", in: onPanes, run: do(func(m *explorer) { m.spectrumAxes(m.spectrumSide()).X.Toggle() })},
			{keys: []string{"y"}, show: "y", does: "y axis of the chart: log or linear", in: onPanes, run: do(func(m *explorer) { m.spectrumAxes(m.spectrumSide()).Y.Toggle() })},
		},
	}
}

// spectrumKind is what a chart of the spectrum screen shows.
type spectrumKind int

const (
	asEigenvalues spectrumKind = iota
	asScores
	asDegrees
	asCoherence
	spectrumKinds
)

func (k spectrumKind) label() string { return spectrumLabels()[k] }

func spectrumLabels() []string {
	return []string{"eigenvalues", "leverage scores", "degrees of freedom", "coherence"}
}

func (k spectrumKind) doc() string {
	return [...]string{
		"of K and of the methods' K̃, the largest first",
		"τᵢ = [K(K+γₛI)⁻¹]ᵢᵢ of all points, the largest first, with the landmarks of the method pointed at",
		"d_eff = Σ τᵢ and Bach's d_max = n·max τᵢ over the ridge γₛ",
		"(n/r)·maxᵢ‖Uᵣ(i,:)‖² of the r leading eigenvectors: 1 where all points count alike",
	}[k]
}

// spectrumView is the state of the screen.
type spectrumView struct {
	shown [2]spectrumKind
	axes  [spectrumKinds]curve.Axes

	key      string // what is shown or computed
	base     string // of the figures of K
	now, old spectra
	done     bool
	failed   error
}

// spectra are the figures, each nil until it is there.
type spectra struct {
	approx    map[string]spectrumOf // by method
	exact     []float64             // eigenvalues of K
	scores    []float64             // by row
	ridges    []float64
	effective []float64
	maximal   []float64
	coherence []float64 // by rank − 1
	unscored  string    // why there are no scores
}

// What the work posts.
type (
	spectrumOf struct {
		method    string
		values    []float64
		landmarks []int
		rests     bool // on landmarks
		missing   string
	}
	exactSpectrum struct{ values []float64 }
	scoresFound   struct {
		scores  []float64
		missing string
	}
	degreesFound   struct{ ridges, effective, maximal []float64 }
	coherenceFound struct{ values []float64 }
)

func newSpectrumView() spectrumView {
	v := spectrumView{shown: [2]spectrumKind{asEigenvalues, asScores}}
	for k := range v.axes {
		v.axes[k] = curve.Axes{X: curve.Log{Auto: true}, Y: curve.Log{Auto: true}}
	}
	return v
}

// fresh forgets what belongs to other data.
func (v *spectrumView) fresh() {
	*v = spectrumView{shown: v.shown, axes: v.axes}
}

// over are these figures, with the older ones where they have none yet.
func (s spectra) over(older spectra) spectra {
	pick := func(a, b []float64) []float64 {
		if a != nil {
			return a
		}
		return b
	}
	if s.ridges == nil {
		s.ridges, s.effective, s.maximal = older.ridges, older.effective, older.maximal
	}
	if s.approx == nil {
		s.approx = older.approx
	}
	s.exact, s.scores, s.coherence = pick(s.exact, older.exact), pick(s.scores, older.scores), pick(s.coherence, older.coherence)
	return s
}

// receive takes in what the work has found. Where that failed, what is stale gives way
// to the reason.
func (v *spectrumView) receive(body any) (notes []string, err error) {
	switch b := body.(type) {
	case lab.Finished:
		v.done = true
	case spectrumOf:
		if v.now.approx == nil {
			v.now.approx = map[string]spectrumOf{}
		}
		v.now.approx[b.method] = b
	case exactSpectrum:
		v.now.exact = b.values
	case scoresFound:
		v.now.scores = b.scores
		if b.missing != "" {
			v.now.unscored = b.missing
		}
	case degreesFound:
		v.now.ridges, v.now.effective, v.now.maximal = b.ridges, b.effective, b.maximal
	case coherenceFound:
		v.now.coherence = b.values
	}
	if err = lab.FailureOf(body); err != nil {
		v.failed, v.old = err, spectra{}
	}
	return nil, err
}

// spectrumSide is the chart that keys act on.
func (m *explorer) spectrumSide() int {
	if m.focus == secondPane || m.charted == secondPane && m.layout.panes[firstPane].w == 0 {
		return 1
	}
	return 0
}

func (m *explorer) spectrumMenu() {
	side := m.spectrumSide()
	m.menu = widget.Menu{Title: "show", At: int(m.spectrum.shown[side])}
	for k := range spectrumKinds {
		it := widget.Item{Name: k.label(), Note: k.doc()}
		if why := inspect.NoScores(m.Setting.Spec.N, m.Setting.Spec.ExactLimit); why != "" && k != asEigenvalues {
			it.Note, it.Unmet = why, true
		}
		m.menu.Items = append(m.menu.Items, it)
	}
	m.menu.Then = func(label string) {
		for k := range spectrumKinds {
			if k.label() == label {
				m.spectrum.shown[side] = k
			}
		}
	}
}

// spectrumAxes are those of a chart, by what it shows.
func (m *explorer) spectrumAxes(side int) *curve.Axes {
	return &m.spectrum.axes[m.spectrum.shown[side]]
}
