package ui

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/model"
	"gramscope/ui/chart"
	"gramscope/ui/drawing"
	"gramscope/ui/lab"
	"gramscope/ui/number"
)

// Marks on the map.
const (
	bestMark = '★'
	nowMark  = '●'
)

// heatTitle heads the pane: the cell under the cursor, exactly.
func (m *explorer) heatTitle(w int) string {
	h, on, _ := m.heat.now()
	column, row, ok := m.heat.cursor()
	if !ok {
		return m.look.Longest(w, "cross-validated error over γ and μ", "error over γ and μ", "γ and μ")
	}
	score := m.scoreText(h, on, column, row)
	full := m.cellText(on, column, row)
	brief := "μ=" + number.Short(on.mus[row])
	if gamma := on.gammas[column]; !math.IsNaN(gamma) {
		brief = "γ=" + number.Short(gamma) + " " + brief
	}
	bare := strings.TrimPrefix(score, on.loss+" ")
	return m.look.Longest(w, h.method+" at "+full+": "+score, full+": "+score, brief+": "+score, brief+": "+bare, brief)
}

// cellText is where a cell stands.
func (m *explorer) cellText(on *grounds, column, row int) string {
	text := "μ=" + number.Short(on.mus[row])
	if gamma := on.gammas[column]; !math.IsNaN(gamma) {
		text = fmt.Sprintf("γ=%s σ=%s %s", number.Short(gamma), number.Short(m.Setting.Family().SigmaOf(gamma)), text)
	}
	return text
}

// scoreText is a cell's figure.
func (m *explorer) scoreText(h *heatMap, on *grounds, column, row int) string {
	s := h.score(column, row)
	switch {
	case s.Failure != "":
		return s.Failure
	case s.Folds == 0:
		return "not known yet"
	}
	text := on.loss + " " + number.Figure(s.Loss.Mean)
	if s.Loss.SE > 0 {
		text += " ± " + strconv.FormatFloat(s.Loss.SE, 'g', 1, 64)
	}
	return text
}

// heatText is the map, with a line above that says what it is.
func (m *explorer) heatText(w, h int) string {
	if why := m.noMap(); why != "" {
		return m.look.Filled(m.look.Message(why, w, h), w)
	}
	var lines []string
	if h >= 7 {
		lines = append(lines, m.heatLine(w))
		h--
	}
	return m.look.Filled(append(lines, strings.Split(m.heatChart().Render(w, h, m.look.Glyphs, m.look.Paint), "\n")...), w)
}

// noMap says why there is no map, or "".
func (m *explorer) noMap() string {
	v := &m.heat
	now, _, _ := v.now()
	switch {
	case m.noTarget() != "":
		return m.noTarget()
	case m.Learner() < 0:
		return "no method runs: choose one in the table"
	case m.Setting.Spec.N < 2:
		return "cross-validation takes two rows or more: raise n"
	case v.failed != nil:
		return lab.InKeys(v.failed.Error())
	case now == nil:
		return "searching"
	}
	return ""
}

// mapOf says what the cells of a map are, in full and without the folds.
func mapOf(h *heatMap, on *grounds) (full, brief string) {
	brief = fmt.Sprintf("%s of %s", on.loss, h.method)
	full = fmt.Sprintf("%s, %d folds", brief, on.folds)
	if on.n < on.of {
		rows := fmt.Sprintf("%d rows", on.n)
		brief, full = brief+", "+rows, full+" of "+rows
	}
	return full, brief
}

// heatLine says whose map it is and what its marks are, and how far the search
// is.
func (m *explorer) heatLine(w int) string {
	l, v := &m.look, &m.heat
	now, on, stale := v.now()
	what, brief := mapOf(now, on)
	what, brief = " "+what, " "+brief
	marks := fmt.Sprintf("   %c best  %c now", bestMark, nowMark)
	far := ""
	switch {
	case stale || len(v.maps) == 0:
		far = "new …"
	case !v.done:
		for _, h := range v.maps {
			if done, all := h.folds(), v.on.folds*len(v.on.gammas); done < all {
				far = fmt.Sprintf("%d/%d", done, all)
				if h.method != now.method {
					far = h.method + " " + far
				}
				break
			}
		}
	case len(v.maps) > 1:
		far = "v: " + v.maps[(v.shown+1)%len(v.maps)].method
	}
	for _, text := range []string{what + marks, brief + marks, what, brief, marks[2:]} {
		if gap := w - ansi.StringWidth(l.Text(text)) - ansi.StringWidth(l.Text(far)) - 1; gap >= 1 {
			return l.Text(text) + strings.Repeat(" ", gap) + l.Dim.Render(l.Text(far))
		}
	}
	return l.Fit(l.Text(brief), w)
}

// heatChart is the map as a chart.
func (m *explorer) heatChart() chart.Heat {
	h, on, stale := m.heat.now()
	c := chart.Heat{X: chart.HeatAxis{Values: on.gammas}, Y: chart.HeatAxis{Values: on.mus, Title: "μ"}, Faint: stale}
	if !math.IsNaN(on.gammas[0]) {
		c.X.Title = "γ"
	}
	for row := range on.mus {
		var line []float64
		for column := range on.gammas {
			line = append(line, h.value(column, row))
		}
		c.Values = append(c.Values, line)
	}
	if column, row, ok := h.best(); ok {
		c.Marks = append(c.Marks, chart.HeatMark{Column: column, Row: row, Marker: bestMark})
	}
	if column, row, ok := on.cellOf(m.Setting.Gamma(m.Widths()), m.Setting.Value(model.Ridge(nil), m.Widths())); ok {
		c.Marks = append(c.Marks, chart.HeatMark{Column: column, Row: row, Marker: nowMark})
	}
	c.Column, c.Row, c.Cursor = m.heat.cursor()
	return c
}

// heatName is that of the map where it is written.
func (m *explorer) heatName() string {
	if h, _, _ := m.heat.now(); h != nil {
		return "heat map " + h.method
	}
	return "heat map"
}

// heatFigure is the map as it is drawn to a file: empty until there is a figure of
// the present setting.
func (m *explorer) heatFigure() drawing.Chart {
	h, on, stale := m.heat.now()
	if stale || m.noMap() != "" {
		return drawing.Heat{}
	}
	what, _ := mapOf(h, on)
	return drawing.Heat{Heat: m.heatChart(), Figure: "cross-validated " + what, Failed: "failed", Names: map[rune]string{bestMark: "best", nowMark: "now"}}
}

// clickHeat puts the cursor on a cell.
func (m *explorer) clickHeat(x, y, w, h int) {
	if m.noMap() != "" {
		return
	}
	if h >= 7 {
		y, h = y-1, h-1
	}
	if column, row, ok := m.heatChart().Cell(x, y, w, h); ok {
		m.heat.place(column, row)
	}
}
