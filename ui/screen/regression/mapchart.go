package regression

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/model"
	"gramscope/model/advice"
	"gramscope/model/lab"
	"gramscope/model/number"
	"gramscope/ui/chart"
	"gramscope/ui/look"
	"gramscope/ui/screen"
)

// Marks on the map.
const (
	bestMark = '★'
	nowMark  = '●'
)

// pane is the map as the first chart of the screen.
func (v *heatMap) pane() screen.Chart {
	name := "heat map"
	if h, _ := v.seen(); h != nil {
		name += " " + h.method
	}
	return screen.Chart{
		Title: v.title, Draw: v.text, Figure: v.figure, Pixels: true, Name: name, Scales: true,
		Near: v.near, Hover: func(at int) { v.over = at }, Click: v.click,
	}
}

// title heads the pane: the score of the cell under the mouse, or else of the cell at the cursor.
func (v *heatMap) title(_ chart.Lines, w int) string {
	h, _ := v.seen()
	column, row, ok := v.cursor()
	if h != nil && v.over > 0 && v.over <= len(h.Gammas)*len(h.Mus) {
		column, row, ok = (v.over-1)%len(h.Gammas), (v.over-1)/len(h.Gammas), true
	}
	if !ok || v.impossible() != "" {
		return v.look.Longest(w, "cross-validated error over γ and μ", "error over γ and μ", "γ and μ")
	}
	score, full := v.scoreText(h, column, row), v.cellText(h.Grounds, column, row)
	brief := "μ=" + number.Short(h.Mus[row])
	if gamma := h.Gammas[column]; !math.IsNaN(gamma) {
		brief = "γ=" + number.Short(gamma) + " " + brief
	}
	bare := strings.TrimPrefix(score, h.Loss+" ")
	return v.look.Longest(w, h.method+" at "+full+": "+score, full+": "+score, brief+": "+score, brief+": "+bare, brief)
}

// verdict says that the best cell is better than that of the knobs, if by more than its standard error and 5 %.
func (v *heatMap) verdict() advice.Verdict {
	h, stale := v.seen()
	if h == nil || stale || !v.Done || v.absent() != "" {
		return advice.Verdict{}
	}
	best, ok := h.best()
	at, now, here := v.nowOn(h.Grounds)
	if !ok || !here {
		return advice.Verdict{}
	}
	least, was := best.Loss, h.value(at, now)
	if !(least.Mean+least.SE < was) || !(least.Mean < 0.95*was) || math.IsInf(was, 0) {
		return advice.Verdict{}
	}
	cell, star := v.cellText(h.Grounds, best.Gamma, best.Mu), string(bestMark)
	figures := fmt.Sprintf("has %s %s in place of %s", h.Loss, number.Figure(least.Mean), number.Figure(was))
	return advice.Verdict{
		Text:  fmt.Sprintf("%s %s %s in %d folds: enter on the map takes it", star, cell, figures, h.Folds),
		Brief: star + " " + figures + ": enter on the map",
	}
}

// nowOn returns the cell of the present setting on a map; ok is false outside the map.
func (v *heatMap) nowOn(on *Grounds) (column, row int, ok bool) {
	at := v.bench.Setting
	column, inColumns := nearest(on.Gammas, at.Gamma())
	row, inRows := nearest(on.Mus, at.Value(model.Ridge(nil)))
	return column, row, inColumns && inRows
}

// cellText returns the γ and μ of a cell as text.
func (v *heatMap) cellText(on *Grounds, column, row int) string {
	gamma := on.Gammas[column]
	return widthText(gamma, v.bench.Setting.Family().SigmaOf(gamma), on.Mus[row])
}

// scoreText returns a cell's figure as text.
func (v *heatMap) scoreText(h *methodMap, column, row int) string {
	score := h.score(column, row)
	switch {
	case score.Failure != nil:
		return lab.Reason(score.Failure)
	case len(score.Losses) == 0:
		return "not known yet"
	}
	text := h.Loss + " " + number.Figure(score.Loss.Mean)
	if score.Loss.SE > 0 {
		text += " ± " + strconv.FormatFloat(score.Loss.SE, 'g', 1, 64)
	}
	return text
}

// text draws the map, with a line above that says what it is.
func (v *heatMap) text(_ chart.Lines, w, h int) []string {
	if why := v.absent(); why != "" {
		return v.look.Message(why, w, h)
	}
	lines := strings.Split(look.Compact(v.chart().Render(w, h-heatAbove(h), v.look.Glyphs, v.look.Paint)), "\n")
	if last := len(lines) - 1; v.look.Blank != 0 && last > 0 { // a picture has no bar of colours
		lines = append(screen.Blank(v.look, w, last), lines[last])
	}
	if heatAbove(h) > 0 {
		lines = append([]string{v.line(w)}, lines...)
	}
	return lines
}

// heatAbove returns the number of lines above a map in h lines: one, from seven on.
func heatAbove(h int) int { return min(h/7, 1) }

// absent says why there is no map, or "".
func (v *heatMap) absent() string {
	if why := v.impossible(); why != "" {
		return why
	}
	if now, _ := v.seen(); v.Failed != nil || now == nil {
		return v.bench.NoPicture(v.Failed)
	}
	return ""
}

