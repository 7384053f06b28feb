package command

import (
	"fmt"
	"math"

	"gramscope/model/sweep"
	"gramscope/model/tune"
	"gramscope/ui/chart"
)

// sufficientColumn is a column of the rows with the function of its value.
type sufficientColumn struct {
	name  string
	width int // in a table; 0: not shown, negative: left-aligned
	value func(tune.SufficientRow) any
}

// sufficientColumns returns the columns of an experiment's rows, and a function that returns a row's values.
func sufficientColumns(plan *sweep.Plan, e *tune.Sufficient) (columns []sweep.Column, values func(tune.SufficientRow) []any) {
	asked := plan.EmptyRow(plan.Cells[0])
	same := func(v any) func(tune.SufficientRow) any { return func(tune.SufficientRow) any { return v } }
	type row = tune.SufficientRow
	reached := func(v func(row) any) func(row) any {
		return func(r row) any {
			if !r.Reached {
				return nil
			}
			return v(r)
		}
	}
	list := []sufficientColumn{
		{"data", 0, same(asked.Data)},
		{"n", 0, same(int64(asked.N))},
		{"kernel", 0, same(asked.Kernel)},
		{"gamma", 0, same(asked.Gamma)},
		{"method", -18, func(r row) any { return r.Method }},
		{"truth", 0, same(string(e.Truth.From))},
		{"loss", 0, same(e.Loss)},
		{"reps", 0, same(int64(e.Reps))},
		{"seed", 0, same(int64(e.Seed))},
		{"mu", 9, func(r row) any { return r.Mu }},
		{"lambda", 9, func(r row) any { return r.Lambda }},
		{"d_eff", 9, func(r row) any { return r.DEff }},
		{"d_max", 9, func(r row) any { return r.DMax }},
		{"m", 5, reached(func(r row) any { return int64(r.M) })},
		{"ratio", 7, reached(func(r row) any { return r.Ratio })},
		{"risk_exact", 10, func(r row) any { return r.RiskExact }},
		{"risk", 10, func(r row) any { return r.Risk }},
		{"bach_p", 9, func(r row) any { return r.BachColumns }},
		{"warning", -1, sufficientWarning},
		{"failure", -1, func(r row) any { return failureText(r.Failure) }},
	}
	for _, c := range list {
		columns = append(columns, sweep.Column{Name: c.name, Line: sweep.Cell{Width: c.width}})
	}
	return columns, func(r row) []any {
		cells := make([]any, len(list))
		for i, c := range list {
			cells[i] = c.value(r)
		}
		return cells
	}
}

// sufficientWarning returns the warning that no m suffices, or "".
func sufficientWarning(r tune.SufficientRow) any {
	if r.Reached || r.Failure != nil {
		return ""
	}
	return fmt.Sprintf("not reached: the risk is %.3g times the exact one at m = %d", r.Risk/r.RiskExact, r.M)
}

// sufficientChart draws the sufficient m and the degrees of freedom over the ridge.
func sufficientChart(rows []tune.SufficientRow, glyphs chart.Glyphs) string {
	const width, height = 80, 20
	var series []chart.Series
	gaps := false
	degrees := chart.Series{Name: "degrees of freedom d_eff", Color: chart.NoColor, Dashed: true, NoMarkers: true}
	for _, r := range rows {
		last := len(series) - 1
		if last < 0 || series[last].Name != r.Method {
			series = append(series, chart.Series{Name: r.Method, Color: chart.NoColor})
			last++
		}
		m := float64(r.M)
		if !r.Reached {
			m, gaps = math.NaN(), true
		}
		series[last].X, series[last].Y = append(series[last].X, r.Mu), append(series[last].Y, m)
		if last == 0 {
			degrees.X, degrees.Y = append(degrees.X, r.Mu), append(degrees.Y, r.DEff)
		}
	}
	lines := chart.Lines{
		X:      chart.Axis{Scale: chart.Log, Title: "μ"},
		Y:      chart.Axis{Scale: chart.Log, Title: "sufficient m"},
		Series: append(series, degrees),
		Empty:  "no m suffices",
	}
	names := legend(series, glyphs) + "   " + glyphs.Text("╌╌ ") + degrees.Name
	if gaps {
		names += "   no mark: not reached"
	}
	return "\n" + lines.Render(width, height, glyphs, nil) + "\n" + names + "\n"
}

// failureText returns an error's text, "" for nil.
func failureText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
