package sweep

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"gramscope/model/trial"
)

// TimeLeft estimates how long the rest of total runs takes when done of them
// took elapsed: in proportion, which is for runs that are all alike; see [Forecast]. It
// is not known before the first is done.
func TimeLeft(done, total int, elapsed time.Duration) (left time.Duration, known bool) {
	if done <= 0 || total < done {
		return 0, false
	}
	return time.Duration(float64(elapsed) / float64(done) * float64(total-done)), true
}

// FormatTime writes a span of time for reading: 2.1s, 45s, 3m05s, 2h10m.
func FormatTime(d time.Duration) string {
	s := d.Seconds()
	switch {
	case s < 9.95:
		return fmt.Sprintf("%.1fs", s)
	case s < 59.5:
		return fmt.Sprintf("%.0fs", s)
	case s < 3599.5:
		whole := int(math.Round(s))
		return fmt.Sprintf("%dm%02ds", whole/60, whole%60)
	}
	minutes := int(math.Round(s / 60))
	return fmt.Sprintf("%dh%02dm", minutes/60, minutes%60)
}

// RoughTime writes an estimate for reading, to no more digits than it is worth: 34 s,
// 13 min, 2.5 h, 40 h.
func RoughTime(d time.Duration) string {
	switch {
	case d.Seconds() < 59.5:
		return fmt.Sprintf("%.0f s", d.Seconds())
	case d.Minutes() < 99.5:
		return fmt.Sprintf("%.0f min", d.Minutes())
	case d.Hours() < 9.95:
		return fmt.Sprintf("%.1f h", d.Hours())
	}
	return fmt.Sprintf("%.0f h", d.Hours())
}

// TellTime writes an estimate for reading: about 13 min; of a guess, which may be some
// times as much or as little, no more than seconds, minutes or hours.
func TellTime(d time.Duration, known bool) string {
	switch {
	case known:
		return "about " + RoughTime(d)
	case d < 30*time.Second:
		return "seconds"
	case d < time.Hour:
		return "minutes"
	}
	return "hours"
}

// Finished finds, for every cell of the plan, the row of an earlier run that
// answers it: all columns of the question agree, those of the answer are there,
// and the run did not fail. It is nil for a cell without one.
func (p *Plan) Finished(rows []Record) []Record {
	columns := p.Columns()
	byQuestion := map[string]Record{}
	for _, row := range rows {
		if row["failure"] == "" && answered(columns, row) {
			byQuestion[question(columns, row)] = row
		}
	}
	found := make([]Record, len(p.Cells))
	for i, c := range p.Cells {
		found[i] = byQuestion[question(columns, record(columns, p.Asked(c)))]
	}
	return found
}

// Verify computes one of the known rows anew, one of a cell each, and compares
// it: what a row says of its question leaves out how the data were read and
// standardised. It leaves out landmarks that were given, too, so that one on such is
// computed as well. A difference is an error.
func (p *Plan) Verify(ctx context.Context, known []Record) error {
	compared, given := false, false // any row, and one on such landmarks
	for i, row := range known {
		needs := p.Cells[i].Method.Needs.Landmarks
		if row == nil || compared && (given || !needs) {
			continue
		}
		compared, given = true, given || needs
		for fresh := range p.RunCells(ctx, p.Cells[i:i+1], 1) {
			for _, c := range p.Columns() {
				if was, is := row[c.Name], text(c.value(&fresh)); was != is && c.Name != "seconds" && c.Name != "cached" {
					return fmt.Errorf("the rows are of another experiment: %s of the first is %q, and %q with the present flags; give the flags and data of the earlier run", c.Name, was, is)
				}
			}
		}
	}
	return ctx.Err()
}

// Answers reports whether a row is that of the cell.
func (p *Plan) Answers(r *Result, c trial.Setting) bool {
	columns := p.Columns()
	return question(columns, record(columns, *r)) == question(columns, record(columns, p.Asked(c)))
}

// answered tells whether a row has all columns of the answer: one of a run
// without diagnostics has not all where they are asked for. Standard errors, which earlier
// versions did not write, are empty in a row of exact figures.
func answered(columns []Column, row Record) bool {
	for _, c := range columns {
		if _, ok := row[c.Name]; !ok && !c.Asked && !(row["exact"] == "true" && isStandardError(c.Name)) {
			return false
		}
	}
	return true
}

// question is the part of a row that was asked, as one text.
func question(columns []Column, row Record) string {
	var b strings.Builder
	for _, c := range columns {
		if c.Asked {
			fmt.Fprintf(&b, "%q,", row[c.Name])
		}
	}
	return b.String()
}