// impossible says why the setting can't have a map, or "".
func (v *heatMap) impossible() string {
	of, condition := v.bench.CurrentMethod(), v.bench.Setting.Condition(model.BudgetName)
	switch {
	case v.noTarget() != "":
		return v.noTarget()
	case of < 0:
		return "no method runs: choose one in the table"
	case v.bench.Setting.Spec.N < 2:
		return "cross-validation takes two rows or more: raise n"
	case !condition.IsZero() && v.bench.Methods[of].Uses(model.BudgetName):
		return fmt.Sprintf("m follows from %s, and the map takes a number: give m one", condition)
	}
	return ""
}

// mapOf says what the cells of a map are, in full and without the rows.
func mapOf(h *methodMap) (full, brief string) {
	brief = fmt.Sprintf("%s of %s", h.Loss, h.method)
	if h.Folds > 1 {
		brief = fmt.Sprintf("%d-fold %s", h.Folds, brief)
	}
	if h.N < h.Of {
		return fmt.Sprintf("%s on %d rows", brief, h.N), brief
	}
	return brief, brief
}

// line says whose map it is and what its marks are, and how far the search is.
func (v *heatMap) line(w int) string {
	l := v.look
	now, stale := v.seen()
	what, brief := mapOf(now)
	what, brief = " "+what, " "+brief
	short := fmt.Sprintf("  %c best  %c now", bestMark, nowMark)
	marks := short
	if best, ok := now.best(); ok && best.Loss.SE > 0 {
		marks = fmt.Sprintf("  %c best, outlined: within one standard error  %c now", bestMark, nowMark)
	}
	far := ""
	switch {
	case v.bench.Frozen && (stale || !v.Done):
		far = "frozen"
	case stale || len(v.Now) == 0:
		far = "new …"
	case v.grows:
		far = string(bestMark) + " at the edge: extending"
	case !v.Done:
		for _, h := range v.Now {
			if done, all := h.folds(), h.Folds*len(h.Gammas); done < all {
				far = fmt.Sprintf("%d/%d", done, all)
				if h.method != now.method {
					far = h.method + " " + far
				}
				break
			}
		}
	case len(v.Now) > 1:
		far = "v: " + v.Now[(v.shown+1)%len(v.Now)].method
	}
	for _, form := range []string{what + marks, what + short, what, brief + short, brief} {
		text, far := l.Text(form), l.Text(far)
		if gap := w - ansi.StringWidth(text) - ansi.StringWidth(far) - 1; gap >= 1 {
			return text + strings.Repeat(" ", gap) + l.Dim.Render(far)
		}
	}
	return l.Fit(l.Text(brief), w)
}

// chart returns the map as a chart.
func (v *heatMap) chart() chart.Heat {
	h, stale := v.seen()
	c := chart.Heat{X: chart.HeatAxis{Values: h.Gammas}, Y: chart.HeatAxis{Values: h.Mus, Title: "μ"}}
	c.Faint, c.Fine = stale, v.look.Fine()
	if !math.IsNaN(h.Gammas[0]) {
		c.X.Title = "γ"
	}
	for row := range h.Mus {
		var line []float64
		for column := range h.Gammas {
			line = append(line, h.value(column, row))
		}
		c.Values = append(c.Values, line)
	}
	if best, ok := h.best(); ok {
		if c.Near = best.Loss.Mean; best.Loss.SE > 0 {
			c.Near += best.Loss.SE
		}
		c.Marks = append(c.Marks, chart.HeatMark{Column: best.Gamma, Row: best.Mu, Marker: bestMark, Name: "best"})
	}
	if column, row, ok := v.nowOn(h.Grounds); ok {
		c.Marks = append(c.Marks, chart.HeatMark{Column: column, Row: row, Marker: nowMark, Name: "now"})
	}
	c.Column, c.Row, c.Cursor = v.cursor()
	return c
}

// near returns the cell of the map that is drawn at (x, y), counted by rows from 1; 0 for none.
func (v *heatMap) near(x, y, w, h int) int {
	if v.absent() != "" {
		return 0
	}
	m, above := v.chart(), heatAbove(h)
	column, row, ok := m.Cell(x, y-above, w, h-above, v.look.Glyphs)
	if !ok {
		return 0
	}
	return row*len(m.X.Values) + column + 1
}

// click puts the cursor on the cell that is drawn at (x, y).
func (v *heatMap) click(x, y, w, h int) []screen.Do {
	if at := v.near(x, y, w, h); at > 0 {
		on, _ := v.seen()
		v.place((at-1)%len(on.Gammas), (at-1)/len(on.Gammas))
	}
	return nil
}

// figure returns the map that text draws; in a file it is empty until there is a figure of the present setting.
func (v *heatMap) figure(w, _ int) chart.Chart {
	h, stale := v.seen()
	if v.absent() != "" || w == 0 && stale {
		return chart.Heat{}
	}
	m := v.chart()
	if m.Figure, _ = mapOf(h); w == 0 {
		m.Figure = strings.Replace(m.Figure, "-fold", "-fold cross-validated", 1)
	}
	return m
}
