package regression

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"gramscope/model/lab"
	"gramscope/model/number"
	"gramscope/ui/chart"
	"gramscope/ui/curve"
	"gramscope/ui/screen"
)

// chart returns the chart of the settings that a search has tried.
func (v *answer) chart() screen.Chart {
	return screen.Chart{
		Title: v.title, Lines: v.lines, Axes: &v.Axes, Draw: v.text, Figure: v.figure,
		Name: "search", Walk: v.move, Scales: true, Passing: true,
	}
}

// title heads the chart: the figures of the setting under the cursor.
func (v *answer) title(_ chart.Lines, w int) string {
	at, ok := v.cursor()
	if !ok {
		const full = "loss over the time of a fit"
		return v.look.Longest(w, full+", best γ and μ of each setting", full, "loss over time")
	}
	t, part, test := v.Now.Tried[at], "", ""
	if !math.IsNaN(t.Test) {
		test = ", " + number.Figure(t.Test) + " on test rows"
	}
	if t.Old {
		part = fmt.Sprintf(" on %d rows", t.Rows)
	}
	mean := number.Figure(t.Loss.Mean)
	loss := mean
	if t.Loss.SE > 0 {
		loss += " ± " + number.Short(roundSE(t.Loss.SE))
	}
	bare, figure := t.Text+": "+loss+part, v.Now.Loss+" "+loss+part
	full, brief := t.Text+" at "+widthText(t.Gamma, t.Sigma, t.Mu)+": "+figure, t.Text+": "+figure
	time, memory := ", ≈"+number.Duration(t.Seconds), ", "+number.Memory(float64(t.Stored))
	return v.look.Longest(w, full+test+time+memory, full+time+memory, full+time,
		brief+test, brief+time, bare+time, t.Text+": "+mean, t.Text)
}

// text draws the chart below lines that say how far the search is and name the curves.
func (v *answer) text(built chart.Lines, w, h int) []string {
	if why := v.absent(); why != "" {
		return v.look.Message(why, w, h)
	}
	var lines []string
	if h >= 7 {
		lines = append(lines, " "+v.look.Text(v.state(w-1)))
		lines = append(lines, v.said(w, h/3)...)
	}
	return screen.Named(v.look, lines, built, w, h)
}

// absent says why there is nothing to show, or "".
func (v *answer) absent() string {
	switch {
	case v.Failed != nil:
		return lab.Message(v.Failed)
	case len(v.Now.Tried) > 0 || v.running() && v.Now.Loss != "":
		return ""
	case v.stopped:
		return "the search was stopped before it had scored a setting: s searches again"
	}
	return "computing"
}

// state says how far the search is, in the longest form that fits.
func (v *answer) state(w int) string {
	a := &v.Now
	folds := fmt.Sprintf("%d folds of %d rows", a.Folds, a.N)
	of := ""
	if a.Partly {
		of = fmt.Sprintf(" (fits to %d)", a.Rows)
	}
	left, spent := fmt.Sprintf("%v left", max(0, v.limit-a.Elapsed).Round(time.Second)), a.Elapsed.Round(time.Second)
	switch {
	case v.stale():
		return v.look.Longest(w, "of another setting of the knobs: s searches for the present one",
			"of another setting: s searches again", "of another setting")
	case v.running() && a.Refits:
		full := fmt.Sprintf("fitting the front to all %d rows, %s", a.N, left)
		return v.look.Longest(w, full, "fits to all rows, "+left, left)
	case v.running():
		done := fmt.Sprintf("%d/%d", a.Done, a.All)
		fits := fmt.Sprintf("%s fits to %d rows, %s", done, a.Part, left)
		return v.look.Longest(w, fmt.Sprintf("%s, %s of %v", folds, fits, v.limit), fits, done+", "+left)
	case v.stopped:
		stopped, again := fmt.Sprintf("stopped after %v", spent), of+": s searches again"
		return v.look.Longest(w, fmt.Sprintf("%s of %v, %s%s", stopped, v.limit, folds, again), stopped+again, stopped)
	}
	scored := a.Loss + " in " + folds + of
	return v.look.Longest(w, fmt.Sprintf("%s, searched for %v", scored, spent), scored, folds+of, folds)
}

