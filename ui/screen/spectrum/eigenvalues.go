package spectrum

import (
	"math"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/model"
	"gramscope/model/lab"
	"gramscope/model/number"
	"gramscope/ui/chart"
	"gramscope/ui/curve"
	"gramscope/ui/screen"
)

// indexed is a curve over 1, 2, …
func indexed(values []float64) chart.Series {
	s := chart.Series{Y: values, X: make([]float64, len(values)), Color: chart.NoColor}
	for i := range s.X {
		s.X[i] = float64(i + 1)
	}
	return s
}

// thinned keeps some samples of a curve over 1, 2, …, ever fewer to the right, so
// that markers do not cover each other; the last one stays.
func thinned(s chart.Series) chart.Series {
	t := s
	t.X, t.Y = nil, nil
	next := 1.0
	for i := range s.X {
		if float64(i+1) >= next || i == len(s.X)-1 {
			t.X, t.Y = append(t.X, s.X[i]), append(t.Y, s.Y[i])
			next = math.Max(float64(i+2), next*1.12)
		}
	}
	return t
}

// eigenLines are the eigenvalues. What is rounding beside the largest one is left
// out of a log axis: it would stretch it.
func (s *Screen) eigenLines(lines chart.Lines, log bool) chart.Lines {
	all, stale := s.Now, false
	if all.Exact == nil && all.Approx == nil {
		all, stale = s.Old, true
	}
	exact, exactStale := all.Exact, stale
	if exact == nil {
		exact, exactStale = s.Old.Exact, true
	}
	largest := 0.0
	if len(exact) > 0 {
		largest = exact[0]
	}
	for _, one := range all.Approx {
		if len(one.Values) > 0 {
			largest = max(largest, one.Values[0])
		}
	}
	least := largest * 1e-15
	kept := func(values []float64) []float64 {
		if !log {
			return values
		}
		n := len(values)
		for n > 0 && values[n-1] < least && values[n-1] >= 0 {
			n--
		}
		return values[:n]
	}
	k := indexed(kept(exact))
	k.Name, k.NoMarkers, k.Faint = "K", true, exactStale
	for i, method := range s.bench.Methods() {
		one, ok := all.Approx[method.Name]
		if !ok || len(one.Values) == 0 {
			continue
		}
		line, sign := thinned(indexed(kept(one.Values))), curve.Sign(s.bench, i)
		line.Name, line.Color, line.Faint, line.Marker = method.Name, sign, stale, s.look.Sign(sign)
		lines.Series = append(lines.Series, line)
	}
	lines.Series = append(lines.Series, k)
	lines.X.Title, lines.X.ID = "i", "eigenvalue"
	ridge := s.bench.Setting().Value(model.ScoreRidge(nil), s.bench.Widths())
	lines.HLines = []chart.HLine{{Y: ridge, Labels: []string{"γₛ=" + number.Short(ridge)}, Color: chart.NoColor, Faint: true}}
	return lines
}

// text returns a chart of w×h cells. Below the eigenvalues it lists the methods that have
// none, and the reason.
func (s *Screen) text(side int, built chart.Lines, w, h int) string {
	var missing []string
	tell := func(text string) {
		for line := range strings.SplitSeq(ansi.Wrap(s.look.Text(text), max(w-2, 1), " "), "\n") {
			missing = append(missing, " "+line)
		}
	}
	if s.shown[side] == asEigenvalues && h >= 10 {
		for _, method := range s.bench.Methods() {
			if why := s.Now.Approx[method.Name].Missing; why != "" {
				tell(string(s.sign(method.Name)) + " " + method.Name + ": " + why)
			}
		}
		if s.Failed != nil && len(s.Now.Exact) > 0 { // else it stands in the middle
			tell(lab.Message(s.Failed))
		}
	}
	if most := h / 5; len(missing) > most {
		missing = append(missing[:most-1:most-1], s.look.Fit(missing[most-1], w-3)+s.look.Text(" …"))
	}
	drawn := screen.Drawn(s.look, built, w, h-len(missing))
	return s.look.Filled(append(strings.Split(drawn, "\n"), missing...), w)
}
