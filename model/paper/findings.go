package paper

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"gramscope/model/claim"
)

// Findings are the results of an entry's experiments.
type Findings struct {
	Entry Entry
	Rows  [][]Row // run by run

	evidence claim.Evidence
}

// at selects rows by the values of their columns.
type at map[string]float64

// symbols are the symbols of columns whose name is not one.
var symbols = map[string]string{"gamma": "γ", "mu": "μ", "sigma": "σ", "qbar": "q̄"}

// String returns the values as text for claims and curves.
func (a at) String() string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(a)) {
		parts = append(parts, cmp.Or(symbols[name], name)+" = "+claim.Number(a[name]))
	}
	return strings.Join(parts, ", ")
}

func (a at) fits(r Row) bool {
	for name, want := range a {
		got, has := r.Values[name]
		if !has || math.Abs(got-want) > 1e-9*max(math.Abs(got), math.Abs(want)) {
			return false
		}
	}
	return true
}

// all returns a column's figures in the rows of a run with that method, "" for any, and these
// values. If a row failed or lacks the column it returns nil, and the claim does not hold.
func (f *Findings) all(run int, method, column string, where at) []float64 {
	var list []float64
	for _, r := range f.Rows[run] {
		if method != "" && r.Method != method || !where.fits(r) {
			continue
		}
		v, ok := r.Values[column]
		if !f.evidence.Has(r.Method, r.Failed, column, ok) {
			return nil
		}
		list = append(list, v)
	}
	if list == nil {
		f.evidence.Needs(fmt.Sprintf("rows of %s at %v", method, where))
	}
	return list
}

// mean returns the mean of a column over the rows that all selects, NaN if all returns nil.
func (f *Findings) mean(run int, method, column string, where at) float64 {
	return stat.Mean(f.all(run, method, column, where), nil)
}

// values returns the different values of a column in a run, in ascending order. If no row has the
// column the claim does not hold.
func (f *Findings) values(run int, column string) []float64 {
	var list []float64
	for _, r := range f.Rows[run] {
		if v, ok := r.Values[column]; ok {
			list = append(list, v)
		}
	}
	if list == nil {
		f.evidence.Needs("the column " + column)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// allBetween checks lo ≤ v ≤ hi for all values.
func (f *Findings) allBetween(name string, values []float64, lo, hi float64) {
	if len(values) == 0 {
		f.evidence.Needs(name)
		return
	}
	least, most := slices.Min(values), slices.Max(values)
	f.says(least >= lo && most <= hi, "%s is %s to %s, where %s to %s was claimed", name, claim.Number(least), claim.Number(most), claim.Number(lo), claim.Number(hi))
}

// slope returns the slope of ln y over ln x by least squares.
func slope(x, y []float64) float64 {
	u, v := make([]float64, len(x)), make([]float64, len(y))
	for i := range x {
		u[i], v[i] = math.Log(x[i]), math.Log(y[i])
	}
	_, b := stat.LinearRegression(u, v, nil, false)
	return b
}

// says adds figures for the claim, or against it.
func (f *Findings) says(holds bool, format string, args ...any) {
	f.evidence.Says(holds, fmt.Sprintf(format, args...))
}

// differs adds figures that differ from the paper's, as the entry explains.
func (f *Findings) differs(asExplained bool, format string, args ...any) {
	f.evidence.Differs(asExplained, fmt.Sprintf(format, args...))
}

// Table returns the means over the repetitions of the entry's columns as text. It omits columns
// that a run does not have.
func (f *Findings) Table() string {
	var b strings.Builder
	for i, rows := range f.Rows {
		if i > 0 {
			b.WriteString("\n")
		}
		if label := f.Entry.Runs[i].Label; label != "" {
			b.WriteString(label + "\n")
		}
		f.table(&b, rows)
	}
	return b.String()
}

func (f *Findings) table(b *strings.Builder, rows []Row) {
	const width = 11
	var columns []string
	for _, c := range f.Entry.Columns {
		if slices.ContainsFunc(rows, func(r Row) bool { _, has := r.Values[c]; return has }) {
			columns = append(columns, c)
		}
	}
	fmt.Fprintf(b, "%-20s", "method")
	for _, c := range columns {
		fmt.Fprintf(b, " %*s", width, c)
	}
	b.WriteString("\n")
	for _, group := range f.groups(rows) {
		fmt.Fprintf(b, "%-20s", group[0].Method)
		for _, c := range columns {
			sum, count := 0.0, 0
			for _, r := range group {
				if v, ok := r.Values[c]; ok {
					sum += v
					count++
				}
			}
			text := ""
			if count > 0 {
				text = fmt.Sprintf("%.4g", sum/float64(count))
			}
			fmt.Fprintf(b, " %*s", width, text)
		}
		if why := group[0].Failed; why != "" {
			b.WriteString("  failed: " + why)
		}
		b.WriteString("\n")
	}
}

// groups collects the repetitions of each setting.
func (f *Findings) groups(rows []Row) [][]Row {
	var groups [][]Row
	place := map[string]int{}
	for _, r := range rows {
		key := r.Method
		for _, name := range slices.Sorted(maps.Keys(r.Asked)) {
			key += fmt.Sprint(" ", name, "=", r.Asked[name])
		}
		at, known := place[key]
		if !known {
			at = len(groups)
			place[key], groups = at, append(groups, nil)
		}
		groups[at] = append(groups[at], r)
	}
	return groups
}