// exactMarker marks exact regression, which is not a method of the table.
const exactMarker = '⊛'

// lines returns the chart.
func (v *answer) lines() chart.Lines {
	plot := chart.Lines{Empty: cmp.Or(v.absent(), "computing")}
	plot.X.Title, plot.X.ID, plot.X.Notation = "s", "time", chart.Decimal
	v.X.Auto = true
	plot.X.Scale = curve.Scale(v.X.On())
	stale := v.stale()
	var seconds, losses []float64
	for _, end := range []string{"", ", on fewer rows"} {
		for _, t := range v.Now.Tried {
			if old := end != ""; t.Old != old || old && v.Now.far(t) {
				continue
			}
			at := slices.IndexFunc(plot.Series, func(s chart.Series) bool { return s.Name == t.Method+end })
			if at < 0 {
				g := chart.Series{Name: t.Method + end, NoLine: true, Marker: exactMarker, Color: chart.NoColor}
				g.Faint = t.Old || stale
				if v.bench.MethodIndex(t.Method) >= 0 {
					g.Color, g.Marker = screen.Sign(v.bench, t.Method), 0
				}
				at, plot.Series = len(plot.Series), append(plot.Series, g)
			}
			g := &plot.Series[at]
			g.X, g.Y = append(g.X, t.Seconds), append(g.Y, t.Loss.Mean)
			seconds, losses = append(seconds, t.Seconds), append(losses, t.Loss.Mean)
		}
	}
	v.Y.Auto = len(losses) > 0 && slices.Min(losses) > 0 && slices.Max(losses) >= 8*slices.Min(losses)
	plot.Y.Scale = curve.Scale(v.Y.On())
	plot.X.Lo, plot.X.Hi, _ = chart.Range(plot.X.Scale, seconds)
	plot.Y.Lo, plot.Y.Hi, _ = chart.Range(plot.Y.Scale, losses)
	fresh := slices.DeleteFunc(slices.Clone(plot.Series), func(s chart.Series) bool { return s.Faint })
	if front := curve.Front(fresh, false); len(front.X) > 1 {
		plot.Series = append(plot.Series, front)
	}
	at, _ := v.cursor()
	for i, t := range v.Now.Tried {
		line := chart.VLine{X: t.Seconds, Color: chart.NoColor, Faint: i != at}
		if i == at {
			line.Color = chart.MarkColor
		}
		if i == v.Now.Choice {
			line.Label = "choice"
		}
		if i == at || i == v.Now.Choice {
			plot.VLines = append(plot.VLines, line)
		}
	}
	return plot
}

// far reports whether a setting that was dropped is so slow or so bad that it would stretch the axes too far.
func (a *Answer) far(t Tried) bool {
	slowest, worst := 0.0, 0.0
	for _, o := range a.Tried {
		if !o.Old {
			slowest, worst = max(slowest, o.Seconds), max(worst, o.Loss.Mean)
		}
	}
	return t.Seconds > 10*slowest || t.Loss.Mean > 1.25*worst
}

// figure returns the chart as it is drawn to a file, without the cursor: empty while there is nothing to draw.
func (v *answer) figure(int, int) chart.Chart {
	lines := v.lines()
	lines.VLines = slices.DeleteFunc(lines.VLines, func(l chart.VLine) bool { return l.Label == "" })
	lines.X.Title = fmt.Sprintf("time of a fit to %d rows (s)", v.Now.N)
	lines.Y.Title = fmt.Sprintf("%s, %d-fold cross-validation", v.Now.Loss, v.Now.Folds)
	return lines
}

// said returns the sentences about a search that has ended, in lines of up to w cells, most of them at most.
func (v *answer) said(w, most int) (lines []string) {
	if v.running() {
		return nil
	}
	for _, text := range v.Now.Said {
		for _, line := range strings.Split(ansi.Wrap(v.look.Text(text), w-2, " "), "\n") {
			lines = append(lines, " "+line)
		}
	}
	if len(lines) > most {
		lines = lines[:most]
		lines[most-1] = ansi.Truncate(lines[most-1], w-3, "") + v.look.Text(" …")
	}
	return lines
}
