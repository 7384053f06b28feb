package command

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"gramscope/data/legible"
	"gramscope/model/sweep"
	"gramscope/model/tune"
	"gramscope/ui/chart"
)

// sufficientColumn is a column of the rows. Its values are strings, ints or float64s; nil
// or NaN stands for an unknown value.
type sufficientColumn struct {
	name  string
	width int // in a table; 0: not shown, negative: left-aligned
	value func(tune.SufficientRow) any
}

// sufficientWriter writes rows as csv, json or a table.
type sufficientWriter struct {
	w       io.Writer
	format  string
	columns []sufficientColumn
}

func newSufficientWriter(w io.Writer, format string, plan *sweep.Plan, e *tune.Sufficient) (*sufficientWriter, error) {
	asked := plan.Asked(plan.Cells[0])
	same := func(v any) func(tune.SufficientRow) any { return func(tune.SufficientRow) any { return v } }
	type row = tune.SufficientRow
	out := &sufficientWriter{w, format, []sufficientColumn{
		{"data", 0, same(asked.Data)},
		{"n", 0, same(asked.N)},
		{"kernel", 0, same(asked.Kernel)},
		{"gamma", 0, same(asked.Gamma)},
		{"method", -18, func(r row) any { return r.Method }},
		{"truth", 0, same(string(e.Truth.From))},
		{"loss", 0, same(e.Loss)},
		{"reps", 0, same(e.Reps)},
		{"seed", 0, same(int(e.Seed))},
		{"mu", 9, func(r row) any { return r.Mu }},
		{"lambda", 9, func(r row) any { return r.Lambda }},
		{"d_eff", 9, func(r row) any { return r.DEff }},
		{"d_max", 9, func(r row) any { return r.DMax }},
		{"m", 5, func(r row) any {
			if !r.Reached {
				return nil
			}
			return r.M
		}},
		{"ratio", 7, func(r row) any {
			if !r.Reached {
				return nil
			}
			return r.Ratio
		}},
		{"risk_exact", 10, func(r row) any { return r.RiskExact }},
		{"risk", 10, func(r row) any { return r.Risk }},
		{"bach_p", 9, func(r row) any { return r.BachColumns }},
		{"warning", -1, sufficientWarning},
		{"failure", -1, func(r row) any { return failureText(r.Failure) }},
	}}
	if format == "json" {
		return out, nil
	}
	head := make([]string, len(out.columns))
	for i, c := range out.columns {
		head[i] = c.name
	}
	return out, out.line(head)
}

// sufficientWarning returns the warning that no m suffices, or "".
func sufficientWarning(r tune.SufficientRow) any {
	if r.Reached || r.Failure != nil {
		return ""
	}
	return fmt.Sprintf("not reached: the risk is %.3g times the exact one at m = %d", r.Risk/r.RiskExact, r.M)
}

func (s *sufficientWriter) write(r tune.SufficientRow) error {
	cells := make([]string, len(s.columns))
	var object strings.Builder
	for i, c := range s.columns {
		v := c.value(r)
		if x, ok := v.(float64); ok && (math.IsNaN(x) || math.IsInf(x, 0)) {
			v = nil
		}
		switch x := v.(type) {
		case nil:
		case float64:
			digits := -1
			if s.format == "table" {
				digits = 4
			}
			cells[i] = strconv.FormatFloat(x, 'g', digits, 64)
		default:
			cells[i] = fmt.Sprint(x)
		}
		text, err := json.Marshal(v)
		if err != nil {
			return err
		}
		fmt.Fprintf(&object, ",%q:%s", c.name, text)
	}
	if s.format != "json" {
		return s.line(cells)
	}
	_, err := fmt.Fprintf(s.w, "{%s}\n", object.String()[1:])
	return err
}

// line writes one line of CSV or of a table.
func (s *sufficientWriter) line(cells []string) error {
	if s.format == "csv" {
		w := csv.NewWriter(s.w)
		if err := w.Write(cells); err != nil {
			return err
		}
		w.Flush()
		return w.Error()
	}
	var shown []string
	for i, c := range s.columns {
		if c.width != 0 {
			shown = append(shown, fmt.Sprintf("%*s", c.width, legible.Text(cells[i])))
		}
	}
	_, err := fmt.Fprintln(s.w, strings.TrimRight(strings.Join(shown, " "), " "))
	return err
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
	var legend []string
	for i, s := range series {
		marker, _ := glyphs.Sign(i)
		legend = append(legend, fmt.Sprintf("%c %s", marker, s.Name))
	}
	legend = append(legend, glyphs.Text("╌╌ ")+degrees.Name)
	if gaps {
		legend = append(legend, "no mark: not reached")
	}
	return "\n" + lines.Render(width, height, glyphs, nil) + "\n" + strings.Join(legend, "   ") + "\n"
}

// failureText returns an error's text, "" for nil.
func failureText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
