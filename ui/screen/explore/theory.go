package explore

import (
	"math"
	"slices"
	"strings"

	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/lab"
	"gramscope/model/number"
	"gramscope/ui/chart"
)

// theoryLines adds them to the chart of a figure over m: 1/√m beside errors,
// and numbers of columns as vertical lines where they are in sight.
func (s *Screen) theoryLines(lines *chart.Lines, o *lab.Outcome) {
	if !s.errors.theory || s.bench.Setting().Axis.Name != model.BudgetName {
		return
	}
	if s.errors.now().Floor != "" {
		rate := chart.Series{Name: "1/√m", Color: chart.NoColor, Faint: true, Dashed: true, NoMarkers: true}
		for _, x := range o.Axis().Values {
			rate.X, rate.Y = append(rate.X, x), append(rate.Y, exact.RootRate(int(x)))
		}
		lines.Series = append(lines.Series, rate)
		if y := s.bench.ExactNow("rff_error"); !math.IsNaN(y) {
			lines.HLines = append(lines.HLines, chart.HLine{Y: y, Labels: []string{"theory, fourier: entries within " + number.Short(y), "fourier " + number.Short(y)}, Color: chart.NoColor, Faint: true})
		}
	}
	for _, at := range s.theoryColumns() {
		if at.m >= lines.X.Lo && at.m <= lines.X.Hi {
			lines.VLines = append(lines.VLines, chart.VLine{X: at.m, Label: at.name, Color: chart.NoColor, Faint: true})
		}
	}
}

// theoryColumn is a number of columns that theory names.
type theoryColumn struct {
	name, brief string
	m           float64
}

// theoryColumns are those that are known.
func (s *Screen) theoryColumns() []theoryColumn {
	list := []theoryColumn{
		{"Bach's d", "d", s.bench.ExactNow("bach_d")}, {"Bach's p", "p", s.bench.ExactNow("bach_p")}, {"SQUEAK's 3q̄·d_eff", "3q̄·d_eff", s.bench.ExactNow("squeak_size")},
	}
	return slices.DeleteFunc(list, func(c theoryColumn) bool { return math.IsNaN(c.m) })
}

// theoryTitles are the part of the title that names them, from the longest form on; none
// without them.
func (s *Screen) theoryTitles() []string {
	if !s.errors.theory || s.bench.Setting().Axis.Name != model.BudgetName {
		return nil
	}
	var long, brief []string
	if s.errors.now().Floor != "" {
		long, brief = append(long, "1/√m"), append(brief, "1/√m")
	}
	for _, c := range s.theoryColumns() {
		long, brief = append(long, c.name+"="+number.Count(c.m)), append(brief, c.brief+"="+number.Count(c.m))
	}
	if len(long) == 0 {
		return []string{"   ┄┄ theory: computing", "   ┄┄ theory"}
	}
	return []string{"   ┄┄ theory: " + strings.Join(long, " "), "   ┄┄ theory: " + strings.Join(brief, " "), "  ┄┄ " + strings.Join(brief, " "), " ┄┄ " + strings.Join(brief[:min(3, len(brief))], " ")}
}
